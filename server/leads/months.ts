// A period cut into whole UTC months and days, for which there are counters, and what is left.
import { type CutPeriod, cutIntoDays, dayOf, type Period } from "./period.ts";

type Edge = { from: Date; to: Date };

export type CutIntoMonths = {
  /** First days of months, `to` excluded; empty when they are equal. */
  months: { from: string; to: string };
  edges: [Edge, Edge];
};

const emptyEdge: Edge = { from: new Date(0), to: new Date(0) };

export type CutIntoParts = {
  months: CutIntoMonths["months"];
  /** Whole UTC days before the months and after them, said as the months are. */
  days: [CutPeriod["days"], CutPeriod["days"]];
  /** What is left at the two ends. */
  edges: [Edge, Edge];
};

/** Whole months, then whole days at their edges, then the rest. */
export function cutIntoParts(period: Period): CutIntoParts {
  const { months, edges } = cutIntoMonths(period);
  const [before, after] = [cutIntoDays(edges[0]), cutIntoDays(edges[1])];
  // Where a month begins, so does a day: only the period's own two ends are left.
  const [first = emptyEdge, last = emptyEdge] = [...before.edges, ...after.edges].filter(
    ({ from, to }) => from < to,
  );
  return { months, days: [before.days, after.days], edges: [first, last] };
}

export function cutIntoMonths({ from, to }: Period): CutIntoMonths {
  const firstMonth = from && monthFrom(from);
  const endMonth = to && monthOf(to);
  if (from && to && firstMonth && endMonth && firstMonth >= endMonth) {
    const month = dayOf(firstMonth);
    const edge = from < to ? { from, to } : emptyEdge;
    return { months: { from: month, to: month }, edges: [edge, emptyEdge] };
  }
  return {
    months: {
      from: firstMonth ? dayOf(firstMonth) : "-infinity",
      to: endMonth ? dayOf(endMonth) : "infinity",
    },
    edges: [
      from && firstMonth ? { from, to: firstMonth } : emptyEdge,
      to && endMonth ? { from: endMonth, to } : emptyEdge,
    ],
  };
}

function monthOf(moment: Date): Date {
  return new Date(Date.UTC(moment.getUTCFullYear(), moment.getUTCMonth(), 1));
}

/** The first month that begins at this moment or later. */
function monthFrom(moment: Date): Date {
  const month = monthOf(moment);
  if (month.getTime() === moment.getTime()) return month;
  return new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
}
