// When a waiting lead plays a sound: on arrival, at the five-minute goal, and one minute before a
// call would no longer be on time. Pure.
import { minuteMs } from "#contract/durations.ts";
import { type BusinessHours, isOpenAt, openMsBetween } from "#contract/open-time.ts";
import { goalMinutes, onTimeMinutes } from "#contract/timeliness.ts";

/** Identifies a waiting inquiry, and says when its wait began. */
export type Ringing = { key: string; since: string };

const lastMark = onTimeMinutes - 1;
const marksMinutes = [0, goalMinutes, lastMark];

/**
 * Returns the hours in which this device plays sounds. Null means always: either someone chose that
 * on this device, or the practice has no business hours.
 */
export function soundingHours(
  hours: BusinessHours,
  { isAlsoWhenClosed }: { isAlsoWhenClosed: boolean },
): BusinessHours | null {
  const isNeverOpen = hours.week.every((spans) => spans.length === 0);
  return isAlsoWhenClosed || isNeverOpen ? null : hours;
}

export function maySound(now: Date, hours: BusinessHours | null): boolean {
  return hours === null || isOpenAt(now, hours);
}

/**
 * Returns the marks that each lead has passed; a sound plays for each new mark. Like the other
 * alerts, marks count only minutes within business hours.
 */
export function marksPassed(
  waiting: Ringing[],
  now: Date,
  hours: BusinessHours | null,
): Set<string> {
  return new Set(
    waiting.flatMap(({ key, since }) => {
      const waitedMs = waitedMsOf(new Date(since), now, hours);
      return marksMinutes
        .filter((mark) => mark === 0 || waitedMs >= mark * minuteMs)
        .map((mark) => `${key} ${mark}`);
    }),
  );
}

function waitedMsOf(since: Date, now: Date, hours: BusinessHours | null): number {
  if (!hours) return now.getTime() - since.getTime();
  return openMsBetween(since, now, hours, lastMark * minuteMs);
}
