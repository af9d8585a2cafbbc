// Applies the event stream's changes to the data that a loader read. Pure. The result doesn't
// depend on which of the two arrived first:
//
// | the change, compared with the loaded data   | the row           | the counts      |
// |---------------------------------------------|-------------------|-----------------|
// | older by more than the clocks may differ    | loaded            | loaded          |
// | older by less                               | changed           | loaded          |
// | newer                                       | changed           | changed         |
//
// Applying a change that the loaded data already includes is harmless: a lead's newest change
// always has its newest row, because the server reads the row after it is notified.
import type { Callbacks } from "#contract/callbacks.ts";
import { clockSkewMs, type DeskChange } from "#contract/desk-events.ts";
import type { Lead } from "#contract/leads.ts";
import { comparePlaces, isInQueue, placeOf } from "#contract/place-in-queue.ts";
import type { LeadList, LeadSort } from "#contract/queue.ts";
import { type ClockStarts, wallStarts } from "#contract/timeliness.ts";

/** `now`: the server's time just before it read the row, in milliseconds. */
type ChangedRow = { lead: Lead | null; now: number };

export type LiveLeads = {
  /**
   * The newest row of each lead that has changed, in order of arrival. The lead is null if it was
   * deleted or erased.
   */
  rows: ReadonlyMap<string, ChangedRow>;
  counts: (Pick<DeskChange, "queue" | "callbacks" | "unreadTexts"> & { now: number }) | null;
  /** Changes from before this time may have been dropped. */
  forgottenUntil: number;
};

export const noChanges: LiveLeads = { rows: new Map(), counts: null, forgottenUntil: 0 };

/**
 * More changes than a front desk has between two loads. Beyond this, the oldest changes are
 * dropped.
 */
export const maxRows = 1000;

export function withChange(live: LiveLeads, change: DeskChange): LiveLeads {
  const now = Date.parse(change.now);
  const rows = new Map(live.rows);
  for (const { leadId, lead } of change.leads) {
    // The row moves to the end, because rows are in order of arrival.
    rows.delete(leadId);
    rows.set(leadId, { lead, now });
  }
  let { forgottenUntil } = live;
  for (const [leadId, row] of rows) {
    if (rows.size <= maxRows) break;
    rows.delete(leadId);
    forgottenUntil = Math.max(forgottenUntil, row.now);
  }
  return {
    rows,
    counts: {
      ...{ queue: change.queue, callbacks: change.callbacks },
      ...{ unreadTexts: change.unreadTexts, now },
    },
    forgottenUntil,
  };
}

/** Returns the lead's row if the lead has changed after this load, or else undefined. */
export function changedRow(live: LiveLeads, leadId: string, loadedNow: string) {
  const row = live.rows.get(leadId);
  return row && isApplied(row, Date.parse(loadedNow)) ? row : undefined;
}

/**
 * Returns whether data that was loaded at this time may lack a change. `until`: the newest change
 * that the data is known to include.
 */
export function isChangedSince({ counts }: LiveLeads, loadedNow: string, until: number): boolean {
  return counts !== null && counts.now > until && isApplied(counts, Date.parse(loadedNow));
}

/** A count is null if the server couldn't calculate it. */
type Counts = {
  uncalled: number | null;
  callbacks: Callbacks | null;
  unreadTexts: number;
  now: string;
};

/** Returns the loaded counts or the event stream's, whichever are newer. */
export function patchedCounts(loaded: Counts, { counts }: LiveLeads): Counts {
  if (!counts || counts.now <= Date.parse(loaded.now)) return loaded;
  const { queue, callbacks, unreadTexts, now } = counts;
  return { uncalled: queue.uncalled, callbacks, unreadTexts, now: new Date(now).toISOString() };
}

/** The first leads of a queue. `isCut`: whether more leads follow. */
export type LoadedList = Omit<LeadList, "nextCursor"> & {
  isCut: boolean;
  /** Whether the server has cut the list short until the person proves who they are. */
  needsProof?: boolean;
};

/** What the list shows. `isNarrowed`: whether it shows only the matches of a search or a filter. */
export type ListView = {
  sort: LeadSort;
  show: number;
  isNarrowed: boolean;
  /** Returns how waits are measured at a given time. */
  startsAt?: (at: Date) => ClockStarts;
};

/**
 * Returns the list with the changes applied. `isKnown` is false if only the server knows the new
 * list, because another lead moves up into a list that was cut, or because a row may match a
 * search. Then the list must be reloaded.
 */
export function patchedList(
  loaded: { list: LoadedList; now: string },
  live: LiveLeads,
  view: ListView,
): { list: LoadedList; isKnown: boolean } {
  const { list } = loaded;
  const loadedAt = Date.parse(loaded.now);
  const changed = new Map([...live.rows].filter(([, row]) => isApplied(row, loadedAt)));
  const isComplete = live.forgottenUntil <= loadedAt - clockSkewMs;
  if (changed.size === 0) return { list, isKnown: isComplete };
  const asOf = new Date(Math.max(loadedAt, ...[...changed.values()].map(({ now }) => now)));
  const listed = (lead: Lead | null) => (lead && isInQueue(lead, asOf) ? lead : []);
  const newest = list.leads.flatMap((lead) => {
    const row = changed.get(lead._id);
    return listed(row ? row.lead : lead);
  });
  if (view.isNarrowed) {
    const isLoaded = [...changed.values()].every(({ now }) => now <= loadedAt);
    return { list: { ...list, leads: newest }, isKnown: isComplete && isLoaded };
  }

  const counts = live.counts && isApplied(live.counts, loadedAt) ? live.counts : null;
  const { total, uncalled, doNotCall } = counts && counts.now > loadedAt ? counts.queue : list;
  // If the two counts are within the clock skew, it isn't known which one is newer.
  const isCounted = !counts || counts.now > loadedAt || counts.queue.total === list.total;
  const known = new Set(list.leads.map(({ _id }) => _id));
  const newcomers = [...changed].flatMap(([id, { lead }]) => (known.has(id) ? [] : listed(lead)));
  const { startsAt = wallStarts } = view;
  const placed = [...newest, ...newcomers]
    .map((lead) => ({ lead, place: placeOf(lead, view.sort, asOf, startsAt(asOf)) }))
    .toSorted((a, b) => comparePlaces(a.place, b.place));
  // A list that was cut ends with its last row as of the load. Up to that place all leads are known
  // and in order; after it, there are also leads that were never loaded.
  const last = list.isCut ? list.leads.at(-1) : undefined;
  const loadTime = new Date(loadedAt);
  const end = last && placeOf(last, view.sort, loadTime, startsAt(loadTime));
  const inOrder = end ? placed.filter(({ place }) => comparePlaces(place, end) <= 0) : placed;
  const leads = inOrder.slice(0, view.show).map(({ lead }) => lead);
  const isWhole = list.isCut ? leads.length === view.show : inOrder.length === total;
  return {
    list: { ...list, total, uncalled, doNotCall, leads, isCut: total > leads.length },
    isKnown: isComplete && isWhole && isCounted,
  };
}

function isApplied({ now }: { now: number }, loadedAt: number): boolean {
  return now > loadedAt - clockSkewMs;
}
