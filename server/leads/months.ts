// A period cut into whole UTC months, for which there are counters, and what is left at its edges.
import { dayOf, type Period } from "./period.ts";

type Edge = { from: Date; to: Date };

export type CutIntoMonths = {
  /** First days of months, `to` excluded; empty when they are equal. */
  months: { from: string; to: string };
  edges: [Edge, Edge];
};

const emptyEdge: Edge = { from: new Date(0), to: new Date(0) };

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
