// A period cut into whole UTC days, for which there are counters, and what is left at its edges.

/** From `from` on, up to but without `to`. Null: open at this end. */
export type Period = { from: Date | null; to: Date | null };

type Edge = { from: Date; to: Date };

export type CutPeriod = {
  /** Dates as the database writes them, `to` excluded; empty when they are equal. */
  days: { from: string; to: string };
  /** Before the first whole day and after the last; empty when its ends are equal. */
  edges: [Edge, Edge];
};

const dayMs = 24 * 60 * 60 * 1000;
const emptyEdge: Edge = { from: new Date(0), to: new Date(0) };

export function cutIntoDays({ from, to }: Period): CutPeriod {
  const firstDay = from && new Date(Math.ceil(from.getTime() / dayMs) * dayMs);
  const endDay = to && new Date(Math.floor(to.getTime() / dayMs) * dayMs);
  if (from && to && firstDay && endDay && firstDay >= endDay) {
    const isSome = from < to;
    const day = dayOf(firstDay);
    return { days: { from: day, to: day }, edges: [isSome ? { from, to } : emptyEdge, emptyEdge] };
  }
  return {
    days: {
      from: firstDay ? dayOf(firstDay) : "-infinity",
      to: endDay ? dayOf(endDay) : "infinity",
    },
    edges: [
      from && firstDay ? { from, to: firstDay } : emptyEdge,
      to && endDay ? { from: endDay, to } : emptyEdge,
    ],
  };
}

/** The UTC day of a moment, as a date column holds it. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
