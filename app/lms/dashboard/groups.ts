// How the queue is parted. Pure.
import type { CalmRow } from "#app/lms/calm-rows.ts";
import type { Lead, LeadSort } from "#contract/leads.ts";

/** In the order of `next` the list falls into groups by itself; other sorts are one. */
export function groupOf(lead: Lead, sort: LeadSort): string {
  if (sort !== "next") return "In the list";
  if (lead.uncalledSince) return "Not called yet";
  return lead.state === "callback" ? "Call-back due" : "Called, still open";
}

export type LeadGroup = { name: string; rows: CalmRow<Lead>[] };

/** Rows of one name stand together, the groups in the order of their first rows. */
export function groupsOf(rows: CalmRow<Lead>[]): LeadGroup[] {
  return [...Map.groupBy(rows, (row) => row.group)].map(([name, rows]) => ({ name, rows }));
}
