// An outbox for calls: it keeps each call in this browser until the server has saved it or the user
// has read why it was rejected. Each call has its own storage key, so that tabs never overwrite
// each other's calls. `send-calls.ts` fills and empties it.
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
  /** The person who made the call: several people may log in with one browser. */
  account: z.string(),
  leadId: z.string(),
  request: CallRequest,
  /** Whether it was undone: the server is asked to void it, instead of saving it. */
  isVoided: z.boolean().default(false),
  /** Measured by the device's clock, which may be wrong; time differences are correct. */
  happenedAt: z.string(),
  /** Why the last attempt failed. */
  problem: z.string().nullable(),
  /** Why the server rejected it. Kept until it is sent again or dismissed. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type OutboxEntry = z.infer<typeof Entry>;

const prefix = "calls to save/";
const none: OutboxEntry[] = [];
let account: string | null = null;

/** Sets the signed-in person; other people's calls stay. */
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

/** Checks whether the signed-in person recorded it. */
export function isOwn(entry: { account: string }): boolean {
  return entry.account === account;
}

/** Returns the person's calls that are not saved: pending or rejected; newest last. */
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

/** Returns the calls without those that the server rejected, which are not sent again. */
export function pendingCalls(entries: OutboxEntry[]): OutboxEntry[] {
  return entries.filter(({ refusal }) => refusal === null);
}

/** Reads a call from storage, because another tab may have changed it a moment ago. */
export function findEntry(callId: string): OutboxEntry | null {
  return storedValue(prefix + callId, Entry);
}

export function putEntry(entry: OutboxEntry): void {
  storeText(prefix + entry.request._id, JSON.stringify(entry));
}

export function removeEntry(callId: string): void {
  storeText(prefix + callId, null);
}

/** Earlier versions kept all calls in one list under this key. */
const singleKey = "calls to save";

function migrateSingleKey() {
  const entries = storedValue(singleKey, z.array(Entry));
  if (!entries) return;
  for (const entry of entries) putEntry(entry);
  storeText(singleKey, null);
}

/** Earlier versions had one account per practice, and kept its calls under the practice's id. */
function migratePracticeCalls(personId: string, practiceId: string) {
  for (const name of storedNames(prefix)) {
    const entry = storedValue(name, Entry);
    if (entry?.account === practiceId) putEntry({ ...entry, account: personId });
  }
}
