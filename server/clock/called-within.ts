// How soon half, and nine in ten, had been called. Pure.
import type { CalledWithin } from "#contract/figures.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";

/** A span of waiting, each beginning where the one before ends. */
export type Wait = {
  /** The span's end: who is called in it was called under so many minutes. */
  untilMinutes: number;
  /** First calls that fell into it. */
  called: number;
  /** Clocks that still run and have not come further than into it. */
  running: number;
};

/** Those who waited an hour and more: called at last, or never until now. */
export type Late = { called: number; uncalled: number };

/**
 * The share that was called under each span's end. Nobody is left out for not having been called:
 * who still waits counts as waiting for as long as it has been so, its present span included, and
 * then no longer (Kaplan and Meier, 1958).
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

/** When `share` of all had been called; see `CalledWithin`. */
export function calledWithin(share: number, waits: Wait[], late: Late): CalledWithin {
  const curve = curveOf(waits, late);
  const isNobody = waits.every(({ called, running }) => called + running === 0);
  if (isNobody && late.called + late.uncalled === 0) return null;
  const reached = curve.find((point) => isReached(point.share, share));
  if (reached) return reached.minutes;
  const withinAnHour = curve.at(-1)?.share ?? 0;
  const lateShare = late.called / Math.max(1, late.called + late.uncalled);
  const inTheEnd = withinAnHour + (1 - withinAnHour) * lateShare;
  return isReached(inTheEnd, share) ? "over_an_hour" : "not_yet";
}

/** Products of fractions miss 0.5 by a hair. */
function isReached(share: number, wanted: number): boolean {
  return share > wanted - 1e-9;
}

/** The spans of the wall clock: the minutes of the first hour. */
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
