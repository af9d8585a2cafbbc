import { describe, expect, test } from "vitest";
import type { OutboxEntry } from "#app/lms/calls/call-outbox.ts";
import { optimisticLead } from "#app/lms/calls/optimistic-leads.ts";
import { noChanges, withChange } from "#app/lms/shell/live-leads.ts";
import { eachLeadField } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";
import { callbacksDueSince, knownLeads, newLeadsSince } from "./new-leads.ts";

const opened = "2026-03-17T12:00:00.000Z";
const at = (minutes: number) => new Date(Date.parse(opened) + minutes * 60_000).toISOString();
const nothing = { newest: [], now: opened };

describe("new leads", () => {
  test("leads that have arrived since the desk was opened are new, longest wait first", () => {
    const live = heard([lead(2, { came: 2 }), lead(1, { came: 1 })], 3);
    expect(names(newLeadsSince(nothing, live, opened))).toEqual(["Lead 1", "Lead 2"]);
  });

  test("a lead from before the desk was opened is new if the person inquires again", () => {
    const asked = lead(1, { came: -30 }, { date: at(2), askedAgainAt: at(2) });
    expect(names(newLeadsSince(nothing, heard([asked], 3), opened))).toEqual(["Lead 1"]);
  });

  test("a lead that arrived while the connection was lost is new", () => {
    const loaded = { newest: [lead(1, { came: 5 }), lead(2, { came: -5 })], now: at(6) };
    expect(names(newLeadsSince(loaded, noChanges, opened))).toEqual(["Lead 1"]);
  });
});

describe("leads that aren't new", () => {
  const cases: [string, Lead][] = [
    ["a lead that came earlier", lead(1, { came: -1 })],
    ["a lead without a clock", lead(1, { came: 1 }, { uncalledSince: null })],
    [
      "a lead that someone is calling",
      lead(
        1,
        { came: 1 },
        { openCall: { _id: "", calledAt: at(2), by: null, isUnanswered: false } },
      ),
    ],
    [
      "a lead that a phone is being connected with",
      lead(1, { came: 1 }, { ring: { step: "connecting", phoneName: "Front desk", since: at(2) } }),
    ],
    [
      "a lead that must not be called",
      lead(1, { came: 1 }, { doNotCall: { since: at(-9), reason: "" } }),
    ],
  ];
  test.each(cases)("%s", (_, changed) => {
    expect(newLeadsSince(nothing, heard([changed], 3), opened)).toEqual([]);
    const loaded = { newest: [changed], now: at(3) };
    expect(newLeadsSince(loaded, noChanges, opened)).toEqual([]);
  });

  test("a lead isn't new if it was deleted or called after the load", () => {
    const loaded = { newest: [lead(1, { came: 1 }), lead(2, { came: 1 })], now: at(2) };
    const live = withChange(heard([lead(1, { came: 1 }, { uncalledSince: null })], 3), {
      ...changeAt(4),
      leads: [{ leadId: lead(2, { came: 1 })._id, lead: null }],
    });
    expect(newLeadsSince(loaded, live, opened)).toEqual([]);
  });
});

describe("newly due callbacks", () => {
  const promised = (number: number, minutes: number, change: Partial<Lead> = {}) =>
    lead(
      number,
      { came: -60 },
      { state: "callback", uncalledSince: null, callBackAt: at(minutes), ...change },
    );
  const due = (leads: Lead[], readAt: number) => ({ due: leads, readAt: at(readAt) });

  test("newly due callbacks are listed longest overdue first, without those that were due when the desk was opened", () => {
    const loaded = due([promised(3, -5), promised(2, 4), promised(1, 2)], 5);
    expect(names(callbacksDueSince(loaded, noChanges, opened))).toEqual(["Lead 1", "Lead 2"]);
  });

  test("an outdated change to a lead doesn't remove its callback from the list", () => {
    const loaded = due([promised(1, 2)], 3);
    const before = heard([promised(1, 2, { state: "new", callBackAt: null })], 1);
    expect(names(callbacksDueSince(loaded, before, opened))).toEqual(["Lead 1"]);
  });

  const over: [string, Partial<Lead>][] = [
    ["moved", { callBackAt: at(60) }],
    ["called", { state: "new", callBackAt: null }],
    ["being called", { openCall: { _id: "", calledAt: at(4), by: null, isUnanswered: false } }],
    ["not to be called", { doNotCall: { since: at(4), reason: "" } }],
    ["asking again", { state: "new", uncalledSince: at(4) }],
  ];
  test.each(over)("a callback isn't in the list after this change to its lead: %s", (_, change) => {
    const live = heard([promised(1, 2, change)], 4);
    expect(callbacksDueSince(due([promised(1, 2)], 3), live, opened)).toEqual([]);
  });

  test("a callback stays in the list, with the new name, after its lead was edited", () => {
    const live = heard([promised(1, 2, { firstName: "Priya" })], 4);
    expect(names(callbacksDueSince(due([promised(1, 2)], 3), live, opened))).toEqual(["Priya"]);
  });
});

describe("leads with calls that only this device knows", () => {
  const callId = "018f0000-0000-7000-8000-0000000000c1";
  const openCall = { _id: callId, calledAt: at(2), by: null, isUnanswered: false };
  const fresh = lead(1, { came: 1 });
  const promised = lead(
    2,
    { came: -60 },
    { state: "callback", uncalledSince: null, callBackAt: at(2) },
  );
  const found = (leads: Lead[], isVoided: boolean) => {
    const apply = (one: Lead) => optimisticLead(one, [entryOf(one, isVoided)]);
    const due = { due: [], readAt: at(2) };
    return names([
      ...newLeadsSince(nothing, heard(leads, 3), opened, apply),
      ...callbacksDueSince(due, heard(leads, 3), opened, apply),
    ]);
  };

  function entryOf({ _id }: Lead, isVoided: boolean): OutboxEntry {
    const made = { account: "", leadId: _id, request: { _id: callId }, isVoided };
    return { ...made, happenedAt: at(2), problem: null, refusal: null };
  }

  test("a lead is back as soon as its call is undone, although the server still has the call", () => {
    const called = [fresh, promised].map((one) => ({ ...one, openCall }));
    expect(found(called, false)).toEqual([]);
    expect(found(called, true)).toEqual(["Lead 1", "Lead 2"]);
  });

  test("a lead leaves as soon as it is called, before the server has the call", () => {
    expect(found([fresh, promised], false)).toEqual([]);
  });
});

describe("leads that were called from the alert", () => {
  const ids = [1, 2, 3].map((number) => lead(number, { came: 1 })._id);
  const named = (firstName: string, number: number) => lead(number, { came: 1 }, { firstName });
  const known = (newestAt: number, dueAt: number, live = noChanges) =>
    names(
      knownLeads(
        ids,
        { newest: [named("New", 1), named("New", 2)], now: at(newestAt) },
        { due: [named("Due", 2)], readAt: at(dueAt) },
        live,
      ),
    );

  test("a lead is known as it was last read, in the order of the calls", () => {
    expect(known(5, 3)).toEqual(["New", "New"]);
    expect(known(3, 5)).toEqual(["New", "Due"]);
  });

  test("a newer change replaces what was read, and a lead in no list is known from its change", () => {
    const live = heard([named("Changed", 1), named("Changed", 3)], 4);
    expect(known(3, 5, live)).toEqual(["Changed", "Due", "Changed"]);
    expect(known(5, 3, live)).toEqual(["New", "New", "Changed"]);
  });
});

const names = (leads: Lead[]) => leads.map(({ firstName }) => firstName);

function heard(leads: Lead[], minutes: number) {
  return withChange(noChanges, {
    ...changeAt(minutes),
    leads: leads.map((one) => ({ leadId: one._id, lead: one })),
  });
}

function changeAt(minutes: number) {
  return {
    client: "018f0000-0000-7000-8000-000000000000",
    leads: [],
    queue: { total: 1, uncalled: 1, doNotCall: 0 },
    callbacks: { due: 0, nextDueAt: null },
    unreadTexts: 0,
    missedCallAt: null,
    now: at(minutes),
  };
}

function lead(number: number, { came }: { came: number }, change: Partial<Lead> = {}): Lead {
  return {
    _id: `018f0000-0000-7000-8000-00000000000${number}`,
    firstName: `Lead ${number}`,
    lastName: "",
    email: "",
    phone: "",
    language: null,
    ...eachLeadField(() => ""),
    message: "",
    facts: { insuranceVerified: null },
    assignee: null,
    timeReceived: at(came),
    date: at(came),
    source: null,
    campaign: null,
    script: "",
    state: "new",
    isTest: false,
    uncalledSince: at(came),
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
    ...change,
  };
}
