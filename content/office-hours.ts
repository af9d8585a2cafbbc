// When the agency answers the phone, as part of a sentence. The Spanish version is in
// content/es/office.ts.
import type { Owner } from "#contract/content.ts";
import { owner } from "./owner.ts";

type Day = Owner["officeHours"]["days"][number];

/** The words for days and hours in a language. */
export type HoursWords = {
  days: Record<Day, string>;
  /** Names several consecutive days by the first and the last one. */
  through: (first: string, last: string) => string;
  and: string;
  hours: (from: string, to: string) => string;
  morning: string;
  afternoon: string;
  /**
   * When the office opens next, both as a long text such as "Monday at 8 am" and as a short one
   * such as "Mon 8 am".
   */
  opens: (day: Day, hour: string) => { at: string; short: string };
};

const week: readonly Day[] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const { days, from, to } = owner.officeHours;

const names: HoursWords["days"] = {
  ...{ Mon: "Monday", Tue: "Tuesday", Wed: "Wednesday", Thu: "Thursday", Fri: "Friday" },
  ...{ Sat: "Saturday", Sun: "Sunday" },
};

const words: HoursWords = {
  days: names,
  through: (first, last) => `${first} through ${last}`,
  and: " and ",
  hours: (from, to) => `, ${from} to ${to}`,
  morning: "am",
  afternoon: "pm",
  opens: (day, hour) => ({ at: `${names[day]} at ${hour}`, short: `${day} ${hour}` }),
};

/** The hours as a text, such as "Monday through Friday, 8 am to 6 pm". */
export const phoneHours = hoursIn(words);

/** When the office opens on each of its days, in words. */
export const phoneOpenings = openingsIn(words);

export function hoursIn(words: HoursWords): string {
  return daysText(words) + words.hours(hourText(from, words), hourText(to, words));
}

export function openingsIn(words: HoursWords): Record<string, ReturnType<HoursWords["opens"]>> {
  return Object.fromEntries(days.map((day) => [day, words.opens(day, hourText(from, words))]));
}

function hourText(hour: number, { morning, afternoon }: HoursWords): string {
  return `${hour % 12 || 12} ${hour % 24 < 12 ? morning : afternoon}`;
}

function daysText({ days: names, through, and }: HoursWords): string {
  const places = week.flatMap((day, at) => (days.includes(day) ? [at] : []));
  const sorted = week.filter((day) => days.includes(day)).map((day) => names[day]);
  const [first = "", last = ""] = [sorted[0], sorted.at(-1)];
  const isRow = (places.at(-1) ?? 0) - (places[0] ?? 0) === places.length - 1;
  if (sorted.length > 2 && isRow) return through(first, last);
  return [sorted.slice(0, -1).join(", "), last].filter(Boolean).join(and);
}
