import { expect, test } from "vitest";
import type { TimelineEntry } from "#contract/timeline.ts";
import { entriesOf } from "./timeline-entries.ts";

let made = 0;
function entry(kind: TimelineEntry["kind"], data: object = {}, by: string | null = null) {
  made += 1;
  return { _id: String(made), at: "2026-03-17T12:00:00.000Z", kind, by, data: { ...data } };
}

const shown = (timeline: TimelineEntry[]) =>
  entriesOf(timeline)
    .filter(({ isAutomatic }) => !isAutomatic)
    .map(({ kind }) => kind);

test("entries by the product are automatic; entries by the person or the practice aren't", () => {
  const timeline = [
    entry("called", { callId: "c" }, "Dana"),
    entry("changed", {}, "Dana"),
    entry("alert_shown"),
    entry("alert_sent"),
    entry("seen", {}, "Dana"),
    entry("alerted"),
    entry("received"),
    entry("mail_stopped"),
    entry("submitted"),
  ];
  expect(shown(timeline)).toEqual(["called", "changed", "mail_stopped", "submitted"]);
  expect(entriesOf(timeline)).toHaveLength(timeline.length);
});

test("an automatic email is automatic until it fails", () => {
  const email = { mailId: "m", subject: "We got your request" };
  const queued = entry("email_queued", email);
  expect(shown([entry("email_sent", email), queued])).toEqual([]);
  expect(shown([entry("email_failed", email), queued])).toEqual(["email_failed"]);
  expect(shown([entry("email_unknown", email), queued])).toEqual(["email_unknown"]);
});

test("an email written by a person shows its newest state and its author", () => {
  const email = { mailId: "m", subject: "Your visit" };
  const queued = entry("email_queued", email, "Dana");
  expect(shown([queued])).toEqual(["email_queued"]);
  const sent = entriesOf([entry("email_sent", email), queued]);
  expect(sent).toMatchObject([
    { kind: "email_sent", by: "Dana", isAutomatic: false },
    { kind: "email_queued", isAutomatic: true },
  ]);
});

test("a call's note doesn't have its own entry; any other note does", () => {
  const call = entry("called", { callId: "c" }, "Dana");
  expect(shown([entry("noted", { noteId: "c" }, "Dana"), call])).toEqual(["called"]);
  expect(shown([entry("noted", { noteId: "n" }, "Dana"), call])).toEqual(["noted", "called"]);
  // Its call was merged into another device's, so no entry of a call shows it.
  expect(
    shown([entry("noted", { noteId: "j" }, "Dana"), entry("call_joined", { callId: "j" })]),
  ).toEqual(["noted", "call_joined"]);
});
