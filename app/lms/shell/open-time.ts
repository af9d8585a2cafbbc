// How long clocks have run in business hours. Pure. The server has the same rule for the order of
// the queue (`openStarts`), with a library that is too large for a browser.
import { dayAfter, dayIn, instantAt } from "#app/ui/zones.ts";
import type { Holiday, OpenSpan, OpenWeek } from "#contract/open-hours.ts";
import {
  type ClockStarts,
  goalMinutes,
  lateAfterMinutes,
  onTimeMinutes,
  wallStarts,
} from "#contract/timeliness.ts";

export type BusinessHours = { timeZone: string; week: OpenWeek; holidays: Holiday[] };

/** From when to when the practice is open, in milliseconds. */
type Opening = { from: number; to: number };

const minuteMs = 60_000;
/** A practice that is closed for this many days in a row counts as never open, as on the server. */
const maxClosedDays = 366;

/** When a clock that started then has run that many open minutes; null: never. */
export function afterOpenMinutes(start: Date, minutes: number, hours: BusinessHours): Date | null {
  let leftMs = minutes * minuteMs;
  // Two spans may overlap in the night that skips an hour: no minute counts twice.
  let countedTo = start.getTime();
  const firstDay = dayIn(start, hours.timeZone);
  for (let days = 0; days <= maxClosedDays; days += 1) {
    for (const opening of openingsOf(dayAfter(firstDay, days), hours)) {
      const from = Math.max(opening.from, countedTo);
      const roomMs = opening.to - from;
      if (roomMs <= 0) continue;
      if (leftMs <= roomMs) return new Date(from + leftMs);
      leftMs -= roomMs;
      countedTo = opening.to;
    }
  }
  return null;
}

/** The latest start of a clock that has run that many open minutes at `at`; null: there is none. */
export function beforeOpenMinutes(at: Date, minutes: number, hours: BusinessHours): Date | null {
  let leftMs = minutes * minuteMs;
  let countedFrom = at.getTime();
  const lastDay = dayIn(at, hours.timeZone);
  for (let days = 0; days <= maxClosedDays; days += 1) {
    for (const opening of openingsOf(dayAfter(lastDay, -days), hours).toReversed()) {
      const to = Math.min(opening.to, countedFrom);
      const roomMs = to - opening.from;
      if (roomMs <= 0) continue;
      if (leftMs <= roomMs) return new Date(to - leftMs);
      leftMs -= roomMs;
      countedFrom = opening.from;
    }
  }
  return null;
}

/** As the server measures the order of the queue; all hours if the practice is never open. */
export function openStarts(at: Date, hours: BusinessHours): ClockStarts {
  const asOf = beforeOpenMinutes(at, 0, hours);
  const goal = beforeOpenMinutes(at, goalMinutes, hours);
  const onTime = beforeOpenMinutes(at, onTimeMinutes, hours);
  const late = beforeOpenMinutes(at, lateAfterMinutes, hours);
  return asOf && goal && onTime && late ? { asOf, goal, onTime, late } : wallStarts(at);
}

/** Open time from one moment to another, in milliseconds, counted up to `enough`. */
export function openMsBetween(start: Date, end: Date, enough: number, hours: BusinessHours) {
  let counted = 0;
  let countedTo = start.getTime();
  const lastDay = dayIn(end, hours.timeZone);
  for (let day = dayIn(start, hours.timeZone); day <= lastDay; day = dayAfter(day, 1)) {
    for (const opening of openingsOf(day, hours)) {
      const from = Math.max(opening.from, countedTo);
      const to = Math.min(opening.to, end.getTime());
      if (to <= from) continue;
      counted += to - from;
      countedTo = to;
    }
    if (counted >= enough) return enough;
  }
  return counted;
}

/** Opening is inclusive, closing is not. */
export function isOpenAt(at: Date, hours: BusinessHours): boolean {
  const now = at.getTime();
  return openingsOf(dayIn(at, hours.timeZone), hours).some(
    ({ from, to }) => from <= now && now < to,
  );
}

/** A day's spans; none on a holiday. */
export function openSpansOf(day: string, { week, holidays }: BusinessHours): OpenSpan[] {
  if (holidays.some(({ date }) => date === day)) return [];
  return week[new Date(`${day}T00:00Z`).getUTCDay()] ?? [];
}

/** Computed once per day and hours: rows ask each second, and time zones are slow. */
const known = new WeakMap<BusinessHours, Map<string, Opening[]>>();

function openingsOf(day: string, hours: BusinessHours): Opening[] {
  const days = known.get(hours) ?? new Map<string, Opening[]>();
  known.set(hours, days);
  const cached = days.get(day);
  if (cached) return cached;
  const openings = openSpansOf(day, hours).flatMap((span) => openingOf(day, span, hours.timeZone));
  days.set(day, openings);
  return openings;
}

function openingOf(day: string, { from, to }: OpenSpan, timeZone: string): Opening | [] {
  const opens = instantAt(`${day}T${from}`, timeZone);
  const end = to === "24:00" ? `${dayAfter(day, 1)}T00:00` : `${day}T${to}`;
  const closes = instantAt(end, timeZone);
  return opens && closes ? { from: opens.getTime(), to: closes.getTime() } : [];
}
