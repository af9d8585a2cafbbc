import { expect, test } from "vitest";
import type { Lead } from "#contract/leads.ts";
import type { OpenWeek } from "#contract/open-hours.ts";
import { nextTry } from "./attempt-plan.ts";

const office = [{ from: "08:00", to: "17:00" }];
const week: OpenWeek = [[], office, office, office, office, office, []];
const client = {
  timeZone: "America/New_York",
  week,
  holidays: [{ date: "2026-03-19", name: "Closed" }],
  attempts: 5,
  attemptGapHours: 20,
};
const at = (local: string) => new Date(`${local}-04:00`);

/** Called without success on Tuesday, March 17, at that time. */
function tried(change: Partial<Lead> = {}, called = "2026-03-17T09:00:00"): Lead {
  const none = { uncalledSince: null, doNotCall: null, openCall: null, thirdLastCalledAt: null };
  const lead = { state: "new", lastOutcome: "no_answer", attempts: 1, timeZones: [], ...none };
  return { ...lead, lastCalledAt: at(called).toISOString(), ...change } as unknown as Lead;
}

test.each([
  [
    "twenty business hours later, two hours later in the day",
    "2026-03-16T09:00:00",
    "2026-03-18T11:00:00",
  ],
  ["a holiday and a weekend do not count", "2026-03-18T16:00:00", "2026-03-24T09:00:00"],
  ["called in the evening, from the next opening", "2026-03-20T20:00:00", "2026-03-25T10:00:00"],
  ["exactly at closing means the next opening", "2026-03-20T15:00:00", "2026-03-24T17:00:00"],
])("%s", (_, called, due) => {
  const expected = due.endsWith("T17:00:00") ? at("2026-03-25T08:00:00") : at(due);
  expect(nextTry(tried({}, called), client)).toEqual({
    kind: "next",
    number: 2,
    of: 5,
    dueAt: expected,
  });
});

test("the next attempt is between 8 am and 8 pm for both the person and the practice", () => {
  const always = week.map(() => [{ from: "00:00", to: "24:00" }]);
  const late = { ...client, week: always, holidays: [], attemptGapHours: 12 };
  // 9:30 pm is too late: the next morning.
  expect(nextTry(tried({}, "2026-03-17T09:30:00"), late)).toMatchObject({
    dueAt: at("2026-03-18T08:00:00"),
  });
  // Eight in Tampa is five in Los Angeles.
  const west = tried({ timeZones: ["America/Los_Angeles"] }, "2026-03-17T20:00:00");
  expect(nextTry(west, late)).toMatchObject({ dueAt: at("2026-03-18T11:00:00") });
});

test("the next attempt is never the fourth call within 24 hours", () => {
  const hourly = { ...client, attemptGapHours: 1 };
  const thirdLastCalledAt = at("2026-03-17T08:00:00").toISOString();
  expect(nextTry(tried({ attempts: 3, thirdLastCalledAt }), hourly)).toMatchObject({
    number: 4,
    dueAt: at("2026-03-18T08:00:00"),
  });
});

test("the plan is done after the last attempt", () => {
  expect(nextTry(tried({ attempts: 4 }), client)).toMatchObject({ number: 5, of: 5 });
  expect(nextTry(tried({ attempts: 5 }), client)).toEqual({ kind: "done", made: 5 });
  expect(nextTry(tried({ attempts: 7 }), client)).toEqual({ kind: "done", made: 7 });
});

test.each<[string, Partial<Lead>]>([
  ["was reached", { lastOutcome: "spoke" }],
  ["asked again and waits", { uncalledSince: at("2026-03-18T09:00:00").toISOString() }],
  ["must not be called", { doNotCall: { since: "", reason: "" } }],
  ["is on the phone", { openCall: { _id: "", calledAt: "" } }],
  ["has a callback", { state: "callback" }],
  ["was never called", { lastOutcome: null, lastCalledAt: null, attempts: 0 }],
])("a lead that %s has no attempt plan", (_, change) => {
  expect(nextTry(tried(change), client)).toBeNull();
});

test("a practice that is never open has attempts, but no times", () => {
  const never = { ...client, week: week.map(() => []) };
  expect(nextTry(tried(), never)).toEqual({ kind: "next", number: 2, of: 5, dueAt: null });
});
