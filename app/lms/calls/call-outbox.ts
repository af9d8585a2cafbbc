// An outbox for calls. Each call is stored in this browser until the server has saved it or the
// user has read why it was rejected. Each call has its own storage key, so tabs never overwrite
// each other's calls. `send-calls.ts` adds and removes the calls.
import { useSyncExternalStore } from "react";
import { z } from "zod";
import {
  listenToStorage,
  readOncePerChange,
  storedNames,
  storedValue,
  storeText,
  tellStorageListeners,
} from "#app/ui/device-storage.ts";
import { CallRequest } from "#contract/calls.ts";

const Entry = z.object({
  /** The person who made the call. Several people may log in with one browser. */
  account: z.string(),
  leadId: z.string(),
  request: CallRequest,
  /**
   * Whether the call was undone. If so, the server is asked to void the call instead of saving it.
   */
  isVoided: z.boolean().default(false),
  /**
   * The device's time of the call. The device's clock may be wrong, but the differences between its
   * times are correct.
   */
  happenedAt: z.string(),
  /** Why the last attempt to send the call failed. */
  problem: z.string().nullable(),
  /**
   * Why the server rejected the call. Stored until the call is resent or the user dismisses the
   * message.
   */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type OutboxEntry = z.infer<typeof Entry>;

const prefix = "calls to save/";
const none: OutboxEntry[] = [];
let account: string | null = null;

/** Sets the person who is logged in. Other people's calls stay stored. */
export function openOutbox(personId: string, practiceId: string): void {
  account = personId;
  migrateSingleKey();
  migratePracticeCalls(personId, practiceId);
  tellStorageListeners();
}

export function outboxAccount(): string {
  if (!account) throw new Error("The outbox has not been opened");
  return account;
}

/** Returns whether the logged-in person recorded this call or note. */
export function isOwn(entry: { account: string }): boolean {
  return entry.account === account;
}

/** Returns the logged-in person's unsaved calls, pending or rejected, newest last. */
export function useOutbox(): OutboxEntry[] {
  return useSyncExternalStore(listenToStorage, outboxEntries, () => none);
}

export const outboxEntries = readOncePerChange(() => {
  const entries = storedNames(prefix)
    .flatMap((name) => storedValue(name, Entry) ?? [])
    .filter(isOwn)
    .toSorted((a, b) => a.happenedAt.localeCompare(b.happenedAt));
  return entries.length > 0 ? entries : none;
});

/** Returns the calls that the server hasn't rejected, because rejected calls aren't resent. */
export function pendingCalls(entries: OutboxEntry[]): OutboxEntry[] {
  return entries.filter(({ refusal }) => refusal === null);
}

/**
 * Reads a call from storage rather than from memory, because another tab may just have changed it.
 */
export function findEntry(callId: string): OutboxEntry | null {
  return storedValue(prefix + callId, Entry);
}

export function putEntry(entry: OutboxEntry): void {
  storeText(prefix + entry.request._id, JSON.stringify(entry));
}

export function removeEntry(callId: string): void {
  storeText(prefix + callId, null);
}

/** Earlier versions stored all calls in one list under this key. */
const singleKey = "calls to save";

function migrateSingleKey() {
  const entries = storedValue(singleKey, z.array(Entry));
  if (!entries) return;
  for (const entry of entries) putEntry(entry);
  storeText(singleKey, null);
}

/** Earlier versions had one account per practice and stored its calls under the practice's id. */
function migratePracticeCalls(personId: string, practiceId: string) {
  for (const name of storedNames(prefix)) {
    const entry = storedValue(name, Entry);
    if (entry?.account === practiceId) putEntry({ ...entry, account: personId });
  }
}
