// How far back to fetch a form's leads, and which lead times are possible. Pure.
import { hourMs } from "#contract/durations.ts";

/** How long Meta keeps leads available. */
export const maxBackfillDays = 90;
/** A lead may be listed some time after it was submitted, and clocks differ. */
export const overlapHours = 6;

const maxBackfillMs = maxBackfillDays * 24 * hourMs;

/**
 * Returns the start of the period to fetch. `until`: when the last complete run began; null if
 * there was no run yet.
 */
export function backfillSince(until: Date | null, now: Date): Date {
  const earliest = now.getTime() - maxBackfillMs;
  const wanted = until === null ? earliest : until.getTime() - overlapHours * hourMs;
  return new Date(Math.max(earliest, wanted));
}

/** Checks whether Meta could have had a lead from this time when we received it. */
export function isPossibleTime(submittedAt: Date, receivedAt: Date): boolean {
  const agoMs = receivedAt.getTime() - submittedAt.getTime();
  return agoMs >= 0 && agoMs <= maxBackfillMs + overlapHours * hourMs;
}
