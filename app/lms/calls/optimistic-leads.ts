// Optimistic update: applies this device's unsaved calls to the leads. A tap counts as a started
// call before the server knows about it, and a pending outcome keeps its panel open.
import { useMemo, useSyncExternalStore } from "react";
import { listenToStorage, tellStorageListeners } from "#app/ui/device-storage.ts";
import type { Lead } from "#contract/leads.ts";
import { type OutboxEntry, pendingCalls, useOutbox } from "./call-outbox.ts";

/** `attempts`: the lead's number of attempts once this call's outcome is saved. */
type SavedEntry = OutboxEntry & { attempts?: number };

const none: SavedEntry[] = [];
/** Recently saved calls, kept while the leads are refetched so that their panels don't change. */
let recentlySaved = none;
/**
 * How long an entry is kept for a tap. An outcome is dropped once the refetched list includes it,
 * or after this time at the latest.
 */
const tapKeptMs = 5000;
const outcomeKeptMs = 30_000;

export function keepForRefetch(entry: SavedEntry): void {
  recentlySaved = [...recentlySaved, entry];
  setTimeout(
    () => {
      recentlySaved = recentlySaved.filter((one) => one !== entry);
      tellStorageListeners();
    },
    entry.attempts === undefined ? tapKeptMs : outcomeKeptMs,
  );
}

export function forgetSaved(callId: string): void {
  recentlySaved = recentlySaved.filter(({ request }) => request._id !== callId);
}

/** Returns the state of a call on this device: pending, rejected, or just saved. */
export function useOutboxEntry(
  callId: string | undefined,
): (OutboxEntry & { isSaved: boolean }) | null {
  const waiting = useOutbox().find(({ request }) => request._id === callId);
  const saved = useRecentlySaved().find(({ request }) => request._id === callId);
  if (waiting) return { ...waiting, isSaved: false };
  return saved?.request.outcome ? { ...saved, isSaved: true } : null;
}

/** Returns the leads with this device's calls applied. */
export function useOptimisticLeads<Some extends OptimisticFields>(leads: Some[]): Some[] {
  const calls = useLocalCalls();
  return useMemo(
    () => (calls.length === 0 ? leads : leads.map((lead) => optimisticLead(lead, calls))),
    [leads, calls],
  );
}

/** Returns one lead with this device's calls applied. */
export function useOptimisticLead<Some extends OptimisticFields>(lead: Some): Some {
  return optimisticLead(lead, useLocalCalls());
}

type OptimisticFields = Pick<Lead, "_id" | "openCall" | "attempts">;

function useLocalCalls(): SavedEntry[] {
  const outbox = useOutbox();
  const saved = useRecentlySaved();
  return useMemo(() => [...saved, ...pendingCalls(outbox)], [saved, outbox]);
}

function useRecentlySaved(): SavedEntry[] {
  return useSyncExternalStore(
    listenToStorage,
    () => recentlySaved,
    () => none,
  );
}

/** Applies the calls to the lead, oldest first. */
export function optimisticLead<Some extends OptimisticFields>(
  lead: Some,
  calls: SavedEntry[],
): Some {
  const own = calls.filter(({ leadId }) => leadId === lead._id);
  const known = own.find(({ request }) => request._id === lead.openCall?._id);
  // If this device has no outcome, the server's open call stays open, whatever this device recorded
  // before.
  if (lead.openCall && !known?.isVoided && !known?.request.outcome) return lead;
  const kept = known?.isVoided ? { ...lead, openCall: null } : lead;
  const newest = own.findLast(({ isVoided }) => !isVoided);
  if (!newest || newest === known) return kept;
  // The refetched list includes this outcome.
  if (newest.attempts !== undefined && lead.attempts >= newest.attempts) return kept;
  return { ...lead, openCall: { _id: newest.request._id, calledAt: newest.happenedAt, by: null } };
}
