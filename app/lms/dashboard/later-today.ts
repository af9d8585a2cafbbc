// Selects the callbacks promised for the rest of the day. Pure.
import { changedRow, type LiveLeads } from "#app/lms/shell/live-leads.ts";
import type { Lead } from "#contract/leads.ts";
import { dayIn } from "#contract/zones.ts";

export type Promised = Pick<Lead, "_id" | "state" | "callBackAt" | "doNotCall">;

/**
 * Returns the rest of the day's callbacks, soonest first, without do-not-call leads. They are the
 * loaded ones, updated with later changes. `loaded.now`: the time of the load.
 */
export function laterToday<Some extends Promised>(
  loaded: { leads: Some[]; now: string },
  live: LiveLeads,
  now: Date,
  timeZone: string,
): (Some | Lead)[] {
  const known = new Map<string, Some | Lead>(loaded.leads.map((lead) => [lead._id, lead]));
  for (const leadId of live.rows.keys()) {
    const row = changedRow(live, leadId, loaded.now);
    if (row?.lead) known.set(leadId, row.lead);
    else if (row) known.delete(leadId);
  }
  const today = dayIn(now, timeZone);
  return [...known.values()]
    .filter(({ state, callBackAt, doNotCall }) => {
      const at = callBackAt === null ? null : new Date(callBackAt);
      const isPromised = state === "callback" && !doNotCall;
      return isPromised && at && at > now && dayIn(at, timeZone) === today;
    })
    .toSorted((a, b) => String(a.callBackAt).localeCompare(String(b.callBackAt)));
}
