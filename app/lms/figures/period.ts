// The period and the reading of the figures, stored in the URL, so that a link can be shared and
// survives a reload. Days are in the practice's time zone.
import { periodWords } from "#content/desk/figures.ts";
import type { FigureQuery } from "#contract/figures.ts";

export type PeriodName = keyof typeof periodWords.names;

/** `from` and `to` are dates (2026-03-17), both inclusive, only for `days`; null: open-ended. */
export type Period = { name: PeriodName; from: string | null; to: string | null };
export type Reading = FigureQuery["reading"];

/** An invalid period means all time; a reversed range is swapped. */
export function readPeriod(search: URLSearchParams): Period {
  const name = (Object.keys(periodWords.names) as PeriodName[]).find(
    (one) => one === search.get("period"),
  );
  if (name !== "days") return { name: name ?? "all", from: null, to: null };
  const from = readDay(search.get("from"));
  const to = readDay(search.get("to"));
  return from && to && from > to ? { name, from: to, to: from } : { name, from, to };
}

export function readReading(search: URLSearchParams): Reading {
  return search.get("reading") === "open" ? "open" : "wall";
}

/** The URL parameters that the figures depend on, for links between their pages. */
export function figuresSearch(search: URLSearchParams): URLSearchParams {
  const kept = ["period", "from", "to", "reading", "campaign", "client"];
  return new URLSearchParams([...search].filter(([name]) => kept.includes(name)));
}

/** "last 30 days", "March 1 to March 17, 2026": used in a sentence and in a heading. */
export function periodText({ name, from, to }: Period): string {
  if (name !== "days" || (!from && !to)) {
    return name === "days" ? periodWords.names.all : periodWords.names[name];
  }
  if (from && to) return from === to ? dayText(from) : periodWords.span(dayText(from), dayText(to));
  return from ? periodWords.since(dayText(from)) : periodWords.until(dayText(to ?? ""));
}

function dayText(day: string): string {
  return new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "medium" }).format(
    new Date(`${day}T00:00:00Z`),
  );
}

function readDay(text: string | null): string | null {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  const day = new Date(`${text}T00:00:00Z`);
  // `Date` would turn 2026-02-30 into March 2.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null;
}
