// A ring's rows: its events and the state that results from them.
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { ringCalls, ringEvents, rings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { toRingEvent } from "#server/desk/leads/ring-rows.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { type Ring, type RingEvent, type RingState, ringOf } from "#server/desk/phone/ring.ts";

export type RingRow = typeof rings.$inferSelect;
type RingKey = { clientId: string; ringId: string };
/** One call to an office phone. */
export type CallKey = RingKey & { attempt: number };

/** `jobs`: null if the caller continues with the practice's rings itself. */
type Tools = Pick<Deps, "now"> & { jobs: Deps["jobs"] | null };

/** Rings in these states are finished. */
const settled: RingState[] = ["ended", "failed", "screen_won", "dropped", "unanswered"];

/**
 * Locks a ring until the transaction ends. Lock order: the practice's rings, then leads, then a ring.
 */
export async function lockRing(
  tx: Transaction,
  { clientId, ringId }: RingKey,
): Promise<RingRow | null> {
  const [row] = await tx
    .select()
    .from(rings)
    .where(and(eq(rings.clientId, clientId), eq(rings.id, ringId)))
    .for("no key update");
  return row ?? null;
}

/**
 * Stores what happened and the state that follows; events that are there already change nothing, and
 * new ones reach the practice's open screens.
 * The caller holds the ring's lock. If the practice's phones become free, its next turn is enqueued.
 * A ring that a person started is for one phone, so it is over once that phone's call has ended.
 */
export async function addEvents(
  { jobs, now }: Tools,
  tx: Transaction,
  row: RingRow,
  events: RingEvent[],
): Promise<Ring> {
  const { clientId, id: ringId } = row;
  const receivedAt = now();
  if (events.length > 0) {
    const fresh = await tx
      .insert(ringEvents)
      .values(events.map((event) => toRow(event, { clientId, ringId, receivedAt })))
      .onConflictDoNothing()
      .returning({ kind: ringEvents.kind });
    // The lead's row and timeline show each step.
    if (fresh.length > 0) await notifyPractice(tx, { clientId, leadId: row.leadId, kind: "lead" });
  }
  const ring = ringOf(await readEvents(tx, { clientId, ringId }));
  if (row.startedBy && ring.state === "paused") {
    return addEvents({ jobs, now }, tx, row, [{ kind: "given_up", at: receivedAt }]);
  }
  if (ring.state === row.state) return ring;
  const isSettled = settled.includes(ring.state);
  const isPaused = ring.state === "paused";
  await tx
    .update(rings)
    .set({
      state: ring.state,
      ...(isPaused && { dueAt: receivedAt }),
      ...(isSettled && { settledAt: row.settledAt ?? receivedAt }),
    })
    .where(and(eq(rings.clientId, clientId), eq(rings.id, ringId)));
  const isFree = isPaused || (isSettled && !row.settledAt);
  if (jobs && isFree) await jobs.enqueue(tx, "ring-practice", { clientId });
  return ring;
}

export async function readEvents(
  tx: Transaction,
  { clientId, ringId }: RingKey,
): Promise<RingEvent[]> {
  const rows = await tx
    .select()
    .from(ringEvents)
    .where(and(eq(ringEvents.clientId, clientId), eq(ringEvents.ringId, ringId)));
  return rows.map(toRingEvent);
}

/**
 * Stores which of the provider's calls this is, unless that is already known. Returns false if it
 * is a different one.
 */
export async function bindCall(tx: Transaction, key: CallKey, sid: string): Promise<boolean> {
  const bound = await tx
    .update(ringCalls)
    .set({ callSid: sql`coalesce(${ringCalls.callSid}, ${sid})` })
    .where(thisCall(key))
    .returning({ sid: ringCalls.callSid });
  return bound[0]?.sid === sid;
}

/** Returns which of these provider ids belong to the practice's calls. */
export async function findBound(
  { db }: Pick<Deps, "db">,
  clientId: string,
  ids: string[],
): Promise<Set<string | null>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ sid: ringCalls.callSid })
    .from(ringCalls)
    .where(and(eq(ringCalls.clientId, clientId), inArray(ringCalls.callSid, ids)));
  return new Set(rows.map(({ sid }) => sid));
}

export function thisCall({ clientId, ringId, attempt }: CallKey) {
  return and(
    eq(ringCalls.clientId, clientId),
    eq(ringCalls.ringId, ringId),
    eq(ringCalls.attempt, attempt),
  );
}

function toRow(
  event: RingEvent,
  of: RingKey & { receivedAt: Date },
): typeof ringEvents.$inferInsert {
  const row = { ...of, kind: event.kind, at: event.at };
  switch (event.kind) {
    case "placed":
    case "ringing":
      return { ...row, attempt: event.attempt };
    case "answered":
      return { ...row, attempt: event.attempt, detail: event.by ?? "" };
    case "key":
      return { ...row, attempt: event.attempt, detail: event.key, answer: event.answer };
    case "ended":
      return { ...row, attempt: event.attempt, detail: event.as };
    case "lead_ended":
      return { ...row, detail: event.as, seconds: event.seconds };
    default:
      return row;
  }
}
