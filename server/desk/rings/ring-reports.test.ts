import { expect, test } from "vitest";
import type { RingEvent } from "#server/desk/phone/ring.ts";
import type { CallReport, CallStatus } from "#server/outside/voice.ts";
import { eventOf } from "./ring-reports.ts";

const receivedAt = new Date("2026-03-17T14:00:05.000Z");
const at = new Date("2026-03-17T14:00:01.000Z");
const reportOf = (status: CallStatus, more: Partial<CallReport> = {}): CallReport => ({
  ...{ sid: "CA1", parentSid: null, status, at, seconds: null, answeredBy: null },
  ...more,
});

test.each<[CallStatus, RingEvent | null]>([
  ["queued", null],
  ["initiated", null],
  ["ringing", { kind: "ringing", attempt: 2, at }],
  ["in-progress", { kind: "answered", attempt: 2, by: null, at }],
  ["completed", { kind: "ended", attempt: 2, as: "completed", at }],
  ["busy", { kind: "ended", attempt: 2, as: "busy", at }],
  ["no-answer", { kind: "ended", attempt: 2, as: "no_answer", at }],
  ["canceled", { kind: "ended", attempt: 2, as: "canceled", at }],
  ["failed", { kind: "ended", attempt: 2, as: "failed", at }],
])("the event of an office phone's status %s", (status, event) => {
  expect(eventOf(reportOf(status), { attempt: 2 }, receivedAt)).toEqual(event);
});

test.each<[CallStatus, RingEvent | null]>([
  ["queued", null],
  ["initiated", null],
  ["ringing", { kind: "lead_dialed", at }],
  ["in-progress", { kind: "lead_answered", at }],
  ["completed", { kind: "lead_ended", as: "completed", seconds: 190, at }],
  ["no-answer", { kind: "lead_ended", as: "no_answer", seconds: 190, at }],
  ["failed", { kind: "lead_ended", as: "failed", seconds: 190, at }],
])("the event of the lead's line with the status %s", (status, event) => {
  expect(eventOf(reportOf(status, { seconds: 190 }), "lead", receivedAt)).toEqual(event);
});

test("a report without a time, or with a time in the future, counts from its receipt", () => {
  const ahead = new Date(receivedAt.getTime() + 1);
  for (const time of [null, ahead]) {
    const report = reportOf("ringing", { at: time });
    expect(eventOf(report, { attempt: 1 }, receivedAt)?.at).toEqual(receivedAt);
  }
});

test("an event says whether a person or a machine answered", () => {
  const report = reportOf("in-progress", { answeredBy: "machine" });
  expect(eventOf(report, { attempt: 1 }, receivedAt)).toMatchObject({ by: "machine" });
});
