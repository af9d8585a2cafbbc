// Splits a lead that other leads were merged into. Its inquiries, calls and state changes return to
// the lead that each belonged to, so that every inquiry keeps the clock it had before the merge.
// Events after a merge count for all of the leads. Pure; see decision 066.
import type { Change, CountedCall, Events } from "./lead-events.ts";
import type { Standing } from "./lead-state.ts";
import { standingNow } from "./standing-now.ts";

export type Part = {
  leadId: string;
  /** This lead's own events. */
  own: Events;
  /**
   * The calls that may stop this lead's clocks: its own calls, and all calls made after its merge.
   */
  calls: CountedCall[];
  /** This lead's own events, and all events after its merge. */
  shared: Events;
};

/** Returns this lead as the first part, then each lead merged into it, if any. */
export function partsOf(leadId: string, events: Events): Part[] {
  const kept = keptCallsOf(events, leadId);
  const ids = new Set([leadId, ...events.allInquiries.map((one) => ownerOf(leadId, one))]);
  if (ids.size === 1) {
    return [{ leadId, own: events, calls: withKept(events.made, kept), shared: events }];
  }
  return [...ids].map((id) => {
    const isOwn = (row: Owned) => ownerOf(leadId, row) === id;
    const own = {
      allInquiries: events.allInquiries.filter(isOwn),
      made: events.made.filter(isOwn),
      open: events.open && isOwn(events.open) ? events.open : undefined,
      changes: events.changes.filter(isOwn),
    };
    const merges = mergesOf(leadId, events.changes, id);
    const shared = {
      ...own,
      made: events.made.filter((call) => {
        const merge = merges.get(ownerOf(leadId, call));
        return isOwn(call) || (merge && !merge.calls.includes(call.id));
      }),
      changes: events.changes.filter((change) => {
        const merge = merges.get(ownerOf(leadId, change));
        return isOwn(change) || (merge && merge.id < change.id);
      }),
    };
    return { leadId: id, own, calls: withKept(shared.made, keptCallsOf(events, id)), shared };
  });
}

/**
 * Returns the survivor's state. If one of the leads is waiting for a first call, so is the
 * survivor. Otherwise, if one of them has a promised callback, so does the survivor. Otherwise, the
 * newest event of all leads decides.
 */
export function standingOfAll(
  all: Events,
  parts: (Pick<Part, "shared"> & { isWaiting: boolean })[],
): Standing {
  const standings = parts.map(({ shared, isWaiting }) => ({
    isWaiting,
    standing: standingNow(shared, isWaiting),
  }));
  const waiting = standings.find((one) => one.isWaiting && one.standing.state !== "archived");
  if (waiting) return waiting.standing;
  const [callback] = standings
    .flatMap(({ standing }) => (standing.state === "callback" ? standing : []))
    .toSorted((one, other) => Number(one.callBackAt) - Number(other.callBackAt));
  return callback ?? standingNow(all, false);
}

/**
 * The data of a `merged` timeline entry: the ids of all merged leads, and of the survivor's calls
 * so far.
 */
export type MergedData = { leadId: string; leads: string[]; calls: string[] };

/**
 * The data of `unmerged` and `split` timeline entries: the leads that were separated, and the other
 * lead's calls that still count for them.
 */
export type UnmergedData = {
  leadId: string;
  leads: string[];
  calls: (Omit<CountedCall, "calledAt"> & { calledAt: string; for: string[] })[];
};

/**
 * Returns the calls to other leads that count for some of the leads to separate. These calls still
 * count after an unmerge, so reports don't change.
 */
export function foreignCalls(leadId: string, events: Events, leaving: string[]) {
  const calls = new Map<string, UnmergedData["calls"][number]>();
  for (const part of partsOf(leadId, events)) {
    if (!leaving.includes(part.leadId)) continue;
    const own = new Set(
      events.made.flatMap((call) => (leaving.includes(ownerOf(leadId, call)) ? call.id : [])),
    );
    for (const { id, calledAt, isEnteredLater, outcome } of part.calls) {
      if (own.has(id)) continue;
      const known = calls.get(id)?.for ?? [];
      calls.set(id, {
        ...{ id, calledAt: calledAt.toISOString(), isEnteredLater, outcome },
        for: [...known, part.leadId],
      });
    }
  }
  return [...calls.values()];
}

type Owned = { mergedFrom: string | null };

function ownerOf(leadId: string, { mergedFrom }: Owned): string {
  return mergedFrom ?? leadId;
}

type Merge = MergedData & { id: string };

/** Returns the merges of the lead `of` that weren't undone: the newest one for each survivor. */
function mergesOf(leadId: string, changes: Change[], of: string): Map<string, Merge> {
  const inOrder = changes.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  const merges = new Map<string, Merge>();
  for (const change of inOrder) {
    const data = change.data as MergedData;
    if (change.kind === "merged" && data.leads.includes(of)) {
      merges.set(ownerOf(leadId, change), { ...data, id: change.id });
    }
    if (change.kind !== "unmerged" || !data.leads.includes(of)) continue;
    // Leads that are separated together stay merged with one another.
    for (const survivor of merges.keys()) {
      if (!data.leads.includes(survivor)) merges.delete(survivor);
    }
  }
  return merges;
}

function keptCallsOf({ changes }: Events, of: string): CountedCall[] {
  return changes
    .filter(({ kind }) => kind === "unmerged" || kind === "split")
    .flatMap(({ data }) => (data as UnmergedData).calls ?? [])
    .filter((call) => call.for.includes(of))
    .map(({ id, calledAt, isEnteredLater, outcome }) => ({
      ...{ id, isEnteredLater, outcome },
      calledAt: new Date(calledAt),
    }));
}

/** Adds the calls that still count after an unmerge or a split, without counting a call twice. */
function withKept(made: CountedCall[], kept: CountedCall[]): CountedCall[] {
  if (kept.length === 0) return made;
  const byId = new Map([...kept, ...made].map((call) => [call.id, call]));
  return [...byId.values()].toSorted((one, other) => Number(one.calledAt) - Number(other.calledAt));
}
