// The time limits for a first call, and the rule for its bucket. Both the server's figures and the
// browser's clock use them.
import { minuteMs } from "./durations.ts";

/** The goal in minutes. The clock shows it, but figures don't count it. */
export const goalMinutes = 5;
export const onTimeMinutes = 10;
export const lateAfterMinutes = 60;

/**
 * Alerts are sent if no one has seen or called a lead within this many business minutes after we
 * received it.
 */
export const unseenAfterMinutes = 5;
export const uncalledAfterMinutes = 10;

/**
 * The latest start of a clock that has reached each limit by `asOf`. A clock that started at `late`
 * or earlier has run for 60 minutes or more. If only business hours count and the practice is
 * closed, `asOf` is when the practice last closed.
 */
export type ClockStarts = { asOf: Date; goal: Date; onTime: Date; late: Date };

/** Returns the starts for the case that all hours count. */
export function wallStarts(asOf: Date): ClockStarts {
  const before = (minutes: number) => new Date(asOf.getTime() - minutes * minuteMs);
  return {
    asOf,
    goal: before(goalMinutes),
    onTime: before(onTimeMinutes),
    late: before(lateAfterMinutes),
  };
}

/** How soon the first call was made. `lt10`: on time. `lt60`: slow. `other`: late. */
export type Bucket = "lt10" | "lt60" | "other";

/**
 * The limits of a clock in milliseconds. They must have the same zero point as the time of the
 * call.
 */
export type TimeLimits = { onTimeUntil: number; lateAt: number };

const wallLimits: TimeLimits = {
  onTimeUntil: onTimeMinutes * minuteMs,
  lateAt: lateAfterMinutes * minuteMs,
};

/**
 * Returns the bucket of a call. `server/desk/clock/time-limits.ts` has the same rule in SQL. It's
 * exact to the millisecond: a call at 10:00.000 is no longer within ten minutes.
 */
export function bucketOf(calledMs: number, limits: TimeLimits = wallLimits): Bucket {
  if (calledMs < limits.onTimeUntil) return "lt10";
  return calledMs < limits.lateAt ? "lt60" : "other";
}
