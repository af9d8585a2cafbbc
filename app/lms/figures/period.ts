// The figures' period and counting mode. They are stored in the URL, so a link can be shared and
// survives a reload. Days are in the practice's time zone.
import { periodWords } from "#content/desk/figures.ts";
import { type CountingMode, countingModes } from "#contract/figures.ts";
import { dateText } from "#contract/moment-text.ts";
import { dayAfter, dayFrom, dayIn, startOfDay } from "#contract/zones.ts";

export type PeriodName = keyof typeof periodWords.names;

/**
 * `from` and `to` are dates such as 2026-03-17, both inclusive, and are used only for the period
 * `days`. Null means that the period is open-ended.
 */
export type Period = { name: PeriodName; from: string | null; to: string | null };
export type Reading = CountingMode;

/** Reads the period from the URL. An invalid period means all time; a reversed range is swapped. */
export function readPeriod(search: URLSearchParams): Period {
  const name = (Object.keys(periodWords.names) as PeriodName[]).find(
    (one) => one === search.get("period"),
  );
  if (name !== "days") return { name: name ?? "all", from: null, to: null };
  const from = readDay(search.get("from"));
  const to = readDay(search.get("to"));
  return from && to && from > to ? { name, from: to, to: from } : { name, from, to };
}

/** Returns the counting mode in the URL, or else the practice's. */
export function readReading(search: URLSearchParams, remembered: Reading): Reading {
  return countingModes.find((one) => one === search.get("reading")) ?? remembered;
}

/** Returns the URL parameters that the figures depend on, for links between the figures pages. */
export function figuresSearch(search: URLSearchParams): URLSearchParams {
  const kept = ["period", "from", "to", "reading", "campaign", "client"];
  return new URLSearchParams([...search].filter(([name]) => kept.includes(name)));
}

/**
 * Returns the time from the start of the first day (inclusive) to the start of the day after the
 * last one (exclusive). Days with a daylight saving change have 23 or 25 hours.
 */
export function instantsOf(
  { name, from, to }: Period,
  now: Date,
  timeZone: string,
): { from?: string; to?: string } {
  const today = dayIn(now, timeZone);
  const startOf = (day: string) => startOfDay(day, timeZone).toISOString();
  switch (name) {
    case "all":
      return {};
    case "today":
      return { from: startOf(today) };
    case "7d":
      return { from: startOf(dayAfter(today, -6)) };
    case "30d":
      return { from: startOf(dayAfter(today, -29)) };
    case "month":
      return { from: startOf(`${today.slice(0, 8)}01`) };
    case "days":
      return { ...(from && { from: startOf(from) }), ...(to && { to: startOf(dayAfter(to, 1)) }) };
  }
}

/**
 * Returns the period as a text such as "last 30 days" or "March 1 to March 17, 2026", for a
 * sentence or a heading.
 */
export function periodText({ name, from, to }: Period): string {
  if (name !== "days" || (!from && !to)) {
    return name === "days" ? periodWords.names.all : periodWords.names[name];
  }
  if (from && to) return from === to ? dayText(from) : periodWords.span(dayText(from), dayText(to));
  return from ? periodWords.since(dayText(from)) : periodWords.until(dayText(to ?? ""));
}

function dayText(day: string): string {
  return dateText(`${day}T00:00:00Z`, "UTC");
}

function readDay(text: string | null): string | null {
  const [year, month, day] = text?.split("-").map(Number) ?? [];
  const read = year && month && day ? dayFrom(year, month, day) : null;
  return read === text ? read : null;
}
