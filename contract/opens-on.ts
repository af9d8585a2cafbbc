// The day when a closed office opens next, not considering holidays.

export const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

export type OfficeHours = {
  /** IANA name of the hours' time zone. */
  timeZone: string;
  /** The zone's name, as shown to visitors. */
  zoneName: string;
  days: readonly (typeof weekdays)[number][];
  /** Hours of the day; `to` is exclusive. */
  from: number;
  to: number;
};

/**
 * Returns the day when the office opens next, or null if it's open. Uses only Intl, because public
 * pages include it as an inline script.
 */
export function opensOn(moment: Date, { timeZone, days, from, to }: OfficeHours) {
  const parts = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone, weekday: "short", hour: "numeric", hourCycle: "h23" },
  }).formatToParts(moment);
  const part = (type: string) => parts.find((one) => one.type === type)?.value;
  const today = (weekdays as readonly string[]).indexOf(part("weekday") ?? "");
  const hour = Number(part("hour"));
  const isDay = (day: number) => days.some((one) => one === weekdays[day]);
  if (isDay(today) && from <= hour && hour < to) return null;
  const firstDay = today + (hour < from ? 0 : 1);
  const order = weekdays.map((_, later) => (firstDay + later) % weekdays.length);
  return weekdays[order.find(isDay) ?? today] ?? null;
}
