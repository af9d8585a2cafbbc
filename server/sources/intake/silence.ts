// Tells whether a source has been silent for an unusually long time, judging by its own history.
// Pure.
import { hourMs } from "#contract/durations.ts";
import { type BusinessHours, openTimesBetween } from "#contract/open-time.ts";

/** How far back the history goes. */
export const historyDays = 30;
/** With fewer leads, it's unclear what is usual. */
export const minLeads = 10;
/** Half a business day: shorter silences aren't worth a notice. */
const floorMs = 4 * hourMs;
/** If leads come at random, a gap of three times the 95th percentile is one in thousands. */
const timesUsual = 3;
/** If all leads arrive overnight, all gaps are about as long as the longest. */
const timesLongest = 1.5;

/**
 * Counts open time: nights and weekends don't count as silence. Uses wall time for a practice that
 * is never open. `leadTimes` may be in any order.
 */
export function isSilent(leadTimes: Date[], hours: BusinessHours, now: Date): boolean {
  if (!isQuiet(leadTimes, now)) return false;
  const gap = usualGap(leadTimes, hours, now);
  return gap !== null && gap.currentMs > gap.silentAfterMs;
}

/** Measured in open time. `usualMs`: 95% of the gaps between two leads are at most this long. */
export type UsualGap = { usualMs: number; silentAfterMs: number; currentMs: number };

/** Returns the usual gap, or null if there are too few leads to tell. */
export function usualGap(leadTimes: Date[], hours: BusinessHours, now: Date): UsualGap | null {
  const times = inHistory(leadTimes, now);
  if (times.length < minLeads) return null;
  const openUntil = openTimeUntil(new Date(historyFrom(now)), now, hours);
  const opened = [...times, now.getTime()].map(openUntil);
  const gaps = opened.slice(1).map((at, index) => at - (opened[index] ?? 0));
  const currentMs = gaps.pop() ?? 0;
  gaps.sort((one, other) => one - other);
  const usualMs = gaps[Math.ceil(gaps.length * 0.95) - 1] ?? 0;
  const longestMs = gaps.at(-1) ?? 0;
  const silentAfterMs = Math.max(floorMs, timesUsual * usualMs, timesLongest * longestMs);
  return { usualMs, silentAfterMs, currentMs };
}

/**
 * Checks, without the practice's hours, whether it may be silent. Open time is never longer than
 * wall time.
 */
export function isQuiet(leadTimes: Date[], now: Date): boolean {
  const times = inHistory(leadTimes, now);
  const last = times.at(-1) ?? now.getTime();
  return times.length >= minLeads && now.getTime() - last > floorMs;
}

/** Returns the sorted times. */
function inHistory(leadTimes: Date[], now: Date): number[] {
  return leadTimes
    .map((at) => at.getTime())
    .filter((at) => at > historyFrom(now) && at <= now.getTime())
    .toSorted((one, other) => one - other);
}

function historyFrom(now: Date): number {
  return now.getTime() - historyDays * 24 * hourMs;
}

/** Returns a function that measures the open time from the first moment until a given one. */
function openTimeUntil(from: Date, to: Date, hours: BusinessHours): (at: number) => number {
  const spans = [...openTimesBetween(from, to, hours)];
  if (spans.length === 0) return (at) => at;
  return (at) =>
    spans.reduce(
      (sum, { opensAt, closesAt }) => sum + Math.max(0, Math.min(at, closesAt) - opensAt),
      0,
    );
}
