import { expect, test } from "vitest";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { judgeMissedCall, type MissedCallAsked } from "./missed-call-permission.ts";

const missedAt = new Date("2026-03-17T14:00:00Z");
const now = new Date("2026-03-17T14:01:00Z");
const asked: MissedCallAsked = {
  practice: { isOn: true, isOpen: true, isOnWhenClosed: false },
  ...{ refusal: null, missedAt, isOwnPhone: false },
  ...{ lastContactAt: null, hasCalledAgain: false, lastAnswerAt: null },
};
const closed = { isOn: true, isOpen: false, isOnWhenClosed: false };
const before = (at: Date, ms: number) => new Date(at.getTime() - ms);

test.each<[string, Partial<MissedCallAsked>, string | null]>([
  ["nobody has called back", {}, null],
  ["the practice hasn't turned it on", { practice: { ...asked.practice, isOn: false } }, "off"],
  ["the practice's own phone called", { isOwnPhone: true }, "own_phone"],
  ["the number opted out", { refusal: "opted_out" }, "opted_out"],
  ["the lead must not be called", { refusal: "do_not_call" }, "do_not_call"],
  ["it is a landline", { refusal: "number" }, "number"],
  ["it is night where they are", { refusal: "hours" }, "hours"],
  ["somebody called back", { lastContactAt: now }, "answered"],
  ["somebody called back at once", { lastContactAt: missedAt }, "answered"],
  ["somebody had called just before", { lastContactAt: before(missedAt, 1) }, null],
  ["they called again", { hasCalledAgain: true }, "called_again"],
  ["they got a text a minute ago", { lastAnswerAt: before(now, minuteMs) }, "recent"],
  ["they got a text almost a day ago", { lastAnswerAt: before(now, dayMs - 1) }, "recent"],
  ["they got a text a day ago", { lastAnswerAt: before(now, dayMs) }, null],
  ["the practice is closed", { practice: closed }, "closed"],
  ["it is closed, and allows the text", { practice: { ...closed, isOnWhenClosed: true } }, null],
  [
    "it is closed, and night where they are",
    { practice: { ...closed, isOnWhenClosed: true }, refusal: "hours" },
    "hours",
  ],
  ["the job ran after ten minutes", { missedAt: before(now, 10 * minuteMs) }, null],
  ["the job ran too late", { missedAt: before(now, 10 * minuteMs + 1) }, "late"],
])("%s", (_, change, expected) => {
  expect(judgeMissedCall({ ...asked, ...change }, now)).toBe(expected);
});
