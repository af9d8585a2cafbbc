// The usual times for a callback, within business hours. Pure.

import { minuteMs } from "#contract/durations.ts";
import { type BusinessHours, openSpansOf } from "#contract/open-time.ts";
import { dayAfter, dayIn, instantAt } from "#contract/zones.ts";

export type CallbackTime = { kind: "inAnHour" | "today" | "nextDay"; at: Date };

/** The times offered today, in the afternoon. */
const todays = ["14:00", "16:00"];
/** The time offered on the next open day, unless the practice opens later. */
const morning = "09:00";
/**
 * A usual time that is closer than this to "in an hour" isn't offered, because the two would be
 * nearly the same.
 */
const apartMs = 15 * minuteMs;

/**
 * Returns the times to offer: in an hour, 2 pm and 4 pm if the practice is open then today, and the
 * morning of its next open day within two weeks.
 */
export function callbackTimes(now: Date, hours: BusinessHours): CallbackTime[] {
  const inAnHour = new Date(now.getTime() + 60 * minuteMs);
  const today = dayIn(now, hours.timeZone);
  const later = todays.flatMap((time) => {
    const at = isOpenAt(today, time, hours) && instantAt(`${today}T${time}`, hours.timeZone);
    return at && at.getTime() - inAnHour.getTime() >= apartMs ? at : [];
  });
  const nextDay = morningOfNextOpenDay(today, hours);
  return [
    { kind: "inAnHour", at: inAnHour },
    ...later.map((at) => ({ kind: "today", at }) as const),
    ...(nextDay ? [{ kind: "nextDay", at: nextDay } as const] : []),
  ];
}

function morningOfNextOpenDay(today: string, hours: BusinessHours): Date | null {
  for (let days = 1; days <= 14; days += 1) {
    const day = dayAfter(today, days);
    const [first] = openSpansOf(day, hours);
    if (!first) continue;
    const time = isOpenAt(day, morning, hours) ? morning : first.from;
    return instantAt(`${day}T${time}`, hours.timeZone);
  }
  return null;
}

function isOpenAt(day: string, time: string, hours: BusinessHours): boolean {
  return openSpansOf(day, hours).some(({ from, to }) => from <= time && time < to);
}
