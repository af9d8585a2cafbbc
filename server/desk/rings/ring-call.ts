// A ring's call. Once the lead's line was dialed, a call attempt was made at the time of the key.
// It stops the clock like a call from the screen, and its result is asked for on screen.
import { randomUUID } from "node:crypto";
import { and, asc, eq, gte, isNull, lte, or, sql } from "drizzle-orm";
import { sameCallMinutes } from "#contract/calls.ts";
import { minuteMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import { calls, inquiries, ringCalls, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { scheduleCalled } from "#server/desk/leads/alert-schedule.ts";
import { callMinutes } from "#server/desk/leads/alert-verdict.ts";
import { refreshLead } from "#server/desk/leads/refresh-lead.ts";
import { markSeenByCall } from "#server/desk/live/first-seen.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import type { Ring } from "#server/desk/phone/ring.ts";
import { type RingRow, thisCall } from "./ring-store.ts";

/**
 * Records a ring's call once the lead's line was dialed, and its length once the line has ended.
 * Idempotent. A person's call from the screen in the same minutes becomes the ring's call, so there
 * is one attempt, at the earlier time; if the person started the ring, at the time of the key. The
 * caller holds the locks of the lead and the ring.
 */
export async function recordRingCall(
  deps: Pick<Deps, "now" | "jobs">,
  tx: Transaction,
  row: RingRow,
  ring: Ring,
): Promise<void> {
  const { clientId, id: ringId, leadId } = row;
  const { accepted } = ring;
  if (!accepted || !ring.calledAt) return;
  const ofRing = and(eq(calls.clientId, clientId), eq(calls.ringId, ringId));
  const lineSeconds = ring.talkSeconds;
  const [known] = await tx.select().from(calls).where(ofRing);
  if (known) {
    if (known.lineSeconds === lineSeconds) return;
    await tx.update(calls).set({ lineSeconds }).where(ofRing);
    // A split may have moved the call to another lead.
    await notifyPractice(tx, { clientId, leadId: known.leadId, kind: "lead" });
    return;
  }
  const [phone] = await tx
    .select({ name: ringCalls.name })
    .from(ringCalls)
    .where(thisCall({ clientId, ringId, attempt: accepted.attempt }));
  const columns = { ringId, phoneName: phone?.name ?? null, lineSeconds };
  const callId =
    (await takeScreenCall(tx, row, accepted.at, columns)) ??
    (await insertCall(tx, row, await startOf(tx, row, accepted.at), columns));
  await tx.insert(timeline).values({
    ...{ clientId, leadId, kind: "called", at: deps.now(), accountId: row.startedBy },
    data: { callId, outcome: null },
  });
  await markSeenByCall(tx, { clientId }, leadId, accepted.at);
  await scheduleCalled(deps, tx, { clientId, leadId, callId });
  await refreshLead(tx, { clientId, leadId });
}

/** Returns the ring's call, unless it was undone or a split left it with another lead. */
export async function findRingCall(tx: Transaction, { clientId, id, leadId }: RingRow) {
  const [made] = await tx
    .select({ id: calls.id, outcome: calls.outcome })
    .from(calls)
    .where(
      and(
        ...[eq(calls.clientId, clientId), eq(calls.ringId, id)],
        ...[eq(calls.leadId, leadId), isNull(calls.voidedAt)],
      ),
    );
  return made ?? null;
}

type Columns = Pick<typeof calls.$inferSelect, "ringId" | "phoneName" | "lineSeconds">;

/** Turns a person's call in the same minutes into the ring's call, and returns its id. */
async function takeScreenCall(
  tx: Transaction,
  row: RingRow,
  pressedAt: Date,
  columns: Columns,
): Promise<string | null> {
  const { clientId, leadId, startedAt, startedBy } = row;
  const until = new Date(pressedAt.getTime() + sameCallMinutes * minuteMs);
  // Someone who is on a call by the screen may go on with an office phone.
  const since = startedBy
    ? new Date(pressedAt.getTime() - callMinutes * minuteMs)
    : (startedAt ?? pressedAt);
  // The result may be there already, under the ring's id.
  const isOpen = or(isNull(calls.outcome), eq(calls.id, row.id));
  const isOwn = startedBy ? and(eq(calls.accountId, startedBy), isOpen) : undefined;
  const [started] = await tx
    .select({ id: calls.id, calledAt: calls.calledAt })
    .from(calls)
    .where(
      and(
        ...[eq(calls.clientId, clientId), eq(calls.leadId, leadId), isOwn],
        ...[isNull(calls.voidedAt), isNull(calls.ringId)],
        ...[gte(calls.calledAt, since), lte(calls.calledAt, until)],
      ),
    )
    .orderBy(asc(calls.calledAt))
    .limit(1);
  if (!started) return null;
  const isEarlier = !startedBy && started.calledAt < pressedAt;
  const calledAt = isEarlier ? started.calledAt : await startOf(tx, row, pressedAt);
  await tx
    .update(calls)
    .set({ ...columns, calledAt })
    .where(and(eq(calls.clientId, clientId), eq(calls.id, started.id)));
  return started.id;
}

async function insertCall(
  tx: Transaction,
  { clientId, leadId, id: ringId, startedBy }: RingRow,
  calledAt: Date,
  columns: Columns,
): Promise<string> {
  // The key was received when it was pressed, so the call wasn't logged after the fact.
  const call = {
    clientId,
    leadId,
    calledAt,
    recordedAt: calledAt,
    accountId: startedBy,
    ...columns,
  };
  // The browser that started the call knows its id, unless something else has it by now.
  const ids = startedBy ? [ringId, randomUUID()] : [randomUUID()];
  for (const id of ids) {
    const made = await tx
      .insert(calls)
      .values({ ...call, id })
      .onConflictDoNothing()
      .returning({ id: calls.id });
    if (made.length > 0) return id;
  }
  throw new Error("The ring's call was not stored");
}

/** A call is never earlier than the inquiry, even if the machine's clock was set back. */
async function startOf(tx: Transaction, { clientId, leadId }: RingRow, pressedAt: Date) {
  const [row] = await tx
    .select({ at: sql<Date>`min(${inquiries.submittedAt})`.mapWith(inquiries.submittedAt) })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)));
  return row && row.at > pressedAt ? row.at : pressedAt;
}
