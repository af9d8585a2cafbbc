import { expect, test } from "vitest";
import { eachLeadField } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";
import { announcementsOf } from "./announcements.ts";

const start = new Date("2026-03-17T12:00:00.000Z");
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);

const waiting: Lead = {
  _id: "018f0000-0000-7000-8000-000000000001",
  firstName: "Marisol",
  lastName: "Quintero",
  email: "",
  phone: "+18135550142",
  language: null,
  ...eachLeadField(() => ""),
  message: "",
  facts: { insuranceVerified: null },
  assignee: null,
  timeReceived: start.toISOString(),
  date: start.toISOString(),
  source: null,
  campaign: "Implant consult",
  script: "",
  state: "new",
  isTest: false,
  uncalledSince: start.toISOString(),
  firstCalledAt: null,
  askedAgainAt: null,
  askedAs: null,
  attempts: 0,
  lastOutcome: null,
  lastCalledAt: null,
  thirdLastCalledAt: null,
  timeZones: [],
  doNotCall: null,
  callBackAt: null,
  openCall: null,
  ring: null,
  unreadTexts: 0,
  missedCallAt: null,
};

test("leads that are in the list when the page opens aren't announced", () => {
  expect(announcementsOf(null, [waiting], after(7)).news).toEqual([]);
});

test("a new lead is announced once", () => {
  const { announced } = announcementsOf(null, [], after(-1));
  const second = announcementsOf(announced, [waiting], after(0.1));
  expect(second.news).toEqual(["New lead: Marisol Quintero, Implant consult."]);
  expect(announcementsOf(second.announced, [waiting], after(0.2)).news).toEqual([]);
});

test("an older lead that Show More or a search adds to the list isn't announced", () => {
  const { announced } = announcementsOf(null, [], after(3));
  expect(announcementsOf(announced, [waiting], after(4)).news).toEqual([]);
});

test("a limit that is crossed during a call is announced only after the call is undone", () => {
  const { announced } = announcementsOf(null, [waiting], after(4));
  const call = { _id: "", calledAt: after(4.5).toISOString(), by: "Dana", isUnanswered: false };
  const calling = announcementsOf(announced, [{ ...waiting, openCall: call }], after(6));
  expect(calling.news).toEqual([]);
  expect(announcementsOf(calling.announced, [waiting], after(6.1)).news).toEqual([
    "Marisol Quintero has been waiting 5 minutes.",
  ]);
});

test("a limit crossed between a key and the provider's report is announced only if the line failed", () => {
  const { announced } = announcementsOf(null, [waiting], after(4));
  const since = after(4.9).toISOString();
  const ring = { step: "connecting", phoneName: "Front desk", since } as const;
  const connecting = announcementsOf(announced, [{ ...waiting, ring }], after(5.1));
  expect(connecting.news).toEqual([]);
  expect(announcementsOf(connecting.announced, [waiting], after(5.2)).news).toEqual([
    "Marisol Quintero has been waiting 5 minutes.",
  ]);
});

test.each([
  [4.99, 5, "Marisol Quintero has been waiting 5 minutes."],
  [9.99, 10, "Marisol Quintero has been waiting 10 minutes."],
  [59.99, 60, "Marisol Quintero has been waiting 60 minutes."],
])("a wait that grows from %d to %d minutes is announced once", (before, then, sentence) => {
  const { announced } = announcementsOf(null, [waiting], after(before));
  const crossed = announcementsOf(announced, [waiting], after(then));
  expect(crossed.news).toEqual([sentence]);
  expect(announcementsOf(crossed.announced, [waiting], after(then + 1)).news).toEqual([]);
});

test("a lead that was called isn't announced when the limits pass", () => {
  const { announced } = announcementsOf(null, [waiting], after(4));
  expect(announcementsOf(announced, [{ ...waiting, uncalledSince: null }], after(12)).news).toEqual(
    [],
  );
});

test("a due callback is announced once, and again after it is rescheduled", () => {
  const promised = { ...waiting, uncalledSince: null, state: "callback" as const };
  const at = (minutes: number) => ({ ...promised, callBackAt: after(minutes).toISOString() });
  const { announced } = announcementsOf(null, [at(-3)], after(0));
  expect(announcementsOf(announced, [at(-3)], after(1)).news).toEqual([]);
  const first = announcementsOf(announced, [at(5)], after(5.1));
  expect(first.news).toEqual(["Callback due: Marisol Quintero."]);
  expect(announcementsOf(first.announced, [at(5)], after(6)).news).toEqual([]);
  expect(announcementsOf(first.announced, [at(9)], after(9.1)).news).toHaveLength(1);
});

test("a lead that inquires again after a call is announced as new, and again at its new clock's five-minute limit", () => {
  const { announced } = announcementsOf(null, [waiting], after(58));
  const late = announcementsOf(announced, [waiting], after(61)).announced;
  const called = announcementsOf(late, [{ ...waiting, uncalledSince: null }], after(62)).announced;
  const since = after(70).toISOString();
  const reopened = { ...waiting, timeReceived: since, date: since, uncalledSince: since };
  const again = announcementsOf(called, [reopened], after(70.1));
  expect(again.news).toEqual(["New lead: Marisol Quintero, Implant consult."]);
  const waited = announcementsOf(again.announced, [reopened], after(75));
  expect(waited.news).toEqual(["Marisol Quintero has been waiting 5 minutes."]);
});

test("a do-not-call lead is never announced", () => {
  const doNotCall = { since: waiting.date, reason: "asked us to stop" };
  const { announced } = announcementsOf(null, [], after(-1));
  const came = announcementsOf(announced, [{ ...waiting, doNotCall }], after(1));
  expect(came.news).toEqual([]);
  expect(announcementsOf(came.announced, [{ ...waiting, doNotCall }], after(11)).news).toEqual([]);
});

test("undoing a call doesn't announce a new lead", () => {
  const { announced } = announcementsOf(null, [], after(-1));
  const came = announcementsOf(announced, [waiting], after(1)).announced;
  const called = announcementsOf(came, [{ ...waiting, uncalledSince: null }], after(2)).announced;
  expect(announcementsOf(called, [waiting], after(3)).news).toEqual([]);
});
