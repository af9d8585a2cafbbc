// Optimistic updates: applies this device's unsaved calls to the leads. A tap counts as a started
// call before the server knows about it, and a call whose outcome is pending keeps its panel open.
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { listenToStorage, tellStorageListeners } from "#app/ui/device-storage.ts";
import type { Lead } from "#contract/leads.ts";
import { type OutboxEntry, pendingCalls, useOutbox } from "./call-outbox.ts";

/** `attempts`: the number of attempts that the lead has once this call's outcome is saved. */
type SavedEntry = OutboxEntry & { attempts?: number };

const none: SavedEntry[] = [];
/**
 * Calls that were saved a moment ago. They are kept while the leads are refetched, so that the
 * leads' panels don't change.
 */
let recentlySaved = none;
/**
 * How long a tap is kept after it was saved. An outcome is kept until the refetched list includes
 * it, but at most for the time below.
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

/** Returns this device's entry for a call that is pending, rejected, or just saved. */
export function useOutboxEntry(
  callId: string | undefined,
): (OutboxEntry & { isSaved: boolean }) | null {
  const waiting = useOutbox().find(({ request }) => request._id === callId);
  const saved = useRecentlySaved().find(({ request }) => request._id === callId);
  if (waiting) return { ...waiting, isSaved: false };
  return saved?.request.outcome ? { ...saved, isSaved: true } : null;
}

/** Returns the leads with this device's unsaved calls applied. */
export function useOptimisticLeads<Some extends OptimisticFields>(leads: Some[]): Some[] {
  const calls = useLocalCalls();
  return useMemo(
    () => (calls.length === 0 ? leads : leads.map((lead) => optimisticLead(lead, calls))),
    [leads, calls],
  );
}

/** Returns a function that applies this device's unsaved calls to a lead. */
export function useApplyUnsavedCalls(): <Some extends OptimisticFields>(lead: Some) => Some {
  const calls = useLocalCalls();
  return useCallback(
    <Some extends OptimisticFields>(lead: Some) => optimisticLead(lead, calls),
    [calls],
  );
}

/** Returns one lead with this device's unsaved calls applied. */
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

/** Applies this device's calls to the lead, oldest first. */
export function optimisticLead<Some extends OptimisticFields>(
  lead: Some,
  calls: SavedEntry[],
): Some {
  const own = calls.filter(({ leadId }) => leadId === lead._id);
  const known = own.find(({ request }) => request._id === lead.openCall?._id);
  // If no outcome was chosen on this device, the server's open call stays open.
  if (lead.openCall && !known?.isVoided && !known?.request.outcome) return lead;
  const kept = known?.isVoided ? { ...lead, openCall: null } : lead;
  const newest = own.findLast(({ isVoided }) => !isVoided);
  if (!newest || newest === known) return kept;
  // The refetched list includes this call's outcome.
  if (newest.attempts !== undefined && lead.attempts >= newest.attempts) return kept;
  const { request, happenedAt } = newest;
  const openCall = { _id: request._id, calledAt: happenedAt, by: null, isUnanswered: false };
  return { ...lead, openCall };
}
