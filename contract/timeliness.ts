// The time limits for a first call and the bucket rule, used by both the server's figures and the
// browser's clock.
import { minuteMs } from "./durations.ts";

/** The goal, which is marked on the clock but doesn't count in the figures. */
export const goalMinutes = 5;
export const onTimeMinutes = 10;
export const lateAfterMinutes = 60;

/**
 * After this many business minutes since we received a lead, alerts go out if no one has seen or
 * called it.
 */
export const unseenAfterMinutes = 5;
export const uncalledAfterMinutes = 10;

/**
 * For each limit, the latest start of a clock that has reached it by `asOf`. A clock that started
 * at `late` or earlier has run for 60 minutes or more. If only business hours count and the
 * practice is closed, `asOf` is when it last closed.
 */
export type ClockStarts = { asOf: Date; goal: Date; onTime: Date; late: Date };

/** Returns the starts if all hours count. */
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

/** A clock's limits, in milliseconds. They use the same zero point as the call's time. */
export type TimeLimits = { onTimeUntil: number; lateAt: number };

const wallLimits: TimeLimits = {
  onTimeUntil: onTimeMinutes * minuteMs,
  lateAt: lateAfterMinutes * minuteMs,
};

/**
 * Applies the bucket rule, which `server/desk/clock/time-limits.ts` repeats in SQL. Exact to the
 * millisecond: a call at 10:00.000 isn't within ten minutes anymore.
 */
export function bucketOf(calledMs: number, limits: TimeLimits = wallLimits): Bucket {
  if (calledMs < limits.onTimeUntil) return "lt10";
  return calledMs < limits.lateAt ? "lt60" : "other";
}
