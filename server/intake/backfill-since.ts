// From when on a form is asked for its leads. Pure.

/** As long as Meta keeps leads for reading. */
export const maxBackfillDays = 90;
/** A lead may be listed some time after it was sent, and clocks differ. */
export const overlapHours = 6;

const hourMs = 60 * 60_000;

/** `until`: when the last complete run began; null: there was none. */
export function backfillSince(until: Date | null, now: Date): Date {
  const earliest = now.getTime() - maxBackfillDays * 24 * hourMs;
  const wanted = until === null ? earliest : until.getTime() - overlapHours * hourMs;
  return new Date(Math.max(earliest, wanted));
}
