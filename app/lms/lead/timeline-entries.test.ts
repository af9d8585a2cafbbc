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

test("a thread is sorted oldest first, and technical entries are hidden until they are unfolded", () => {
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

test("a contact edit is a technical entry, and a change of the assignee isn't", () => {
  expect(shown([entry("changed", { firstName: { from: "A", to: "B" } }, "Dana")])).toEqual([]);
  const taken = entry("changed", { assignee: { from: "", to: "Dana" } }, "Dana");
  expect(shown([taken])).toEqual(["changed"]);
});

test("all states of an email are one entry, which shows the newest state and the author", () => {
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

test("a note without a call has its own entry; a call's note is shown with the call", () => {
  const call = entry("called", { callId: "c" }, "Dana");
  expect(shown([entry("noted", { noteId: "c" }, "Dana"), call])).toEqual(["called"]);
  expect(shown([entry("noted", { noteId: "n" }, "Dana"), call])).toEqual(["called", "noted"]);
  // This call was merged into another device's call, so no entry for a call shows its note.
  expect(
    shown([entry("noted", { noteId: "j" }, "Dana"), entry("call_joined", { callId: "j" })]),
  ).toEqual(["call_joined", "noted"]);
});

test("a timeline filter counts the conversation entries on its topic, and also shows the technical ones", () => {
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

test("a call that was logged after the fact is listed at the time when it was made", () => {
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

test("a call from an office phone has a single entry, before and after its outcome is known", () => {
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

const ringStep = (kind: TimelineEntry["kind"], at: string, data: object) => ({
  ...entry(kind, { ringId: "r", ...data }),
  at: `2026-03-17T12:00:${at}.000Z`,
});

test("a ring that called several phones is one line until it is unfolded", () => {
  const [desk, office] = [{ phoneName: "Front desk" }, { phoneName: "Back office" }];
  const timeline = [
    ringStep("phone_accepted", "50", desk),
    ringStep("phone_rang", "45", desk),
    ringStep("phone_skipped", "40", office),
    ringStep("phone_rang", "30", office),
    ringStep("phone_missed", "20", desk),
    ringStep("phone_rang", "01", desk),
    { ...entry("submitted"), at: "2026-03-17T12:00:00.000Z" },
  ];
  expect(shown(timeline)).toEqual(["submitted", "phone_rang", "phone_accepted"]);
  const [, line, ...others] = threadOf(timeline);
  expect(line?.data).toMatchObject({ times: 3, phoneNames: ["Front desk", "Back office"] });
  expect(others).toHaveLength(5);
});

test("a ring of one phone shows each step; once the call has a result, its entry says the rest", () => {
  const desk = { phoneName: "Front desk" };
  const call = {
    ...{ _id: "c", leadId: "l", by: null, ...desk, lineSeconds: 61 },
    ...{ calledAt: "2026-03-17T12:00:10.000Z", isEnteredLater: false, outcome: null },
    ...{ callBackAt: null, appointmentAt: null, voidedAt: null },
  };
  const timeline = [
    ringStep("lead_answered", "20", desk),
    ringStep("lead_dialed", "11", desk),
    ringStep("phone_accepted", "10", desk),
    ringStep("phone_rang", "01", desk),
  ];
  const technical = (calls: Call[]) =>
    threadOf(timeline, calls).flatMap(({ kind, isTechnical }) => (isTechnical ? kind : []));
  expect(technical([call])).toEqual([]);
  expect(technical([{ ...call, outcome: "spoke" }])).toEqual(["lead_dialed", "lead_answered"]);
});

test("a reason why the phones didn't ring is shown once", () => {
  const refused = (ringId: string, at: string) =>
    ringStep("ring_refused", at, { ringId, why: "often", hasRung: false });
  expect(shown([refused("s", "20"), refused("r", "10")])).toEqual(["ring_refused"]);
});

test("a day of the timeline begins at midnight in the practice's time zone", () => {
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
