// What this device has to say about calls, kept until the server has it or somebody has read why it
// was refused. A tap that leaves for the phone's dialler, a reload, a dead line, another tab: nothing
// of it is lost, and nothing is said twice, because each call has an id of its own.
import { useMemo, useSyncExternalStore } from "react";
import { z } from "zod";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { CallRequest, type Lead, mostAgoMs } from "#contract/leads.ts";

const Entry = z.object({
  /** Whose desk it is: several may sign in with one browser. */
  account: z.string(),
  leadId: z.string(),
  request: CallRequest,
  /** When it happened here. The device's clock may be wrong; what it measures is not. */
  happenedAt: z.string(),
  /** It may be on its way, or have been lost on it. */
  wasTried: z.boolean(),
  /** Why it could not be said yet. */
  problem: z.string().nullable(),
  /** Why the server would not take it. Kept until it is said anew or put away. */
  refusal: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type OutboxEntry = z.infer<typeof Entry>;

const key = "calls to save";
const listeners = new Set<() => void>();
const none: OutboxEntry[] = [];
let account: string | null = null;
let sending: Promise<void> | null = null;
/** Taps that were saved a moment ago, while the leads are fetched anew: their question stays open. */
let lingering = none;
const lingerMs = 5000;

/** Whoever is signed in: what waits of them is sent, and nothing of anybody else. */
export function openOutbox(ofAccount: string): void {
  account = ofAccount;
  for (const listener of listeners) listener();
  void sendOutbox();
}

/** What is not saved: it waits, or was refused; newest last. */
export function useOutbox(): OutboxEntry[] {
  return useSyncExternalStore(listen, mine, () => none);
}

/** Says it to the server, now or as soon as it can be reached; what became of it is in the outbox. */
export async function saveCall(
  leadId: string,
  request: CallRequest,
): Promise<{ isSaved: boolean }> {
  if (!account) throw new Error("The outbox has not been opened");
  // A tap that never got through and its outcome are one call.
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
  if (request.outcome) lingering = lingering.filter((one) => one.request._id !== request._id);
  else rememberBegun(request._id);
  await sendOutbox();
  return { isSaved: !entryOf(request._id) };
}

/** It is no longer said: nobody calls after all, or its refusal was read. */
export function forgetCall(id: string): void {
  lingering = lingering.filter((entry) => entry.request._id !== id);
  change(id, null);
}

/** Tries everything that waits, in its order. What comes in meanwhile is tried after it. */
export async function sendOutbox(): Promise<void> {
  await sending;
  sending ??= sendAll().finally(() => {
    sending = null;
  });
  await sending;
}

async function sendAll(): Promise<void> {
  for (const { request } of mine()) {
    const entry = entryOf(request._id);
    if (!entry || entry.refusal) continue;
    const agoMs = entry.wasTried ? msSince(entry.happenedAt) : undefined;
    const json = { agoMs, ...entry.request };
    change(request._id, { ...entry, wasTried: true });
    const outcome = await askApi(() =>
      api.leads[":id"].calls.$post({ param: { id: entry.leadId }, json }),
    );
    const now = entryOf(request._id);
    // Put away meanwhile, or more was said about it: that is sent next time.
    if (!now || JSON.stringify(now.request) !== JSON.stringify(entry.request)) continue;
    if (outcome.isDone) {
      if (!entry.request.outcome) linger(entry);
      change(request._id, null);
      continue;
    }
    const { status, code, message } = outcome.refusal;
    const isForGood = status >= 400 && status < 500 && status !== 401 && status !== 429;
    change(
      request._id,
      isForGood ? { ...now, refusal: { code, message } } : { ...now, problem: message },
    );
    if (!isForGood) return;
  }
}

/** Nothing when the device's clock was set in between: then the moment of receipt counts. */
function msSince(happenedAt: string): number | undefined {
  const ms = Date.now() - new Date(happenedAt).getTime();
  return ms >= 0 && ms <= mostAgoMs ? ms : undefined;
}

/**
 * The leads as this device knows them: a tap counts as begun here before the server has heard of it,
 * and an outcome that waits keeps its question open.
 */
export function useTappedList<Some extends Tappable>(leads: Some[]): Some[] {
  const taps = useTaps();
  return useMemo(
    () => (taps.length === 0 ? leads : leads.map((lead) => withTap(lead, taps))),
    [leads, taps],
  );
}

/** As above, for one. */
export function useTapped<Some extends Tappable>(lead: Some): Some {
  return withTap(lead, useTaps());
}

type Tappable = Pick<Lead, "_id" | "openCall">;

function linger(entry: OutboxEntry) {
  lingering = [...lingering, entry];
  setTimeout(() => {
    lingering = lingering.filter((one) => one !== entry);
    for (const listener of listeners) listener();
  }, lingerMs);
}

function useTaps(): OutboxEntry[] {
  const outbox = useOutbox();
  const fresh = useSyncExternalStore(
    listen,
    () => lingering,
    () => none,
  );
  return useMemo(
    () => [...fresh, ...outbox.filter(({ refusal }) => refusal === null)],
    [fresh, outbox],
  );
}

function withTap<Some extends Tappable>(lead: Some, taps: OutboxEntry[]): Some {
  const entry = taps.findLast((one) => one.leadId === lead._id);
  if (!entry || lead.openCall) return lead;
  return { ...lead, openCall: { _id: entry.request._id, calledAt: entry.happenedAt } };
}

/** Whether a tap for this lead is on its way. */
export function isBeingBegun(leadId: string): boolean {
  return mine().some((entry) => entry.leadId === leadId && !entry.refusal);
}

// Which calls this browser began: their questions open by themselves here, and nowhere else.
const begunKey = "calls begun here";
const mostRemembered = 30;

function rememberBegun(id: string) {
  const known = stored(begunKey).split(" ").slice(-mostRemembered);
  store(begunKey, [...known, id].join(" "));
}

/** Tells of a call's id whether the call was begun in this browser. */
export function useBegunHere(): (id: string) => boolean {
  const begun = useSyncExternalStore(
    listen,
    () => stored(begunKey),
    () => "",
  );
  return (id) => begun.includes(id);
}

/** This account's, and the same list as long as nothing changed. */
function mine(): OutboxEntry[] {
  const text = `${account} ${stored(key)}`;
  if (text !== lastRead.text) {
    lastRead = { text, entries: everybodys().filter((entry) => entry.account === account) };
  }
  return lastRead.entries;
}
let lastRead = { text: "", entries: none };

function entryOf(id: string): OutboxEntry | undefined {
  return mine().find((entry) => entry.request._id === id);
}

/** Other tabs write too: each change is made to what is kept at that moment. */
function change(id: string, entry: OutboxEntry | null) {
  const before = everybodys();
  const at = before.findIndex((one) => one.request._id === id);
  const after = before.filter((one) => one.request._id !== id);
  if (entry) after.splice(at < 0 ? after.length : at, 0, entry);
  store(key, JSON.stringify(after));
}

function everybodys(): OutboxEntry[] {
  try {
    return z.array(Entry).parse(JSON.parse(stored(key) || "[]"));
  } catch {
    return none;
  }
}

/** A browser that keeps nothing still has it in this tab. */
const inThisTab = new Map<string, string>();

function stored(name: string): string {
  if (typeof window === "undefined") return "";
  try {
    return localStorage.getItem(name) ?? inThisTab.get(name) ?? "";
  } catch {
    return inThisTab.get(name) ?? "";
  }
}

function store(name: string, text: string) {
  try {
    localStorage.setItem(name, text);
  } catch {
    inThisTab.set(name, text);
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
