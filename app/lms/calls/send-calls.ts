// Sends the outbox's calls to the server. A call survives a reload and a lost connection. It is
// saved only once, even from two tabs, because one tab at a time sends it and saving is idempotent
// by its id.
import { api } from "#app/api.ts";
import { askApi, type Refusal } from "#app/ui/ask-api.ts";
import { type CallRequest, maxAgoMs } from "#contract/calls.ts";
import type { Lead } from "#contract/leads.ts";
import {
  findEntry,
  type OutboxEntry,
  outboxAccount,
  outboxEntries,
  pendingCalls,
  putEntry,
  removeEntry,
} from "./call-outbox.ts";
import { forgetSaved, keepForRefetch } from "./optimistic-leads.ts";
import { rememberStarted } from "./started-here.ts";

/** Changes that this tab hasn't started to send yet, by call id. */
const unsent = new Map<string, OutboxEntry>();

/** Whether the server has the change. If so, `lead` is the lead after it. */
type Sent = { isSaved: boolean; lead: Lead | null };

/**
 * Sends a call to the server now, or once the server can be reached. The outbox shows how that
 * went.
 */
export async function saveCall(leadId: string, request: CallRequest): Promise<Sent> {
  if (!request.outcome) rememberStarted(request._id);
  return keepAndSend(leadId, request, false);
}

/**
 * Voids a call, now or once the server can be reached. A call that the server never received is
 * only removed from the outbox.
 */
export async function undoCall(leadId: string, callId: string): Promise<Sent> {
  return keepAndSend(leadId, { _id: callId }, true);
}

/** For how many seconds an undo can itself be undone. */
export const takenBackSeconds = 6;

/**
 * Calls that were undone a few seconds ago. Aborting a call's controller stops its void request
 * from being sent.
 */
const takenBack = new Map<string, AbortController>();

/**
 * Undoes a call without an outcome. The server is told after `takenBackSeconds` or when the page is
 * hidden. Until then, `bringCallBack` can restore the call with its original time.
 */
export function takeCallBack(leadId: string, callId: string): void {
  const entry = entryOf(leadId, { _id: callId }, true);
  forgetSaved(callId);
  if (unsent.has(callId)) unsent.set(callId, entry);
  putEntry(entry);
  const kept = new AbortController();
  const { signal } = kept;
  const sendNow = () => {
    kept.abort();
    takenBack.delete(callId);
    void inTurn(callId, () => send(callId, true));
  };
  const timer = setTimeout(sendNow, takenBackSeconds * 1000);
  signal.addEventListener("abort", () => clearTimeout(timer));
  // `visibilitychange` is fired at the document and bubbles up to the window.
  addEventListener("visibilitychange", sendNow, { signal });
  takenBack.set(callId, kept);
}

/**
 * Undoes the undo of a call. Returns whether the call is open again; false if the server has been
 * told already, so that the call stays void.
 */
export function bringCallBack(callId: string): boolean {
  const kept = takenBack.get(callId);
  takenBack.delete(callId);
  kept?.abort();
  const entry = findEntry(callId);
  if (!kept || !entry?.isVoided) return false;
  if (unsent.has(callId)) unsent.set(callId, { ...entry, isVoided: false });
  putEntry({ ...entry, isVoided: false });
  void inTurn(callId, () => send(callId, true));
  return true;
}

async function keepAndSend(leadId: string, request: CallRequest, isVoided: boolean): Promise<Sent> {
  const id = request._id;
  const begun = findEntry(id);
  const entry = entryOf(leadId, request, isVoided);
  forgetSaved(id);
  unsent.set(id, entry);
  putEntry(entry);
  // The request that is already being sent doesn't include this change.
  const sent = await inTurn(id, () => send(id, begun !== null));
  return { isSaved: !findEntry(id), lead: sent?.lead ?? null };
}

/** Merges an outcome with the tap that started the call, if the tap hasn't been sent yet. */
function entryOf(leadId: string, request: CallRequest, isVoided: boolean): OutboxEntry {
  const begun = findEntry(request._id);
  return {
    account: outboxAccount(),
    leadId,
    request: { ...begun?.request, ...request },
    isVoided,
    happenedAt: begun?.happenedAt ?? new Date().toISOString(),
    problem: null,
    refusal: null,
  };
}

/** Sends all pending calls in parallel. Returns the calls whose outcomes were saved. */
export async function sendOutbox(): Promise<OutboxEntry[]> {
  const saved = await Promise.all(
    pendingCalls(outboxEntries())
      .filter(({ request }) => !takenBack.has(request._id))
      .map(({ request }) => inTurn(request._id, () => send(request._id, true), "if free")),
  );
  return saved.flatMap((entry) => (entry?.request.outcome && !entry.isVoided ? entry : []));
}

/** Removes a call after the user has read why it was rejected. */
export function discardCall(id: string): void {
  unsent.delete(id);
  removeEntry(id);
}

/**
 * Returns whether the lead has a tap without an outcome. If so, another tap belongs to the same
 * call.
 */
export function isCallStarting(leadId: string): boolean {
  return pendingCalls(outboxEntries()).some(
    (entry) => entry.leadId === leadId && !entry.isVoided && !entry.request.outcome,
  );
}

/**
 * Sends the call. Returns its entry, with the lead from the server's answer, if the call is done
 * with, or else null. `wasTried`: the server may have received an earlier request.
 */
async function send(
  id: string,
  wasTried: boolean,
): Promise<(OutboxEntry & { lead: Lead | null }) | null> {
  // Another tab, which was sending the tap, may have removed the entry or stored the tap again.
  const told = unsent.get(id);
  if (told) putEntry(told);
  unsent.delete(id);
  const entry = findEntry(id);
  if (!entry || entry.refusal) return null;
  const outcome = await (entry.isVoided ? askToVoid(entry) : askToSave(entry, wasTried));
  const now = findEntry(id);
  // The entry was removed or changed while it was being sent. A change is sent next.
  if (!now || sentOf(now) !== sentOf(entry)) return null;
  const isNeverReceived = entry.isVoided && !outcome.isDone && outcome.refusal.code === "not_found";
  if (outcome.isDone || isNeverReceived) {
    const lead = outcome.isDone ? outcome.answer.lead : null;
    keepForRefetch(entry.request.outcome ? { ...entry, attempts: lead?.attempts } : entry);
    removeEntry(id);
    return { ...entry, lead };
  }
  const { code, message } = outcome.refusal;
  const isFinal = finalCodes.includes(code);
  putEntry(isFinal ? { ...now, refusal: { code, message } } : { ...now, problem: message });
  return null;
}

function sentOf({ request, isVoided }: OutboxEntry): string {
  return JSON.stringify({ request, isVoided });
}

function askToSave(entry: OutboxEntry, wasTried: boolean) {
  const { leadId, account, request } = entry;
  const param = { id: leadId };
  const header = { "person-id": account };
  const json = { agoMs: agoMsOf(entry, wasTried), ...request };
  return askApi(() => api.leads[":id"].calls.$post({ param, header, json }));
}

function askToVoid({ leadId, account, request }: OutboxEntry) {
  const param = { id: leadId, callId: request._id };
  const header = { "person-id": account };
  return askApi(() => api.leads[":id"].calls[":callId"].voidings.$post({ param, header }));
}

/**
 * Error codes that a retry would get again. After other errors a call stays pending: the session
 * may have expired, the practice may be suspended, or a proxy may have responded.
 */
const finalCodes: Refusal["code"][] = ["conflict", "invalid", "same_call", "not_found"];

/**
 * A call younger than this is sent without its age, because the server's time of receipt is more
 * accurate.
 */
const negligibleMs = 1000;

/**
 * Returns the call's age in milliseconds, or undefined if the server doesn't need it or the age
 * isn't known.
 */
function agoMsOf({ happenedAt }: OutboxEntry, wasTried: boolean): number | undefined {
  const ms = Date.now() - new Date(happenedAt).getTime();
  // The device's clock was changed since the call, so the server uses its time of receipt.
  if (ms < 0 || ms > maxAgoMs) return undefined;
  return wasTried || ms > negligibleMs ? ms : undefined;
}

/**
 * Pages without HTTPS have no Web Locks. There, only the requests from this tab wait for one
 * another.
 */
const turns = new Map<string, Promise<unknown>>();

/**
 * Runs the requests for one call one after another, across all tabs. With "if free", the request
 * runs now or not at all.
 */
async function inTurn<Result>(
  callId: string,
  work: () => Promise<Result>,
  when: "in turn" | "if free" = "in turn",
): Promise<Result | null> {
  const ifAvailable = when === "if free";
  if (navigator.locks) {
    return navigator.locks.request(`call ${callId}`, { ifAvailable }, (lock) =>
      lock ? work() : null,
    );
  }
  const before = turns.get(callId);
  if (before && ifAvailable) return null;
  const turn = (before ?? Promise.resolve()).then(work, work);
  turns.set(callId, turn);
  return turn.finally(() => {
    if (turns.get(callId) === turn) turns.delete(callId);
  });
}
