// When a practice is alerted to an inquiry: the steps of its ladder. Pure.
import { minuteMs } from "#contract/durations.ts";
import { afterOpenMinutes, type BusinessHours } from "#contract/open-time.ts";
import { uncalledAfterMinutes, unseenAfterMinutes } from "#contract/timeliness.ts";

export type AlertTimes = {
  /** The alert while the practice is closed, only for devices that want it; null if it is open. */
  closed: Date | null;
  now: Date;
  /** Only for an inquiry with a clock. */
  unseen: Date;
  uncalled: Date;
};

/**
 * Counts from our receipt, because a platform's delay isn't the practice's fault. `now` is delayed
 * until opening, and the others count open minutes. A practice that is never open uses wall time.
 */
export function alertTimes(receivedAt: Date, hours: BusinessHours): AlertTimes {
  const after = (minutes: number) => afterOpenMinutes(receivedAt, minutes, hours);
  const [now, unseen, uncalled] = [
    after(0),
    after(unseenAfterMinutes),
    after(uncalledAfterMinutes),
  ];
  if (now && unseen && uncalled) {
    return { closed: now > receivedAt ? receivedAt : null, now, unseen, uncalled };
  }
  const wall = (minutes: number) => new Date(receivedAt.getTime() + minutes * minuteMs);
  return {
    closed: null,
    now: receivedAt,
    unseen: wall(unseenAfterMinutes),
    uncalled: wall(uncalledAfterMinutes),
  };
}
