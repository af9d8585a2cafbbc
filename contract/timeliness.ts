// The limits for a first call and the bucket rule, shared by the server's figures and the clock in
// the browser.

/** The goal, marked on the clock; not a bucket. */
export const goalMinutes = 5;
export const onTimeMinutes = 10;
export const lateAfterMinutes = 60;

const minuteMs = 60_000;

/** When the first call came: `lt10` on time, `lt60` slow, `other` late. */
export type Bucket = "lt10" | "lt60" | "other";

/** Exact to the millisecond: a call at 10:00.000 is no longer under ten minutes. */
export function bucketOf(elapsedMs: number): Bucket {
  if (elapsedMs < onTimeMinutes * minuteMs) return "lt10";
  return elapsedMs < lateAfterMinutes * minuteMs ? "lt60" : "other";
}
