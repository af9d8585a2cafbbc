// Computes when each step of an inquiry's alert ladder is due. Pure.
import { minuteMs } from "#contract/durations.ts";
import { afterOpenMinutes, type BusinessHours } from "#contract/open-time.ts";
import { uncalledAfterMinutes, unseenAfterMinutes } from "#contract/timeliness.ts";

export type AlertTimes = {
  /**
   * When to alert only the devices that want alerts while the practice is closed; null if it is
   * open.
   */
  closed: Date | null;
  now: Date;
  /** Used only for an inquiry with a clock. */
  unseen: Date;
  uncalled: Date;
};

/**
 * Counts from our receipt, because a platform's delay isn't the practice's fault. `now` is the next
 * opening if the practice is closed; `unseen` and `uncalled` count open minutes. For a practice
 * that is never open, all of them use wall time.
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
