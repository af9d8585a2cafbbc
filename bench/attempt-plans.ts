// Compares plans for calling a lead again who didn't answer. Simulates leads that miss their first
// call, with the current and the previous plan, in several models of when people answer and how
// long they stay interested. The models are assumptions, so a plan should be better in all of them.

import { usualAttemptGaps } from "#contract/attempt-plan.ts";
import { hourMs } from "#contract/durations.ts";
import type { Lead } from "#contract/leads.ts";
import { nextAttempt } from "#contract/next-attempt.ts";
import { afterOpenMinutes, type BusinessHours } from "#contract/open-time.ts";
import { dayIn, hourIn, weekdayOf } from "#contract/zones.ts";
import type { Figure } from "./report.ts";

const leads = 4000;
const office = [{ from: "08:00", to: "17:00" }];
const hours: BusinessHours = {
  timeZone: "America/New_York",
  week: [[], office, office, office, office, office, []],
  holidays: [],
};
const firstMonday = Date.UTC(2026, 2, 16, 4);

type Model = {
  name: string;
  /**
   * The probability that a person answers in their usual half of the day, and in the other half.
   */
  answers: { usually: number; otherwise: number };
  /** After this many days, half of the people have chosen another practice. */
  halfLifeDays: number;
};

const models: Model[] = [
  { name: "by half of the day", answers: { usually: 0.35, otherwise: 0.1 }, halfLifeDays: 4 },
  { name: "at any time alike", answers: { usually: 0.22, otherwise: 0.22 }, halfLifeDays: 4 },
  { name: "interest that lasts", answers: { usually: 0.35, otherwise: 0.1 }, halfLifeDays: 14 },
  { name: "interest of a day", answers: { usually: 0.35, otherwise: 0.1 }, halfLifeDays: 1 },
];

type Plan = { name: string; next: (called: Date, attempts: number) => Date | null };

const plans: Plan[] = [
  { name: "close, then wider", next: byGaps },
  { name: "20 business hours apart, five calls", next: (called, made) => apart(called, made, 5) },
  { name: "20 business hours apart, six calls", next: (called, made) => apart(called, made, 6) },
];

function byGaps(called: Date, attempts: number): Date | null {
  const lead = {
    ...{ state: "new", lastOutcome: "no_answer", attempts, timeZones: [hours.timeZone] },
    ...{ uncalledSince: null, doNotCall: null, openCall: null, thirdLastCalledAt: null },
    lastCalledAt: called.toISOString(),
  } as unknown as Lead;
  const next = nextAttempt(lead, { ...hours, attemptGaps: usualAttemptGaps });
  return next?.kind === "next" ? next.dueAt : null;
}

/** Returns the next attempt under the previous plan. */
function apart(called: Date, attempts: number, most: number): Date | null {
  return attempts >= most ? null : afterOpenMinutes(called, 20 * 60, hours);
}

export async function attemptPlans(): Promise<Figure[]> {
  return models.flatMap((model) =>
    plans.map((plan) => {
      const results = Array.from({ length: leads }, (_, index) => follow(model, plan, index));
      const reached = results.filter(({ isReached }) => isReached).length;
      const soon = results.filter(({ isReached, days }) => isReached && days <= 2).length;
      const calls = results.reduce((sum, result) => sum + result.calls, 0);
      return {
        name: `${model.name}: ${plan.name}`,
        measured: `${share(reached)} reached, ${share(soon)} within 2 days, ${(calls / leads).toFixed(2)} calls`,
        budget: "",
        bare: "",
      };
    }),
  );
}

const share = (count: number) => `${((100 * count) / leads).toFixed(1)}%`;

/** Follows one lead from its first call, which it misses, to an answer or to the plan's end. */
function follow({ answers, halfLifeDays }: Model, plan: Plan, seed: number) {
  // The seed makes each plan simulate the same person.
  const random = randomFrom(seed + 1);
  const isOfMornings = random() < 0.5;
  const first = firstCall(random());
  const interestedUntil = first.getTime() - Math.log2(random()) * halfLifeDays * 24 * hourMs;
  let called = first;
  for (let attempts = 1; ; attempts += 1) {
    const next = plan.next(called, attempts);
    if (!next) return { isReached: false, calls: attempts, days: 0 };
    called = next;
    const isMorning = hourIn(called, hours.timeZone) < 12;
    const chance = isMorning === isOfMornings ? answers.usually : answers.otherwise;
    if (random() >= chance || called.getTime() > interestedUntil) continue;
    const days = (called.getTime() - first.getTime()) / (24 * hourMs);
    return { isReached: true, calls: attempts + 1, days };
  }
}

/** Returns a moment within a week's business hours. */
function firstCall(share: number): Date {
  const openMinutes = 5 * 9 * 60;
  const at = afterOpenMinutes(new Date(firstMonday), Math.floor(share * openMinutes), hours);
  if (!at || weekdayOf(dayIn(at, hours.timeZone)) % 6 === 0) throw new Error("Closed");
  return at;
}

/** Mulberry32: https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
