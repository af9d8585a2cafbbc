// Computes the median and 90th percentile of the time to the first call. Pure.
import type { CalledWithin } from "#contract/figures.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";

/** An interval of waiting time that begins where the previous one ends. */
export type Wait = {
  /** Where the interval ends: its calls were made within less than this many minutes. */
  untilMinutes: number;
  /** The number of first calls in this interval. */
  called: number;
  /** The number of clocks that are running and have reached this interval but not the next. */
  running: number;
};

/** Inquiries that waited an hour or longer, by whether they were eventually called. */
export type Late = { called: number; uncalled: number };

/**
 * Returns the share of inquiries called by the end of each interval. Uncalled inquiries count too:
 * a running clock counts as waiting up to and including its current interval, and is censored after
 * that (Kaplan and Meier, 1958).
 */
export function curveOf(waits: Wait[], late: Late): { minutes: number; share: number }[] {
  let atRisk = late.called + late.uncalled;
  for (const { called, running } of waits) atRisk += called + running;
  let waiting = 1;
  return waits.map(({ untilMinutes, called, running }) => {
    if (atRisk > 0) waiting *= 1 - called / atRisk;
    atRisk -= called + running;
    return { minutes: untilMinutes, share: 1 - waiting };
  });
}

/** Returns the time within which this share of all inquiries was called; see `CalledWithin`. */
export function calledWithin(share: number, waits: Wait[], late: Late): CalledWithin {
  const curve = curveOf(waits, late);
  const isNobody = waits.every(({ called, running }) => called + running === 0);
  if (isNobody && late.called + late.uncalled === 0) return null;
  const reached = curve.find((point) => isReached(point.share, share));
  if (reached) return reached.minutes;
  const withinAnHour = curve.at(-1)?.share ?? 0;
  const lateShare = late.called / Math.max(1, late.called + late.uncalled);
  const eventually = withinAnHour + (1 - withinAnHour) * lateShare;
  return isReached(eventually, share) ? "over_an_hour" : "not_yet";
}

/**
 * Checks whether a share is reached, with a tolerance because a product of fractions may be
 * slightly less than 0.5.
 */
function isReached(share: number, wanted: number): boolean {
  return share > wanted - 1e-9;
}

/** Returns one interval for each minute of the first hour, in wall time. */
export function minuteWaits(
  called: (minute: number) => number,
  running: (minute: number) => number,
): Wait[] {
  return Array.from({ length: lateAfterMinutes }, (_, minute) => ({
    untilMinutes: minute + 1,
    called: called(minute),
    running: running(minute),
  }));
}
