// What this device has to say about calls, kept until the server has it. A tap that leaves for the
// phone's dialler, a reload, a dead line: nothing of it is lost, and nothing is said twice, because
// each call has an id of its own.
import { useSyncExternalStore } from "react";
import { z } from "zod";
import { api } from "#app/api.ts";
import { askApi } from "#app/ui/ask-api.ts";
import { CallRequest } from "#contract/leads.ts";

const Entry = z.object({
  leadId: z.string(),
  request: CallRequest,
  /** When it happened here, for when the server hears of it later. */
  happenedAt: z.string(),
  /** Why it could not be said yet. */
  problem: z.string().nullable(),
});
export type OutboxEntry = z.infer<typeof Entry>;

const key = "calls to save";
const listeners = new Set<() => void>();
const none: OutboxEntry[] = [];
let entries: OutboxEntry[] | null = null;
let isSending = false;

/** What waits to be saved, newest last. */
export function useOutbox(): OutboxEntry[] {
  return useSyncExternalStore(listen, read, () => none);
}

/** Says it to the server, now or as soon as it can be reached. Resolves true when it is saved. */
export async function saveCall(leadId: string, request: CallRequest): Promise<boolean> {
  const happenedAt = new Date().toISOString();
  const others = read().filter((entry) => entry.request._id !== request._id);
  // A tap that never got through and its outcome are one call.
  const begun = read().find((entry) => entry.request._id === request._id);
  const merged = begun ? { ...begun.request, ...request } : request;
  const entry = {
    leadId,
    request: merged,
    happenedAt: begun?.happenedAt ?? happenedAt,
    problem: null,
  };
  write([...others, entry]);
  await sendOutbox();
  return !read().some((one) => one.request._id === request._id);
}

/** Tries everything that waits, in its order. */
export async function sendOutbox(): Promise<void> {
  if (isSending) return;
  isSending = true;
  for (const entry of read()) {
    const json = entry.problem ? { calledAt: entry.happenedAt, ...entry.request } : entry.request;
    const outcome = await askApi(() =>
      api.leads[":id"].calls.$post({ param: { id: entry.leadId }, json }),
    );
    const isOver =
      outcome.isDone ||
      (outcome.refusal.status >= 400 &&
        outcome.refusal.status < 500 &&
        outcome.refusal.status !== 401 &&
        outcome.refusal.status !== 429);
    const rest = read().filter((one) => one.request._id !== entry.request._id);
    if (isOver) write(rest);
    else if (!outcome.isDone) {
      const { message } = outcome.refusal;
      write(
        read().map((one) =>
          one.request._id === entry.request._id ? { ...one, problem: message } : one,
        ),
      );
      break;
    }
  }
  isSending = false;
}

function read(): OutboxEntry[] {
  if (typeof window === "undefined") return none;
  if (!entries) {
    try {
      entries = z.array(Entry).parse(JSON.parse(localStorage.getItem(key) ?? "[]"));
    } catch {
      entries = [];
    }
  }
  return entries;
}

function write(next: OutboxEntry[]) {
  entries = next;
  try {
    localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // A browser that keeps nothing still has it in this tab.
  }
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
