// The limits for a first call and the bucket rule, shared by the server's figures and the clock in
// the browser.
import { minuteMs } from "./durations.ts";

/** The goal, marked on the clock. The figures don't count it. */
export const goalMinutes = 5;
export const onTimeMinutes = 10;
export const lateAfterMinutes = 60;

/** Alerts go out so many open minutes after our receipt if no one has seen, or called, the lead. */
export const unseenAfterMinutes = 5;
export const uncalledAfterMinutes = 10;

/**
 * At one time, the latest start of a clock that has reached each limit: a clock that started at
 * `late` or before has run for 60 minutes or more. `asOf` is that time; if only business hours count
 * and the practice is closed, its last closing.
 */
export type ClockStarts = { asOf: Date; goal: Date; onTime: Date; late: Date };

/** Returns the starts by all hours: every hour counts. */
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

/** A clock's limits, in milliseconds on the same scale as the call's time, whatever its zero. */
export type TimeLimits = { onTimeUntil: number; lateAt: number };

const wallLimits: TimeLimits = {
  onTimeUntil: onTimeMinutes * minuteMs,
  lateAt: lateAfterMinutes * minuteMs,
};

/**
 * Applies the bucket rule, which `server/desk/clock/time-limits.ts` writes in SQL. Exact to the
 * millisecond: a call at 10:00.000 is no longer under ten minutes.
 */
export function bucketOf(calledMs: number, limits: TimeLimits = wallLimits): Bucket {
  if (calledMs < limits.onTimeUntil) return "lt10";
  return calledMs < limits.lateAt ? "lt60" : "other";
}
