import { expect, test } from "vitest";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { type LeadEvent, standingOf } from "./lead-state.ts";

const at = (hour: number) => new Date(Date.UTC(2026, 2, 17, hour));
const inquired: LeadEvent = { kind: "inquired", at: at(8) };
const called = (hour: number, outcome: CallOutcome): LeadEvent => ({
  ...{ kind: "called", at: at(hour), outcome },
  callBackAt: outcome === "call_back" ? at(20) : null,
});
const archived = (hour: number): LeadEvent => ({ kind: "archived", at: at(hour), reason: "moved" });
const restored = (hour: number): LeadEvent => ({ kind: "restored", at: at(hour) });

const waiting = { state: "callback", callBackAt: at(20), archivedAt: null, archiveReason: null };

test.each<[string, LeadEvent[], object]>([
  ["a new lead is new", [inquired, archived(9)], { state: "new" }],
  ["a callback keeps its time", [inquired, called(9, "call_back"), archived(10)], waiting],
  [
    "a callback keeps its time when it is archived twice",
    [inquired, called(9, "call_back"), archived(10), archived(11)],
    waiting,
  ],
  [
    "a callback that was made in the meantime is done",
    [inquired, called(9, "call_back"), archived(10), called(11, "voicemail")],
    { state: "new", callBackAt: null },
  ],
  [
    "a customer is still a customer",
    [inquired, called(9, "booked"), archived(10)],
    { state: "customer", bookedAt: at(9), archivedAt: null },
  ],
  [
    "a customer with a wrong number is still a customer",
    [inquired, called(9, "booked"), called(10, "wrong_number")],
    { state: "customer", bookedAt: at(9) },
  ],
  [
    "a lead whose callback showed no interest is new",
    [inquired, called(9, "call_back"), called(10, "not_interested")],
    { state: "new", callBackAt: null },
  ],
])("the state of a lead after a restore: %s", (_, events, standing) => {
  expect(standingOf(events)).toMatchObject({ state: "archived" });
  expect(standingOf([...events, restored(12)])).toMatchObject(standing);
});

test("another inquiry or a booking reopens an archived lead, and restoring it afterward has no effect", () => {
  const put = [inquired, called(9, "call_back"), archived(10)];
  const inquiredAgain: LeadEvent = { kind: "inquired", at: at(11) };
  expect(standingOf([...put, inquiredAgain, restored(12)]).state).toBe("new");
  expect(standingOf([...put, called(11, "booked"), restored(12)]).state).toBe("customer");
});

test("the state includes who archived the lead, by hand or with a call, until it is restored", () => {
  const byHand: LeadEvent = { kind: "archived", at: at(10), reason: "moved", by: "ada" };
  expect(standingOf([inquired, byHand])).toMatchObject({ archivedBy: "ada" });
  expect(standingOf([inquired, archived(10)])).toMatchObject({ archivedBy: null });
  expect(standingOf([inquired, byHand, restored(11)])).toMatchObject({ archivedBy: null });
  const byCall: LeadEvent = {
    ...{ kind: "called", at: at(12), outcome: "wrong_number", callBackAt: null, by: "bea" },
  };
  expect(standingOf([inquired, byHand, byCall])).toMatchObject({
    ...{ archiveReason: "wrong_number", archivedBy: "bea" },
  });
});

test("events that arrive in reverse order give the same state, because each counts at its own time", () => {
  const events = [inquired, called(9, "call_back"), archived(10), restored(11)];
  expect(standingOf(events.toReversed())).toEqual(standingOf(events));
});
