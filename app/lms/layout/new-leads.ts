// Finds what is new on an open desk: leads that arrived after the desk was opened and are waiting
// for a first call, and callbacks that have become due since then. Also what is known of the leads
// that were called from the new-lead alert. Pure.
import { changedRow, type LiveLeads } from "#app/lms/shell/live-leads.ts";
import { isBeingCalled, type Lead } from "#contract/leads.ts";

/** Applies this device's unsaved calls to a lead, as `useApplyUnsavedCalls` does. */
type WithUnsavedCalls = (lead: Lead) => Lead;

const asLoaded: WithUnsavedCalls = (lead) => lead;

/** What the layout has loaded: the newest leads, and the server's time just before it read them. */
export type LoadedNewest = { newest: Lead[]; now: string };

/**
 * Returns the new leads, longest waiting first. `since`: when the desk was opened, by the server's
 * clock. A lead that was received earlier is already in the queue, so it isn't new. One with which a
 * phone is being connected isn't either, but its notification stays until that is a call.
 */
export function newLeadsSince(
  loaded: LoadedNewest,
  live: LiveLeads,
  since: string,
  applyUnsaved: WithUnsavedCalls = asLoaded,
): Lead[] {
  const known = new Map(loaded.newest.map((lead) => [lead._id, lead]));
  for (const leadId of live.rows.keys()) {
    const row = changedRow(live, leadId, loaded.now);
    if (row?.lead) known.set(leadId, row.lead);
    else if (row) known.delete(leadId);
  }
  const openedAt = Date.parse(since);
  return [...known.values()]
    .map(applyUnsaved)
    .filter((lead) => isWaiting(lead) && !isBeingCalled(lead) && Date.parse(lead.date) > openedAt)
    .toSorted((a, b) => (a.uncalledSince ?? "").localeCompare(b.uncalledSince ?? ""));
}

/**
 * Returns whether the lead needs a first call: no one has called or is calling, and calls are
 * allowed.
 */
export function isWaiting(lead: Lead): boolean {
  return lead.uncalledSince !== null && lead.openCall === null && lead.doNotCall === null;
}

/**
 * What the layout has loaded: the leads whose callbacks were due at `readAt`, on the server's
 * clock.
 */
export type LoadedDue = { due: Lead[]; readAt: string };

/**
 * Returns the newly due callbacks, longest overdue first. Callbacks that were due when the desk was
 * opened aren't new.
 */
export function callbacksDueSince(
  loaded: LoadedDue,
  live: LiveLeads,
  since: string,
  applyUnsaved: WithUnsavedCalls = asLoaded,
): Lead[] {
  const { due, readAt } = loaded;
  const known = new Map(due.map((lead) => [lead._id, applyUnsaved(lead)]));
  for (const [leadId, row] of live.rows) {
    if (!changedRow(live, leadId, readAt)) continue;
    const lead = row.lead && applyUnsaved(row.lead);
    if (lead && isDueAt(lead, Math.max(row.now, Date.parse(readAt)))) known.set(leadId, lead);
    else known.delete(leadId);
  }
  const openedAt = Date.parse(since);
  return [...known.values()]
    .filter(({ openCall }) => openCall === null)
    .filter(({ callBackAt }) => callBackAt && Date.parse(callBackAt) > openedAt)
    .toSorted((a, b) => (a.callBackAt ?? "").localeCompare(b.callBackAt ?? ""));
}

/**
 * Returns whether the callback is due: its time has passed, no one is calling, and calls are
 * allowed.
 */
function isDueAt({ state, callBackAt, openCall, doNotCall }: Lead, now: number): boolean {
  if (state !== "callback" || openCall || doNotCall) return false;
  return callBackAt !== null && Date.parse(callBackAt) <= now;
}

/** Returns those of these leads that are known, as they were last heard of, in the given order. */
export function knownLeads(
  leadIds: string[],
  loaded: LoadedNewest,
  { due, readAt }: LoadedDue,
  live: LiveLeads,
): Lead[] {
  const lists = [
    { leads: loaded.newest, now: loaded.now },
    { leads: due, now: readAt },
  ].toSorted((a, b) => b.now.localeCompare(a.now));
  return leadIds.flatMap((id) => {
    const list = lists.find(({ leads }) => leads.some(({ _id }) => _id === id));
    const row = list ? changedRow(live, id, list.now) : live.rows.get(id);
    const read = list?.leads.find(({ _id }) => _id === id);
    return (row ? row.lead : read) ?? [];
  });
}

/**
 * Returns a key for the lead's newest inquiry or its callback, so another inquiry from the same
 * person is new again.
 */
export function newsKey({ _id, uncalledSince, date, callBackAt }: Lead): string {
  return `${_id} ${uncalledSince ? date : (callBackAt ?? date)}`;
}
