// Formats the time of a booked call: in the visitor's time zone, and also in the owner's if clocks
// there show a different time.
import type { Language } from "./languages.ts";
import { zoneText } from "./moment-text.ts";
import { officeMomentText } from "./office-hours.ts";
import type { OfficeHours } from "./opens-on.ts";
import { localText } from "./zones.ts";

/** A time zone. `name` is set if the site has its own name for the zone, such as "Tampa time". */
type NamedZone = { timeZone: string; name?: string };

/** Returns the site's own name for a zone, if it has one. */
export function namedZone(
  timeZone: string,
  own: Pick<OfficeHours, "timeZone" | "zoneName">,
): NamedZone {
  return timeZone === own.timeZone ? { timeZone, name: own.zoneName } : { timeZone };
}

/**
 * Returns a text such as "Monday, March 9 at 7 am, Pacific Time (10 am, Tampa time)". Includes the
 * day in the owner's zone if it differs.
 */
export function bookedTimeText(
  at: Date,
  visitorsZone: string,
  own: NamedZone,
  language: Language = "en",
): string {
  const ownText = zonedText(at, own, language);
  if (showsSameTime(at, visitorsZone, own.timeZone)) return ownText;
  const visitorsText = zonedText(at, { timeZone: visitorsZone }, language);
  const [day] = visitorsText.split(timeAfter[language]);
  const [ownDay, ownTime] = ownText.split(timeAfter[language]);
  return `${visitorsText} (${day === ownDay ? ownTime : ownText})`;
}

/** The words between the day and the time, by language. */
const timeAfter = { en: " at ", es: /, a las? / } as const;

/** Returns a text such as "Monday, March 9 at 7 am, Pacific Time". */
export function zonedText(
  at: Date,
  { timeZone, name }: NamedZone,
  language: Language = "en",
): string {
  const zoneName = name ?? zoneText(at, timeZone, language);
  return officeMomentText(at, { timeZone, zoneName }, language);
}

/** Returns whether clocks in both zones show the same date and time. */
export function showsSameTime(at: Date, one: string, other: string): boolean {
  return one === other || localText(at, one) === localText(at, other);
}
