// How old Meta's leads can be: from when on a form is asked for them, and which times are possible.
// Pure.
import { hourMs } from "#contract/durations.ts";

/** As long as Meta keeps leads for reading. */
export const maxBackfillDays = 90;
/** A lead may be listed some time after it was sent, and clocks differ. */
export const overlapHours = 6;

const maxBackfillMs = maxBackfillDays * 24 * hourMs;

/** `until`: when the last complete run began; null: there was none. */
export function backfillSince(until: Date | null, now: Date): Date {
  const earliest = now.getTime() - maxBackfillMs;
  const wanted = until === null ? earliest : until.getTime() - overlapHours * hourMs;
  return new Date(Math.max(earliest, wanted));
}

/** Whether Meta could have had a lead of this time when we heard of it. */
export function isPossibleTime(submittedAt: Date, receivedAt: Date): boolean {
  const agoMs = receivedAt.getTime() - submittedAt.getTime();
  return agoMs >= 0 && agoMs <= maxBackfillMs + overlapHours * hourMs;
}
