// Cuts a period into whole UTC days, which have rollups, and the partial days that remain.
import { dayMs } from "#contract/durations.ts";
import { dayOf } from "#contract/zones.ts";

/** `from` is inclusive, `to` exclusive. Null means open-ended. */
export type Period = { from: Date | null; to: Date | null };

type Edge = { from: Date; to: Date };

export type CutPeriod = {
  /** The whole days as dates in PostgreSQL's format, `to` exclusive. Empty if both are equal. */
  days: { from: string; to: string };
  /**
   * The time before the first whole day and the time after the last. Empty if its ends are equal.
   */
  edges: [Edge, Edge];
};

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
