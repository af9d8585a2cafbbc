// When the agency answers the phone, as a sentence. content/es/office.ts has it in Spanish.
import type { Owner } from "#contract/content.ts";
import { owner } from "./owner.ts";

type Day = Owner["officeHours"]["days"][number];

/** How a language says days and hours. */
export type HoursWords = {
  days: Record<Day, string>;
  /** Several days in a row, by the first and the last. */
  through: (first: string, last: string) => string;
  and: string;
  hours: (from: string, to: string) => string;
  morning: string;
  afternoon: string;
};

const week: readonly Day[] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const { days, from, to } = owner.officeHours;

/** "Monday through Friday, 8 am to 6 pm". */
export const phoneHours = hoursIn({
  days: {
    ...{ Mon: "Monday", Tue: "Tuesday", Wed: "Wednesday", Thu: "Thursday", Fri: "Friday" },
    ...{ Sat: "Saturday", Sun: "Sunday" },
  },
  through: (first, last) => `${first} through ${last}`,
  and: " and ",
  hours: (from, to) => `, ${from} to ${to}`,
  morning: "am",
  afternoon: "pm",
});

export function hoursIn(words: HoursWords): string {
  const hour = (of: number) => `${of % 12 || 12} ${of % 24 < 12 ? words.morning : words.afternoon}`;
  return daysText(words) + words.hours(hour(from), hour(to));
}

function daysText({ days: names, through, and }: HoursWords): string {
  const places = week.flatMap((day, at) => (days.includes(day) ? [at] : []));
  const sorted = week.filter((day) => days.includes(day)).map((day) => names[day]);
  const [first = "", last = ""] = [sorted[0], sorted.at(-1)];
  const isRow = (places.at(-1) ?? 0) - (places[0] ?? 0) === places.length - 1;
  if (sorted.length > 2 && isRow) return through(first, last);
  return [sorted.slice(0, -1).join(", "), last].filter(Boolean).join(and);
}
