// Computes when to call a lead again after no answer, by the practice's plan. Pure.
import type { Client } from "./accounts.ts";
import type { AttemptGap } from "./attempt-plan.ts";
import { warningsOf } from "./call-warnings.ts";
import { hourMs } from "./durations.ts";
import type { Lead } from "./leads.ts";
import { afterOpenMinutes, type BusinessHours } from "./open-time.ts";
import { dayAfter, dayIn, hourIn, momentAt, startOfDay } from "./zones.ts";

/**
 * `next`: the attempt with this number is due at this time, which is null if the practice is never
 * open. `done`: all attempts were made.
 */
export type NextAttempt =
  | { kind: "next"; number: number; of: number; dueAt: Date | null }
  | { kind: "done"; made: number };

type Planned = Pick<Client, "attemptGaps"> & BusinessHours;

/** A lead that can't be called within this many steps of the search doesn't get a due time. */
const maxSteps = 500;
const stepMinutes = 15;

const noon = 12;
/**
 * When to call in the afternoon, if the practice is open then. It's for an attempt in the other
 * half of the day.
 */
const afternoon = "14:00";

/** Returns the next attempt, or null if the plan doesn't apply to this lead. */
export function nextAttempt(lead: Lead, client: Planned): NextAttempt | null {
  const isUnanswered = lead.lastOutcome === "no_answer" || lead.lastOutcome === "voicemail";
  if (lead.state !== "new" || lead.uncalledSince || lead.doNotCall || lead.openCall) return null;
  if (!isUnanswered || !lead.lastCalledAt) return null;
  const gap = client.attemptGaps[lead.attempts - 1];
  if (!gap) return { kind: "done", made: lead.attempts };
  const from = afterGap(new Date(lead.lastCalledAt), gap, client);
  const dueAt = from && callableFrom(lead, from, client);
  return { kind: "next", number: lead.attempts + 1, of: client.attemptGaps.length + 1, dueAt };
}

/** Returns when the gap after a call ends, or null if the practice is never open. */
function afterGap(called: Date, gap: AttemptGap, hours: BusinessHours): Date | null {
  const count = Number.parseInt(gap, 10);
  if (gap.endsWith("h")) return new Date(called.getTime() + count * hourMs);
  const { timeZone } = hours;
  const isMorning = gap === "morning";
  const earliest = dayAfter(dayIn(called, timeZone), isMorning ? 1 : count);
  const opens = openFrom(startOfDay(earliest, timeZone), hours);
  if (!opens || isMorning || hourIn(called, timeZone) >= noon) return opens;
  const later = momentAt(dayIn(opens, timeZone), afternoon, timeZone);
  return later > opens ? later : opens;
}

/**
 * Returns the next time at which the practice is open, the law allows a call where the person is,
 * and there weren't too many calls.
 */
function callableFrom(lead: Lead, from: Date, hours: BusinessHours): Date | null {
  let at = openFrom(from, hours);
  for (let step = 0; at && step < maxSteps; step += 1) {
    if (warningsOf(lead, at, hours.timeZone).length === 0) return at;
    const next = afterOpenMinutes(at, stepMinutes, hours);
    at = next && openFrom(next, hours);
  }
  return null;
}

/**
 * Returns the moment itself or, if the practice is closed, its next opening. The end of a span is
 * exclusive.
 */
function openFrom(at: Date, hours: BusinessHours): Date | null {
  const opened = afterOpenMinutes(new Date(at.getTime() + 1), 0, hours);
  return opened && opened.getTime() === at.getTime() + 1 ? at : opened;
}
