import { expect, test } from "vitest";
import type { Call } from "#contract/calls.ts";
import type { TimelineEntry } from "#contract/timeline.ts";
import { byDay, countOf, entriesOf, isShown, type ThreadFilter } from "./timeline-entries.ts";

let made = 0;
function entry(kind: TimelineEntry["kind"], data: object = {}, by: string | null = null) {
  made += 1;
  return { _id: String(made), at: "2026-03-17T12:00:00.000Z", kind, by, data: { ...data } };
}

const threadOf = (timeline: TimelineEntry[], calls: Call[] = []) => entriesOf({ timeline, calls });

const shown = (timeline: TimelineEntry[], filter: ThreadFilter = "everything") =>
  threadOf(timeline)
    .filter((one) => isShown(one, filter, false))
    .map(({ kind }) => kind);

test("a thread is sorted oldest first and hides technical entries until they are unfolded", () => {
  const timeline = [
    entry("called", { callId: "c" }, "Dana"),
    entry("alert_shown"),
    entry("alert_sent"),
    entry("seen", {}, "Dana"),
    entry("alerted"),
    entry("received"),
    entry("mail_stopped"),
    entry("submitted"),
  ];
  expect(shown(timeline)).toEqual(["submitted", "mail_stopped", "called"]);
  const everything = threadOf(timeline);
  expect(everything).toHaveLength(timeline.length);
  expect(everything.every((one) => isShown(one, "everything", true))).toBe(true);
});

test("a contact edit is a technical entry; a new assignee isn't", () => {
  expect(shown([entry("changed", { firstName: { from: "A", to: "B" } }, "Dana")])).toEqual([]);
  const taken = entry("changed", { assignee: { from: "", to: "Dana" } }, "Dana");
  expect(shown([taken])).toEqual(["changed"]);
});

test("an email is one entry with its newest state and its author", () => {
  const email = { mailId: "m", subject: "Your visit" };
  const queued = entry("email_queued", email, "Dana");
  expect(shown([queued])).toEqual(["email_queued"]);
  const thread = threadOf([entry("email_sent", email), queued]);
  expect(thread).toMatchObject([
    { kind: "email_queued", isTechnical: true },
    { kind: "email_sent", by: "Dana", isTechnical: false },
  ]);
  const other = entry("email_failed", { mailId: "n", subject: "We got your request" });
  expect(shown([other, entry("email_sent", email), queued])).toEqual([
    "email_sent",
    "email_failed",
  ]);
});

test("texts are part of the conversation, each with its own entry", () => {
  const received = entry("text_received", { textId: "a" });
  const written = entry("text_written", { textId: "b" }, "Dana");
  const thread = threadOf([entry("alert_sent"), written, received]);
  expect(shown([written, received])).toEqual(["text_received", "text_written"]);
  expect(shown([written, received, entry("submitted")], "texts")).toEqual([
    ...["text_received", "text_written"],
  ]);
  expect(countOf(thread, "texts")).toBe(2);
});

test("an automatic email that wasn't sent is a technical entry", () => {
  const email = { mailId: "m", subject: "We got your request" };
  const queued = entry("email_queued", email);
  expect(shown([entry("email_stopped", email), queued])).toEqual([]);
  expect(threadOf([entry("email_sent", email), queued]).at(-1)).toMatchObject({ by: null });
});

test("a call's note doesn't have its own entry; any other note does", () => {
  const call = entry("called", { callId: "c" }, "Dana");
  expect(shown([entry("noted", { noteId: "c" }, "Dana"), call])).toEqual(["called"]);
  expect(shown([entry("noted", { noteId: "n" }, "Dana"), call])).toEqual(["called", "noted"]);
  // The call was merged into another device's call, so no call entry shows this note.
  expect(
    shown([entry("noted", { noteId: "j" }, "Dana"), entry("call_joined", { callId: "j" })]),
  ).toEqual(["call_joined", "noted"]);
});

test("a timeline filter counts conversation entries and shows all entries on its topic", () => {
  const email = { mailId: "m", subject: "Your visit" };
  const timeline = [
    entry("email_sent", email),
    entry("email_queued", email, "Dana"),
    entry("noted", { noteId: "n" }, "Dana"),
    entry("noted", { noteId: "c" }, "Dana"),
    entry("called", { callId: "c" }, "Dana"),
    entry("seen"),
    entry("submitted"),
  ];
  const thread = threadOf(timeline);
  expect(["calls", "emails", "notes"].map((topic) => countOf(thread, topic as "calls"))).toEqual([
    1, 1, 2,
  ]);
  expect(shown(timeline, "emails")).toEqual(["email_queued", "email_sent"]);
  expect(shown(timeline, "notes")).toEqual(["called", "noted"]);
  expect(shown(timeline, "calls")).toEqual(["called"]);
});

test("a call logged after the fact is listed at the time it was made", () => {
  const at = (time: string) => `2026-03-17T${time}:00.000Z`;
  const call = {
    ...{ _id: "c", leadId: "l", by: "Dana", calledAt: at("09:00"), isEnteredLater: true },
    ...{ outcome: "voicemail" as const, callBackAt: null, appointmentAt: null, voidedAt: null },
    ...{ phoneName: null, lineSeconds: null },
  };
  const timeline = [
    { ...entry("called", { callId: "c" }, "Dana"), at: at("11:00") },
    { ...entry("noted", { noteId: "n" }, "Dana"), at: at("10:00") },
    { ...entry("submitted"), at: at("08:00") },
  ];
  expect(threadOf(timeline, [call]).map(({ kind }) => kind)).toEqual([
    "submitted",
    "called",
    "noted",
  ]);
});

test("an office phone's call has its entry until its result is known, which then has its own", () => {
  const call = {
    ...{ _id: "c", leadId: "l", by: null, phoneName: "Front desk", lineSeconds: 61 },
    ...{ calledAt: "2026-03-17T09:00:00.000Z", isEnteredLater: false, outcome: null },
    ...{ callBackAt: null, appointmentAt: null, voidedAt: null },
  };
  const recorded = entry("called", { callId: "c", outcome: null });
  const withResult = entry("called", { callId: "c", outcome: "spoke" }, "Dana");
  expect(threadOf([recorded], [call])).toMatchObject([{ kind: "called", by: null }]);
  const answered = { ...call, outcome: "spoke" as const };
  expect(threadOf([withResult, recorded], [answered])).toMatchObject([{ by: "Dana" }]);
});

test("a day begins at midnight in the practice's time zone", () => {
  const late = { ...entry("submitted"), at: "2026-03-18T03:59:00.000Z" };
  const early = { ...entry("restored"), at: "2026-03-18T04:00:00.000Z" };
  const days = (timeZone: string) =>
    byDay(threadOf([early, late]), timeZone).map(({ day, entries }) => [day, entries.length]);
  expect(days("America/New_York")).toEqual([
    ["2026-03-17", 1],
    ["2026-03-18", 1],
  ]);
  expect(days("UTC")).toEqual([["2026-03-18", 2]]);
});
