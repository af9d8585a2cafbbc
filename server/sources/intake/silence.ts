// Decides whether a source has been silent for an unusually long time, by its own history. Pure.
import { hourMs } from "#contract/durations.ts";
import { type BusinessHours, openTimesBetween } from "#contract/open-time.ts";

/** How many days of history are used. */
export const historyDays = 30;
/** With fewer leads than this, it is unclear what is usual. */
export const minLeads = 10;
/** The shortest silence that is worth a notice: half a business day. */
const floorMs = 4 * hourMs;
/**
 * A silence is at least this many times as long as the 95th percentile of the gaps between leads.
 * If leads come at random, that happens once in thousands.
 */
const timesUsual = 3;
/**
 * A silence is at least this many times as long as the longest gap. If all leads arrive overnight,
 * all gaps are about that long.
 */
const timesLongest = 1.5;

/**
 * Checks for silence in open time, so nights and weekends don't count. Uses wall time for a
 * practice that is never open. `leadTimes` may be in any order.
 */
export function isSilent(leadTimes: Date[], hours: BusinessHours, now: Date): boolean {
  if (!isQuiet(leadTimes, now)) return false;
  const gap = usualGap(leadTimes, hours, now);
  return gap !== null && gap.currentMs > gap.silentAfterMs;
}

/** Lengths in open time. `usualMs` is at least as long as 95% of the gaps between two leads. */
export type UsualGap = { usualMs: number; silentAfterMs: number; currentMs: number };

/** Returns the usual gap; null if there are too few leads to tell. */
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
 * Checks quickly, without the practice's hours, whether a source may be silent. That works because
 * open time is never longer than wall time.
 */
export function isQuiet(leadTimes: Date[], now: Date): boolean {
  const times = inHistory(leadTimes, now);
  const last = times.at(-1) ?? now.getTime();
  return times.length >= minLeads && now.getTime() - last > floorMs;
}

/** Returns the times within the history, sorted. */
function inHistory(leadTimes: Date[], now: Date): number[] {
  return leadTimes
    .map((at) => at.getTime())
    .filter((at) => at > historyFrom(now) && at <= now.getTime())
    .toSorted((one, other) => one - other);
}

function historyFrom(now: Date): number {
  return now.getTime() - historyDays * 24 * hourMs;
}

/** Returns a function that measures the open time from `from` to a given time. */
function openTimeUntil(from: Date, to: Date, hours: BusinessHours): (at: number) => number {
  const spans = [...openTimesBetween(from, to, hours)];
  if (spans.length === 0) return (at) => at;
  return (at) =>
    spans.reduce(
      (sum, { opensAt, closesAt }) => sum + Math.max(0, Math.min(at, closesAt) - opensAt),
      0,
    );
}
