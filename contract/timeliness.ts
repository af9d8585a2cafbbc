// The limits for a first call and the bucket rule, shared by the server's figures and the clock in
// the browser.

/** The goal, marked on the clock; not a bucket. */
export const goalMinutes = 5;
export const onTimeMinutes = 10;
export const lateAfterMinutes = 60;

const minuteMs = 60_000;

/**
 * How long clocks have run at one time: the latest start of a clock that has reached each limit
 * then. `asOf` is that time, or the last closing if the practice is closed and only its business
 * hours count.
 */
export type ClockStarts = { asOf: Date; goal: Date; onTime: Date; late: Date };

/** All hours count. */
export function wallStarts(asOf: Date): ClockStarts {
  const before = (minutes: number) => new Date(asOf.getTime() - minutes * minuteMs);
  return {
    asOf,
    goal: before(goalMinutes),
    onTime: before(onTimeMinutes),
    late: before(lateAfterMinutes),
  };
}

/** When the first call came: `lt10` on time, `lt60` slow, `other` late. */
export type Bucket = "lt10" | "lt60" | "other";

/** Exact to the millisecond: a call at 10:00.000 is no longer under ten minutes. */
export function bucketOf(elapsedMs: number): Bucket {
  if (elapsedMs < onTimeMinutes * minuteMs) return "lt10";
  return elapsedMs < lateAfterMinutes * minuteMs ? "lt60" : "other";
}
