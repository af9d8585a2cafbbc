import { expect, test } from "vitest";
import { afterDial, type DialReport } from "./incoming-call.ts";

const waiting = { callStatus: "ringing", dialStatus: "no-answer", isBridged: false };
const nobody = { isAccepted: false, hasNext: true };

test.each<[string, Partial<DialReport>, Partial<typeof nobody>, string]>([
  ["it rang out", {}, {}, "next"],
  ["it was busy", { dialStatus: "busy" }, {}, "next"],
  ["it couldn't be reached", { dialStatus: "failed" }, {}, "next"],
  ["a voicemail picked up", { dialStatus: "completed" }, {}, "next"],
  ["a voicemail picked up, without news", { dialStatus: "completed", isBridged: null }, {}, "next"],
  ["the caller's line was answered before", { callStatus: "in-progress" }, {}, "next"],
  ["the last phone rang out", {}, { hasNext: false }, "missed"],
  ["the caller hung up", { callStatus: "completed", dialStatus: "canceled" }, {}, "missed"],
  ["the caller hung up on busy", { callStatus: "canceled" }, {}, "missed"],
  ["the caller hung up at the key", { callStatus: "completed" }, { isAccepted: true }, "missed"],
  [
    "they talked",
    { callStatus: "completed", dialStatus: "completed", isBridged: true },
    { isAccepted: true },
    "answered",
  ],
  ["they talked, and the office hung up", { isBridged: true }, { isAccepted: true }, "answered"],
  ["the key's request was lost", { dialStatus: "completed", isBridged: true }, {}, "answered"],
  [
    "they talked, without news",
    { dialStatus: "completed", isBridged: null },
    { isAccepted: true },
    "answered",
  ],
  [
    "it failed after the key",
    { dialStatus: "failed", isBridged: null },
    { isAccepted: true },
    "next",
  ],
])("%s", (_, report, call, expected) => {
  expect(afterDial({ ...waiting, ...report }, { ...nobody, ...call })).toBe(expected);
});
