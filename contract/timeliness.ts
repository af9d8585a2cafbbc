// The limits that a first call is judged by, and the judgement: the same in the figures that the
// server keeps and on the clock that runs in the browser.

/** The goal, marked on the clock; no bucket of its own. */
export const goalMinutes = 5;
export const onTimeMinutes = 10;
export const lateAfterMinutes = 60;

const minuteMs = 60_000;

/** Calls on time: under 10 minutes, under 60 minutes, late. */
export type Bucket = "lt10" | "lt60" | "other";

/** Exact to the millisecond: at 10:00.000 a call is no longer under ten minutes. */
export function bucketOf(elapsedMs: number): Bucket {
  if (elapsedMs < onTimeMinutes * minuteMs) return "lt10";
  return elapsedMs < lateAfterMinutes * minuteMs ? "lt60" : "other";
}
