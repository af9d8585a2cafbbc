// The leads that came since the desk was opened and wait for their first call. Pure.
import { changedRow, type LiveLeads } from "#app/lms/shell/live-leads.ts";
import type { Lead } from "#contract/leads.ts";

/** What the layout loaded: the newest leads, and the server's time before it read them. */
export type LoadedNewest = { newest: Lead[]; now: string };

/**
 * Longest waiting first. `since`: when the desk was opened, by the server's clock; a lead that was
 * received before is in the queue and is no news.
 */
export function newLeadsSince(loaded: LoadedNewest, live: LiveLeads, since: string): Lead[] {
  const known = new Map(loaded.newest.map((lead) => [lead._id, lead]));
  for (const leadId of live.rows.keys()) {
    const row = changedRow(live, leadId, loaded.now);
    if (row?.lead) known.set(leadId, row.lead);
    else if (row) known.delete(leadId);
  }
  const openedAt = Date.parse(since);
  return [...known.values()]
    .filter((lead) => isWaiting(lead) && Date.parse(lead.date) > openedAt)
    .toSorted((a, b) => (a.uncalledSince ?? "").localeCompare(b.uncalledSince ?? ""));
}

/** Nobody has called the lead or is calling it, and it may be called. */
export function isWaiting(lead: Lead): boolean {
  return lead.uncalledSince !== null && lead.openCall === null && lead.doNotCall === null;
}

/** One inquiry of a lead: when the person asks again, it is news again. */
export function newsKey({ _id, date }: Lead): string {
  return `${_id} ${date}`;
}
