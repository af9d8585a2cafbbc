// Computes the day when a closed office opens next. Holidays aren't considered.

export const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;

export type OfficeHours = {
  /** The time zone of the hours as an IANA name. */
  timeZone: string;
  /** The name of the time zone, as shown to visitors. */
  zoneName: string;
  days: readonly (typeof weekdays)[number][];
  /** The hours of opening and closing; `to` is exclusive. */
  from: number;
  to: number;
};

/**
 * Returns the day when the office opens next, or null if it's open. It uses only Intl, because
 * public pages contain this function as an inline script.
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
