// Decides how far back to fetch a form's leads, and which times a lead can have. Pure.
import { hourMs } from "#contract/durations.ts";

/** How many days Meta keeps leads available. */
export const maxBackfillDays = 90;
/**
 * How many hours overlap with the previous run, because a lead may be listed late and clocks
 * differ.
 */
export const overlapHours = 6;

const maxBackfillMs = maxBackfillDays * 24 * hourMs;

/**
 * Returns the start of the period to fetch. `until` is when the last complete run began; null if
 * there was none.
 */
export function backfillSince(until: Date | null, now: Date): Date {
  const earliest = now.getTime() - maxBackfillMs;
  const wanted = until === null ? earliest : until.getTime() - overlapHours * hourMs;
  return new Date(Math.max(earliest, wanted));
}

/** Checks whether Meta could still have had a lead from this time when we received the lead. */
export function isPossibleTime(submittedAt: Date, receivedAt: Date): boolean {
  const agoMs = receivedAt.getTime() - submittedAt.getTime();
  return agoMs >= 0 && agoMs <= maxBackfillMs + overlapHours * hourMs;
}
