// Whether a source has been silent for unusually long, by its own history. Pure.
import { type Hours, openTimesBetween } from "#server/clock/open-hours.ts";

/** How far back its history counts. */
export const historyDays = 30;
/** Fewer leads say nothing about what is usual. */
export const minLeads = 10;
const hourMs = 60 * 60_000;
/** Half a business day: nobody needs to hear of less. */
const floorMs = 4 * hourMs;
/** Of leads that come at random, a gap of three times the 95th percentile is one in thousands. */
const timesUsual = 3;
/** Leads that come at night, together, leave gaps of nothing but the longest. */
const timesLongest = 1.5;

/**
 * Counts open time: nights and weekends are no silence. A practice that is never open is counted by
 * wall time. `leadTimes` in any order.
 */
export function isSilent(leadTimes: Date[], hours: Hours, now: Date): boolean {
  const from = historyFrom(now);
  const times = inHistory(leadTimes, now);
  if (!isQuiet(leadTimes, now)) return false;
  const openUntil = openTimeUntil(new Date(from), now, hours);
  const opened = [...times, now.getTime()].map(openUntil);
  const gaps = opened.slice(1).map((at, index) => at - (opened[index] ?? 0));
  const current = gaps.pop() ?? 0;
  gaps.sort((one, other) => one - other);
  const usual = gaps[Math.ceil(gaps.length * 0.95) - 1] ?? 0;
  const longest = gaps.at(-1) ?? 0;
  return current > Math.max(floorMs, timesUsual * usual, timesLongest * longest);
}

/** Without the practice's hours: whether it may be silent. Open time is never longer than wall time. */
export function isQuiet(leadTimes: Date[], now: Date): boolean {
  const times = inHistory(leadTimes, now);
  const last = times.at(-1) ?? now.getTime();
  return times.length >= minLeads && now.getTime() - last > floorMs;
}

/** In order. */
function inHistory(leadTimes: Date[], now: Date): number[] {
  return leadTimes
    .map((at) => at.getTime())
    .filter((at) => at > historyFrom(now) && at <= now.getTime())
    .toSorted((one, other) => one - other);
}

function historyFrom(now: Date): number {
  return now.getTime() - historyDays * 24 * hourMs;
}

/** The open time from the beginning until a moment. */
function openTimeUntil(from: Date, to: Date, hours: Hours): (at: number) => number {
  const spans = openTimesBetween(from, to, hours);
  if (spans.length === 0) return (at) => at;
  return (at) =>
    spans.reduce(
      (sum, { opensAt, closesAt }) => sum + Math.max(0, Math.min(at, closesAt) - opensAt),
      0,
    );
}
