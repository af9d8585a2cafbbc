// What this device has to say about calls, kept until the server has it or somebody has read why it
// was refused. A tap that leaves for the phone's dialler, a reload, a dead line, another tab: nothing
// of it is lost, and nothing is said twice, because each call has an id of its own.
import { useMemo, useSyncExternalStore } from "react";
import { z } from "zod";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { CallRequest, maxAgoMs } from "#contract/calls.ts";
import type { Lead } from "#contract/leads.ts";

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

/** `attempts`: how many the lead has with this call, once its outcome is saved. */
type SavedEntry = OutboxEntry & { attempts?: number };

const key = "calls to save";
const listeners = new Set<() => void>();
const none: OutboxEntry[] = [];
let account: string | null = null;
/** What is being said, by its call. */
const underway = new Map<string, Promise<void>>();
/** What was saved a moment ago, while the leads are fetched anew: its question stays as it was. */
let lingering: SavedEntry[] = [];
/** A tap's; an outcome's ends when the list tells it, or at last. */
const lingerMs = 5000;
const longestLingerMs = 30_000;

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

/** What this device said of a call: it waits, was refused, or was saved a moment ago. */
export function useSaid(callId: string | undefined): (OutboxEntry & { isSaved: boolean }) | null {
  const waiting = useOutbox().find(({ request }) => request._id === callId);
  const saved = useLingering().find(({ request }) => request._id === callId);
  if (waiting) return { ...waiting, isSaved: false };
  return saved?.request.outcome ? { ...saved, isSaved: true } : null;
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
  // What is on its way already does not say this.
  await underway.get(request._id);
  await send(request._id);
  return { isSaved: !entryOf(request._id) };
}

/** Resolves when nothing of this call is on its way any more. */
export async function whenSaid(id: string): Promise<void> {
  await underway.get(id);
}

/** It is no longer said: nobody calls after all, or its refusal was read. */
export function forgetCall(id: string): void {
  lingering = lingering.filter((entry) => entry.request._id !== id);
  change(id, null);
}

/** Tries everything that waits, none behind another. Gives the calls whose outcomes were saved by it. */
export async function sendOutbox(): Promise<OutboxEntry[]> {
  const waiting = mine().filter(({ refusal }) => refusal === null);
  // Who began to say something waits for its end; here it is only asked for once more.
  const unsaid = waiting.filter(({ request }) => !underway.has(request._id));
  await Promise.all(waiting.map(({ request }) => underway.get(request._id) ?? send(request._id)));
  return unsaid.filter(({ request }) => request.outcome && !entryOf(request._id));
}

function send(id: string): Promise<void> {
  const sending = sendOne(id).finally(() => {
    if (underway.get(id) === sending) underway.delete(id);
  });
  underway.set(id, sending);
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
  // Put away meanwhile, or more was said about it: that is sent next.
  if (!now || JSON.stringify(now.request) !== JSON.stringify(entry.request)) return;
  if (outcome.isDone) {
    const { attempts } = outcome.answer.lead;
    linger(entry.request.outcome ? { ...entry, attempts } : entry);
    return change(id, null);
  }
  const { status, code, message } = outcome.refusal;
  const isForGood = status >= 400 && status < 500 && status !== 401 && status !== 429;
  change(id, isForGood ? { ...now, refusal: { code, message } } : { ...now, problem: message });
}

/** What is said at once needs no measure: the server hears it, and believes its own clock most. */
const atOnceMs = 1000;

/** How long ago it happened; none where that says nothing. */
function agoMsOf({ wasTried, happenedAt }: OutboxEntry): number | undefined {
  const ms = msSince(happenedAt);
  return ms !== undefined && (wasTried || ms > atOnceMs) ? ms : undefined;
}

/** Nothing when the device's clock was set in between: then the moment of receipt counts. */
function msSince(happenedAt: string): number | undefined {
  const ms = Date.now() - new Date(happenedAt).getTime();
  return ms >= 0 && ms <= maxAgoMs ? ms : undefined;
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

type Tappable = Pick<Lead, "_id" | "openCall" | "attempts">;

function linger(entry: SavedEntry) {
  lingering = [...lingering, entry];
  setTimeout(
    () => {
      lingering = lingering.filter((one) => one !== entry);
      for (const listener of listeners) listener();
    },
    entry.attempts === undefined ? lingerMs : longestLingerMs,
  );
}

function useLingering(): SavedEntry[] {
  return useSyncExternalStore<SavedEntry[]>(
    listen,
    () => lingering,
    () => none,
  );
}

function useTaps(): SavedEntry[] {
  const outbox = useOutbox();
  const fresh = useLingering();
  return useMemo(
    () => [...fresh, ...outbox.filter(({ refusal }) => refusal === null)],
    [fresh, outbox],
  );
}

function withTap<Some extends Tappable>(lead: Some, taps: SavedEntry[]): Some {
  const entry = taps.findLast((one) => one.leadId === lead._id);
  if (!entry || lead.openCall) return lead;
  // The list has come since, and tells it itself.
  if (entry.attempts !== undefined && lead.attempts >= entry.attempts) return lead;
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
