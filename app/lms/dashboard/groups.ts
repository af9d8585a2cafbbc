// How the queue is parted. Pure.
import type { CalmRow } from "#app/lms/calm-rows.ts";
import type { Lead, LeadSort } from "#contract/leads.ts";

/** In the order of `next` the list falls into groups by itself; other sorts are one. */
export function groupOf(lead: Lead, sort: LeadSort): string {
  if (sort !== "next") return onlyGroup;
  if (lead.uncalledSince) return "Not called yet";
  return lead.state === "callback" ? "Call-back due" : calledGroup;
}

const onlyGroup = "In the list";
const calledGroup = "Called, still open";

export type LeadGroup = { name: string; rows: CalmRow<Lead>[] };

/**
 * How many belong to a group. `below`: how many the list has that are not shown; null: nobody counted
 * them. They belong to the last group, which nothing can follow; else nobody knows to which.
 */
export function groupCount(
  groups: LeadGroup[],
  index: number,
  below: number | null,
): number | null {
  const group = groups[index];
  if (!group) return null;
  if (index < groups.length - 1 || below === 0) return group.rows.length;
  const isLastOfAll = group.name === calledGroup || group.name === onlyGroup;
  return isLastOfAll && below !== null ? group.rows.length + below : null;
}

/** Rows of one name stand together, the groups in the order of their first rows. */
export function groupsOf(rows: CalmRow<Lead>[]): LeadGroup[] {
  return [...Map.groupBy(rows, (row) => row.group)].map(([name, rows]) => ({ name, rows }));
}
