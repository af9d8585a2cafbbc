// An outbox for calls: it keeps each call on this device until the server has saved it or the user
// has read why it was rejected. A call survives a reload, a lost connection and a second tab, and
// counts once, because its id makes saving it idempotent.
import { useMemo, useSyncExternalStore } from "react";
import { z } from "zod";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { CallRequest, maxAgoMs } from "#contract/calls.ts";
import type { Lead } from "#contract/leads.ts";

const Entry = z.object({
  /** The account it belongs to: several accounts may sign in with one browser. */
  account: z.string(),
  leadId: z.string(),
  request: CallRequest,
  /** By the device's clock, which may be wrong; time differences are correct. */
  happenedAt: z.string(),
  /** The request may be in flight, or may have been lost. */
  wasTried: z.boolean(),
  /** Why the last attempt failed. */
  problem: z.string().nullable(),
  /** Why the server rejected it. Kept until it is sent again or dismissed. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type OutboxEntry = z.infer<typeof Entry>;

/** `attempts`: the lead's number of attempts once this call's outcome is saved. */
type SavedEntry = OutboxEntry & { attempts?: number };

const key = "calls to save";
const listeners = new Set<() => void>();
const none: OutboxEntry[] = [];
let account: string | null = null;
/** Requests in flight, by call id. */
const inFlight = new Map<string, Promise<void>>();
/**
 * Calls saved a moment ago, kept while the leads are refetched, so that their panels do not change.
 */
let recentlySaved: SavedEntry[] = [];
/**
 * For a tap. An outcome is dropped when the refetched list includes it, and after this time at the
 * latest.
 */
const tapKeptMs = 5000;
const outcomeKeptMs = 30_000;

/** Sets the signed-in account and sends its pending calls; other accounts' calls stay. */
export function openOutbox(ofAccount: string): void {
  account = ofAccount;
  for (const listener of listeners) listener();
  void sendOutbox();
}

/** Calls that are not saved: pending or rejected; newest last. */
export function useOutbox(): OutboxEntry[] {
  return useSyncExternalStore(listen, ownEntries, () => none);
}

/** This device's state of a call: pending, rejected, or just saved. */
export function useOutboxEntry(
  callId: string | undefined,
): (OutboxEntry & { isSaved: boolean }) | null {
  const waiting = useOutbox().find(({ request }) => request._id === callId);
  const saved = useRecentlySaved().find(({ request }) => request._id === callId);
  if (waiting) return { ...waiting, isSaved: false };
  return saved?.request.outcome ? { ...saved, isSaved: true } : null;
}

/** Sends a call to the server, now or when it can be reached; the outbox has the result. */
export async function saveCall(
  leadId: string,
  request: CallRequest,
): Promise<{ isSaved: boolean }> {
  if (!account) throw new Error("The outbox has not been opened");
  // A tap that was never sent and its outcome are one call.
  const begun = entryOf(request._id);
  change(request._id, {
    account,
    leadId,
    request: { ...begun?.request, ...request },
    happenedAt: begun?.happenedAt ?? new Date().toISOString(),
    wasTried: begun?.wasTried ?? false,
    problem: null,
    refusal: null,
  });
  if (request.outcome)
    recentlySaved = recentlySaved.filter((one) => one.request._id !== request._id);
  else rememberStarted(request._id);
  // A request in flight does not include this change.
  await inFlight.get(request._id);
  await send(request._id);
  return { isSaved: !entryOf(request._id) };
}

/** Resolves when no request for this call is in flight. */
export async function whenSettled(id: string): Promise<void> {
  await inFlight.get(id);
}

/** Removes a call that was not made after all, or whose rejection was read. */
export function discardCall(id: string): void {
  recentlySaved = recentlySaved.filter((entry) => entry.request._id !== id);
  change(id, null);
}

/** Sends all pending calls in parallel. Returns the calls whose outcomes it saved. */
export async function sendOutbox(): Promise<OutboxEntry[]> {
  const waiting = ownEntries().filter(({ refusal }) => refusal === null);
  // A call that is already in flight is reported by its own sender, not here.
  const notInFlight = waiting.filter(({ request }) => !inFlight.has(request._id));
  await Promise.all(waiting.map(({ request }) => inFlight.get(request._id) ?? send(request._id)));
  return notInFlight.filter(({ request }) => request.outcome && !entryOf(request._id));
}

function send(id: string): Promise<void> {
  const sending = sendOne(id).finally(() => {
    if (inFlight.get(id) === sending) inFlight.delete(id);
  });
  inFlight.set(id, sending);
  return sending;
}

async function sendOne(id: string): Promise<void> {
  const entry = entryOf(id);
  if (!entry || entry.refusal) return;
  const json = { agoMs: agoMsOf(entry), ...entry.request };
  change(id, { ...entry, wasTried: true });
  const outcome = await askApi(() =>
    api.leads[":id"].calls.$post({ param: { id: entry.leadId }, json }),
  );
  const now = entryOf(id);
  // It was removed or changed in the meantime; a change is sent next.
  if (!now || JSON.stringify(now.request) !== JSON.stringify(entry.request)) return;
  if (outcome.isDone) {
    const { attempts } = outcome.answer.lead;
    keepForRefetch(entry.request.outcome ? { ...entry, attempts } : entry);
    return change(id, null);
  }
  const { status, code, message } = outcome.refusal;
  const isForGood = status >= 400 && status < 500 && status !== 401 && status !== 429;
  change(id, isForGood ? { ...now, refusal: { code, message } } : { ...now, problem: message });
}

/** Below this age the time is omitted: the server's time of receipt is more accurate. */
const negligibleMs = 1000;

/** The call's age in milliseconds; undefined when it is not needed or not known. */
function agoMsOf({ wasTried, happenedAt }: OutboxEntry): number | undefined {
  const ms = msSince(happenedAt);
  return ms !== undefined && (wasTried || ms > negligibleMs) ? ms : undefined;
}

/** Undefined when the device's clock was changed in between: then the time of receipt counts. */
function msSince(happenedAt: string): number | undefined {
  const ms = Date.now() - new Date(happenedAt).getTime();
  return ms >= 0 && ms <= maxAgoMs ? ms : undefined;
}

/**
 * Optimistic update: the leads with this device's unsaved calls applied. A tap counts as a started
 * call before the server knows of it, and a pending outcome keeps its panel open.
 */
export function useOptimisticLeads<Some extends OptimisticFields>(leads: Some[]): Some[] {
  const taps = useLocalCalls();
  return useMemo(
    () => (taps.length === 0 ? leads : leads.map((lead) => applyLocalCall(lead, taps))),
    [leads, taps],
  );
}

/** The same for one lead. */
export function useOptimisticLead<Some extends OptimisticFields>(lead: Some): Some {
  return applyLocalCall(lead, useLocalCalls());
}

type OptimisticFields = Pick<Lead, "_id" | "openCall" | "attempts">;

function keepForRefetch(entry: SavedEntry) {
  recentlySaved = [...recentlySaved, entry];
  setTimeout(
    () => {
      recentlySaved = recentlySaved.filter((one) => one !== entry);
      for (const listener of listeners) listener();
    },
    entry.attempts === undefined ? tapKeptMs : outcomeKeptMs,
  );
}

function useRecentlySaved(): SavedEntry[] {
  return useSyncExternalStore<SavedEntry[]>(
    listen,
    () => recentlySaved,
    () => none,
  );
}

function useLocalCalls(): SavedEntry[] {
  const outbox = useOutbox();
  const fresh = useRecentlySaved();
  return useMemo(
    () => [...fresh, ...outbox.filter(({ refusal }) => refusal === null)],
    [fresh, outbox],
  );
}

function applyLocalCall<Some extends OptimisticFields>(lead: Some, taps: SavedEntry[]): Some {
  const entry = taps.findLast((one) => one.leadId === lead._id);
  if (!entry || lead.openCall) return lead;
  // The refetched list includes this outcome.
  if (entry.attempts !== undefined && lead.attempts >= entry.attempts) return lead;
  return { ...lead, openCall: { _id: entry.request._id, calledAt: entry.happenedAt } };
}

/** Whether a tap for this lead is in flight. */
export function isCallStarting(leadId: string): boolean {
  return ownEntries().some((entry) => entry.leadId === leadId && !entry.refusal);
}

// Ids of calls that were started in this browser: only here does their panel open automatically.
const startedKey = "calls begun here";
const mostRemembered = 30;

function rememberStarted(id: string) {
  const known = stored(startedKey).split(" ").slice(-mostRemembered);
  store(startedKey, [...known, id].join(" "));
}

/** Returns a function that tells whether this browser started a call. */
export function useStartedHere(): (id: string) => boolean {
  const begun = useSyncExternalStore(
    listen,
    () => stored(startedKey),
    () => "",
  );
  return (id) => begun.includes(id);
}

/**
 * The account's entries; the same array as long as nothing has changed, as `useSyncExternalStore`
 * requires.
 */
function ownEntries(): OutboxEntry[] {
  const text = `${account} ${stored(key)}`;
  if (text !== lastRead.text) {
    lastRead = { text, entries: readEntries().filter((entry) => entry.account === account) };
  }
  return lastRead.entries;
}
let lastRead = { text: "", entries: none };

function entryOf(id: string): OutboxEntry | undefined {
  return ownEntries().find((entry) => entry.request._id === id);
}

/** Other tabs write too, so each change reads the stored entries first. */
function change(id: string, entry: OutboxEntry | null) {
  const before = readEntries();
  const at = before.findIndex((one) => one.request._id === id);
  const after = before.filter((one) => one.request._id !== id);
  if (entry) after.splice(at < 0 ? after.length : at, 0, entry);
  store(key, JSON.stringify(after));
}

function readEntries(): OutboxEntry[] {
  try {
    return z.array(Entry).parse(JSON.parse(stored(key) || "[]"));
  } catch {
    return none;
  }
}

/** If storage is unavailable, this tab keeps the entries in memory. */
const memoryStorage = new Map<string, string>();

function stored(name: string): string {
  if (typeof window === "undefined") return "";
  try {
    return localStorage.getItem(name) ?? memoryStorage.get(name) ?? "";
  } catch {
    return memoryStorage.get(name) ?? "";
  }
}

function store(name: string, text: string) {
  try {
    localStorage.setItem(name, text);
  } catch {
    memoryStorage.set(name, text);
  }
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", listener);
  };
}
