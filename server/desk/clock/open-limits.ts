// A first call's limits in open time. Pure.
import { minuteMs } from "#contract/durations.ts";
import { afterOpenMinutes, type BusinessHours } from "#contract/open-time.ts";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";

type Limits = { onTimeUntil: Date; lateAt: Date };

/**
 * Returns when a clock's first call stops being on time and when it becomes late, in open minutes.
 * A practice that opens too rarely to reach a limit would never be late, so both limits then use
 * wall time and stay in order.
 */
export function openLimits(startedAt: Date, hours: BusinessHours): Limits {
  const onTimeUntil = afterOpenMinutes(startedAt, onTimeMinutes, hours);
  const lateAt = afterOpenMinutes(startedAt, lateAfterMinutes, hours);
  if (onTimeUntil && lateAt) return { onTimeUntil, lateAt };
  const after = (minutes: number) => new Date(startedAt.getTime() + minutes * minuteMs);
  return { onTimeUntil: after(onTimeMinutes), lateAt: after(lateAfterMinutes) };
}
