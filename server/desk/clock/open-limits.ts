// Computes the limits for a clock's first call in open time. Pure.
import { minuteMs } from "#contract/durations.ts";
import { afterOpenMinutes, type BusinessHours } from "#contract/open-time.ts";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";

type Limits = { onTimeUntil: Date; lateAt: Date };

/**
 * Returns when a clock's first call stops being on time, and when it becomes late, in open minutes.
 * If the practice opens too rarely to reach a limit, both limits use wall time instead: a lead must
 * become late at some point, and the limits must stay in order.
 */
export function openLimits(startedAt: Date, hours: BusinessHours): Limits {
  const onTimeUntil = afterOpenMinutes(startedAt, onTimeMinutes, hours);
  const lateAt = afterOpenMinutes(startedAt, lateAfterMinutes, hours);
  if (onTimeUntil && lateAt) return { onTimeUntil, lateAt };
  const after = (minutes: number) => new Date(startedAt.getTime() + minutes * minuteMs);
  return { onTimeUntil: after(onTimeMinutes), lateAt: after(lateAfterMinutes) };
}
