import { expect, test } from "vitest";
import type { AttemptGap } from "./attempt-plan.ts";
import type { Lead } from "./leads.ts";
import { nextAttempt } from "./next-attempt.ts";
import type { OpenWeek } from "./open-hours.ts";

const office = [{ from: "08:00", to: "17:00" }];
const week: OpenWeek = [[], office, office, office, office, office, []];
const client = {
  timeZone: "America/New_York",
  week,
  holidays: [{ date: "2026-03-19", name: "Closed" }],
  attemptGaps: ["3h", "morning", "2d", "4d", "7d"] as AttemptGap[],
};
const at = (local: string) => new Date(`${local}-04:00`);

/** Returns a lead that was called without success at this time, by default on Tuesday, March 17. */
function tried(change: Partial<Lead> = {}, called = "2026-03-17T09:00:00"): Lead {
  const none = { uncalledSince: null, doNotCall: null, openCall: null, thirdLastCalledAt: null };
  const lead = { state: "new", lastOutcome: "no_answer", attempts: 1, timeZones: [], ...none };
  return { ...lead, lastCalledAt: at(called).toISOString(), ...change } as unknown as Lead;
}

test.each<[string, AttemptGap, string, string]>([
  ["an attempt three hours later", "3h", "2026-03-17T09:00:00", "2026-03-17T12:00:00"],
  [
    "an attempt after closing moves to the next opening",
    "3h",
    "2026-03-17T15:00:00",
    "2026-03-18T08:00:00",
  ],
  [
    "an attempt exactly at closing moves to the next opening",
    "3h",
    "2026-03-17T14:00:00",
    "2026-03-18T08:00:00",
  ],
  [
    "an attempt after a call at night is at the next opening",
    "3h",
    "2026-03-17T23:00:00",
    "2026-03-18T08:00:00",
  ],
  ["an attempt the next morning", "morning", "2026-03-17T16:00:00", "2026-03-18T08:00:00"],
  [
    "an attempt the next morning with business hours",
    "morning",
    "2026-03-18T09:00:00",
    "2026-03-20T08:00:00",
  ],
  [
    "an attempt days after a morning call is in the afternoon",
    "1d",
    "2026-03-17T11:59:00",
    "2026-03-18T14:00:00",
  ],
  [
    "an attempt days after an afternoon call is in the morning",
    "1d",
    "2026-03-17T12:00:00",
    "2026-03-18T08:00:00",
  ],
  [
    "an attempt on a closed day moves to the next open day",
    "2d",
    "2026-03-17T09:00:00",
    "2026-03-20T14:00:00",
  ],
  ["weekends count as days", "4d", "2026-03-16T09:00:00", "2026-03-20T14:00:00"],
  ["an attempt two weeks later", "14d", "2026-03-17T13:00:00", "2026-03-31T08:00:00"],
])("the time of the next attempt: %s", (_, gap, called, due) => {
  const plan = { ...client, attemptGaps: [gap] };
  const expected = { kind: "next", number: 2, of: 2, dueAt: at(due) };
  expect(nextAttempt(tried({}, called), plan)).toEqual(expected);
});

test("an afternoon attempt is due when the practice opens, if it opens after 2 pm", () => {
  const late = [{ from: "15:00", to: "19:00" }];
  const plan = { ...client, week: week.map(() => late), attemptGaps: ["1d"] as AttemptGap[] };
  expect(nextAttempt(tried(), plan)).toMatchObject({ dueAt: at("2026-03-18T15:00:00") });
});

test("the attempts to call a lead that never answers are close together at first and then further apart", () => {
  const due: Date[] = [];
  let called = at("2026-03-16T10:00:00");
  for (let attempts = 1; ; attempts += 1) {
    const next = nextAttempt(tried({ attempts, lastCalledAt: called.toISOString() }), client);
    if (next?.kind !== "next" || !next.dueAt) break;
    due.push(next.dueAt);
    called = next.dueAt;
  }
  expect(due).toEqual([
    at("2026-03-16T13:00:00"),
    at("2026-03-17T08:00:00"),
    // The practice is closed on the 19th.
    at("2026-03-20T14:00:00"),
    at("2026-03-24T08:00:00"),
    at("2026-03-31T14:00:00"),
  ]);
});

test("the next attempt is always between 8 am and 8 pm for both the person and the practice", () => {
  const always = week.map(() => [{ from: "00:00", to: "24:00" }]);
  const open = { ...client, week: always, holidays: [], attemptGaps: ["6h"] as AttemptGap[] };
  // 9:30 pm is too late for a call, so the attempt moves to the next morning.
  expect(nextAttempt(tried({}, "2026-03-17T15:30:00"), open)).toMatchObject({
    dueAt: at("2026-03-18T08:00:00"),
  });
  // 8 am in Tampa is 5 am in Los Angeles, so the attempt moves.
  const west = tried({ timeZones: ["America/Los_Angeles"] }, "2026-03-17T20:00:00");
  expect(nextAttempt(west, open)).toMatchObject({ dueAt: at("2026-03-18T11:00:00") });
});

test("the next attempt is never the fourth call within 24 hours", () => {
  const hourly = { ...client, attemptGaps: Array<AttemptGap>(5).fill("1h") };
  const thirdLastCalledAt = at("2026-03-17T08:00:00").toISOString();
  expect(nextAttempt(tried({ attempts: 3, thirdLastCalledAt }), hourly)).toMatchObject({
    number: 4,
    dueAt: at("2026-03-18T08:00:00"),
  });
});

test("the plan's state is done after the last attempt", () => {
  expect(nextAttempt(tried({ attempts: 5 }), client)).toMatchObject({ number: 6, of: 6 });
  expect(nextAttempt(tried({ attempts: 6 }), client)).toEqual({ kind: "done", made: 6 });
  expect(nextAttempt(tried({ attempts: 8 }), client)).toEqual({ kind: "done", made: 8 });
});

test.each<[string, Partial<Lead>]>([
  ["was reached", { lastOutcome: "spoke" }],
  ["asked again and is waiting", { uncalledSince: at("2026-03-18T09:00:00").toISOString() }],
  ["must not be called", { doNotCall: { since: "", reason: "" } }],
  ["is being called", { openCall: { _id: "", calledAt: "", by: null, isUnanswered: false } }],
  ["has a callback", { state: "callback" }],
  ["was never called", { lastOutcome: null, lastCalledAt: null, attempts: 0 }],
])("no next attempt is planned for a lead that %s", (_, change) => {
  expect(nextAttempt(tried(change), client)).toBeNull();
});

test("the next attempt has no time if the practice is never open", () => {
  const never = { ...client, week: week.map(() => []) };
  const expected = { kind: "next", number: 2, of: 6, dueAt: null };
  expect(nextAttempt(tried(), { ...never, attemptGaps: client.attemptGaps })).toMatchObject(
    expected,
  );
});
