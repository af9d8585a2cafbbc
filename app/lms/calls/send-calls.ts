// Sends the outbox's calls to the server. A call survives a reload, a lost connection and a second
// tap, and counts once: one tab at a time sends it, and saving is idempotent by its id.
import { api } from "#app/api.ts";
import { askApi, type Refusal } from "#app/ui/ask-api.ts";
import { type CallRequest, maxAgoMs } from "#contract/calls.ts";
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

/** Changes that this tab hasn't started to send, by call id. */
const unsent = new Map<string, OutboxEntry>();

/**
 * Sends a call to the server now, or once the server can be reached. The outbox holds the result.
 */
export async function saveCall(
  leadId: string,
  request: CallRequest,
): Promise<{ isSaved: boolean }> {
  if (!request.outcome) rememberStarted(request._id);
  return keepAndSend(leadId, request, false);
}

/** Voids a call the same way. A call that the server never received is only removed. */
export async function undoCall(leadId: string, callId: string): Promise<{ isSaved: boolean }> {
  return keepAndSend(leadId, { _id: callId }, true);
}

/** How long an undo can itself be undone, in seconds. */
export const takenBackSeconds = 6;

/**
 * Calls that were undone a few seconds ago. Aborting one stops its void request from being
 * sent.
 */
const takenBack = new Map<string, AbortController>();

/**
 * Voids a call without an outcome. The server gets the undo after `takenBackSeconds` or when the
 * page is hidden. Until then, `bringCallBack` can restore the call with its original time.
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
  // The event bubbles up from the document.
  addEventListener("visibilitychange", sendNow, { signal });
  takenBack.set(callId, kept);
}

/**
 * Returns whether the call is open again. False if the server was already notified, so it stays
 * void.
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

async function keepAndSend(leadId: string, request: CallRequest, isVoided: boolean) {
  const id = request._id;
  const begun = findEntry(id);
  const entry = entryOf(leadId, request, isVoided);
  forgetSaved(id);
  unsent.set(id, entry);
  putEntry(entry);
  // The request in flight doesn't include this change.
  await inTurn(id, () => send(id, begun !== null));
  return { isSaved: !findEntry(id) };
}

/** An outcome and its unsent tap are merged into one call. */
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

/** Removes a call whose rejection the user has read. */
export function discardCall(id: string): void {
  unsent.delete(id);
  removeEntry(id);
}

/**
 * Checks whether the lead has a tap without an outcome. If so, another tap belongs to the same
 * call.
 */
export function isCallStarting(leadId: string): boolean {
  return pendingCalls(outboxEntries()).some(
    (entry) => entry.leadId === leadId && !entry.isVoided && !entry.request.outcome,
  );
}

/** Returns the saved entry. `wasTried`: the server may have received an earlier request. */
async function send(id: string, wasTried: boolean): Promise<OutboxEntry | null> {
  // Another tab that was sending the tap may have removed the entry or stored the tap again.
  const told = unsent.get(id);
  if (told) putEntry(told);
  unsent.delete(id);
  const entry = findEntry(id);
  if (!entry || entry.refusal) return null;
  const outcome = await (entry.isVoided ? askToVoid(entry) : askToSave(entry, wasTried));
  const now = findEntry(id);
  // The entry was removed or changed since. A change is sent next.
  if (!now || sentOf(now) !== sentOf(entry)) return null;
  const isNeverReceived = entry.isVoided && !outcome.isDone && outcome.refusal.code === "not_found";
  if (outcome.isDone || isNeverReceived) {
    const attempts = outcome.isDone ? outcome.answer.lead.attempts : undefined;
    keepForRefetch(entry.request.outcome ? { ...entry, attempts } : entry);
    removeEntry(id);
    return entry;
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
 * Rejections that a retry would get again. A call stays pending if the session has expired, the
 * practice is suspended, or a proxy responds.
 */
const finalCodes: Refusal["code"][] = ["conflict", "invalid", "same_call", "not_found"];

/** Below this age, the time is omitted because the server's time of receipt is more accurate. */
const negligibleMs = 1000;

/** Returns the call's age in milliseconds, or undefined if it isn't needed or isn't known. */
function agoMsOf({ happenedAt }: OutboxEntry, wasTried: boolean): number | undefined {
  const ms = Date.now() - new Date(happenedAt).getTime();
  // The device's clock was changed in between, so the time of receipt is used.
  if (ms < 0 || ms > maxAgoMs) return undefined;
  return wasTried || ms > negligibleMs ? ms : undefined;
}

/** Pages without HTTPS have no Web Locks, so only this tab's requests take turns. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Runs the requests for one call one after another, across all tabs. "if free": now or not at all.
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
