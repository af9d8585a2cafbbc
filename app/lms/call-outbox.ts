// What this device has to say about calls, kept until the server has it. A tap that leaves for the
// phone's dialler, a reload, a dead line: nothing of it is lost, and nothing is said twice, because
// each call has an id of its own.
import { useSyncExternalStore } from "react";
import { z } from "zod";
import { api } from "#app/api.ts";
import { askApi, type Refusal } from "#app/ui/ask-api.ts";
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
let sending: Promise<void> | null = null;
/** What the server would not take, by the call's id, until it is said anew. */
const refusals = new Map<string, Refusal>();

/** What waits to be saved, newest last. */
export function useOutbox(): OutboxEntry[] {
  return useSyncExternalStore(listen, read, () => none);
}

/** `waiting`: it is said as soon as the server can be reached. `refused`: it was not taken. */
export type Saved = { state: "saved" | "waiting" } | { state: "refused"; refusal: Refusal };

/** Says it to the server, now or as soon as it can be reached. */
export async function saveCall(leadId: string, request: CallRequest): Promise<Saved> {
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
  refusals.delete(request._id);
  if (!request.outcome) rememberBegun(request._id);
  await sendOutbox();
  const refusal = refusals.get(request._id);
  if (refusal) return { state: "refused", refusal };
  const isSaved = !read().some((one) => one.request._id === request._id);
  return { state: isSaved ? "saved" : "waiting" };
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
  for (const entry of read()) {
    const json = entry.problem ? { calledAt: entry.happenedAt, ...entry.request } : entry.request;
    const outcome = await askApi(() =>
      api.leads[":id"].calls.$post({ param: { id: entry.leadId }, json }),
    );
    const rest = read().filter((one) => one.request._id !== entry.request._id);
    if (outcome.isDone) {
      write(rest);
      continue;
    }
    const { status, message } = outcome.refusal;
    const isForGood = status >= 400 && status < 500 && status !== 401 && status !== 429;
    if (isForGood) {
      refusals.set(entry.request._id, outcome.refusal);
      write(rest);
      continue;
    }
    write(
      read().map((one) =>
        one.request._id === entry.request._id ? { ...one, problem: message } : one,
      ),
    );
    return;
  }
}

// Which calls this browser began: their questions open by themselves here, and nowhere else.
const begunKey = "calls begun here";
const mostRemembered = 30;

function rememberBegun(id: string) {
  try {
    const known = readBegun().split(" ").slice(-mostRemembered);
    localStorage.setItem(begunKey, [...known, id].join(" "));
  } catch {
    // A browser that keeps nothing asks when somebody wants to answer.
  }
  for (const listener of listeners) listener();
}

function readBegun(): string {
  try {
    return localStorage.getItem(begunKey) ?? "";
  } catch {
    return "";
  }
}

/** Tells of a call's id whether the call was begun in this browser. */
export function useBegunHere(): (id: string) => boolean {
  const begun = useSyncExternalStore(listen, readBegun, () => "");
  return (id) => begun.includes(id);
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
