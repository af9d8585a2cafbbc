// Finds out whether a lead's line was dialed after a key, if no report says so: the provider is asked
// which calls the office phone's call dialed. A line that was dialed is a call, even if no report came.
import { and, eq, gt, inArray, isNotNull, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { minuteMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import { leads, ringCalls, ringEvents, rings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { RingEvent } from "#server/desk/phone/ring.ts";
import type { VoiceProvider } from "#server/outside/voice.ts";
import { recordRingCall } from "./ring-call.ts";
import { eventOf } from "./ring-reports.ts";
import { addEvents, lockRing, type RingRow, thisCall } from "./ring-store.ts";

/** The provider's own report may still be on its way; then it is asked again. */
const silentMs = minuteMs;
/** A line that the provider doesn't list this long after the ring ended was never dialed. */
const listedMs = minuteMs;
/** Older rings are left as they are. */
const maxAgeMs = 180 * minuteMs;

/** The call of the office phone whose key was pressed. */
type UnheardLine = { call: typeof ringCalls.$inferSelect; ring: RingRow; pressedAt: Date };

/** Lists a practice's rings that were accepted, and about whose lead's line nothing is known. */
export async function listUnheardLines(
  { db, now }: Pick<Deps, "db" | "now">,
  clientId: string,
): Promise<UnheardLine[]> {
  const at = now().getTime();
  const heard = alias(ringEvents, "heard");
  const ended = db
    .select({ kind: heard.kind })
    .from(heard)
    .where(
      and(
        ...[eq(heard.clientId, clientId), eq(heard.ringId, rings.id)],
        eq(heard.kind, "lead_ended"),
      ),
    );
  const found = await db
    .select({ call: ringCalls, ring: rings, pressedAt: ringEvents.at })
    .from(rings)
    .innerJoin(
      ringEvents,
      and(
        ...[eq(ringEvents.clientId, clientId), eq(ringEvents.ringId, rings.id)],
        ...[eq(ringEvents.kind, "key"), eq(ringEvents.answer, "connect")],
      ),
    )
    .innerJoin(
      ringCalls,
      and(
        ...[eq(ringCalls.clientId, clientId), eq(ringCalls.ringId, rings.id)],
        eq(ringCalls.attempt, ringEvents.attempt),
      ),
    )
    .where(
      and(
        eq(rings.clientId, clientId),
        gt(rings.startedAt, new Date(at - maxAgeMs)),
        // `failed`: the phone's call has ended, and no report came before.
        inArray(rings.state, ["accepted", "failed"]),
        isNotNull(ringCalls.callSid),
        notExists(ended),
      ),
    );
  return found.filter((line) => at >= dueAt(line));
}

/** At once when the ring has failed, and otherwise after a minute of silence; then each minute. */
function dueAt({ call: { checkedAt }, ring: { settledAt }, pressedAt }: UnheardLine): number {
  if (settledAt && (!checkedAt || checkedAt < settledAt)) return settledAt.getTime();
  return (checkedAt ?? pressedAt).getTime() + silentMs;
}

/** Looks one up. Idempotent. */
export async function checkLeadLine(
  deps: Deps,
  voice: VoiceProvider,
  { call, ring: listed }: UnheardLine,
): Promise<void> {
  const { clientId, callSid } = call;
  const dialed = callSid && (await voice.dialedBy(callSid));
  const now = deps.now();
  const [report] = dialed || [];
  const isListed = listed.settledAt && now.getTime() - listed.settledAt.getTime() >= listedMs;
  const never: RingEvent | null =
    dialed && isListed ? { kind: "lead_ended", as: "canceled", seconds: null, at: now } : null;
  const event = report ? eventOf(report, "lead", now) : never;
  await deps.db.transaction(async (tx) => {
    const row = await lockWithLead(tx, clientId, listed);
    if (!row) return;
    await tx.update(ringCalls).set({ checkedAt: now }).where(thisCall(call));
    if (event) await recordRingCall(deps, tx, row, await addEvents(deps, tx, row, [event]));
    else if (row.settledAt) {
      // No sweep looks at a ring that has ended.
      const startAfter = new Date(now.getTime() + silentMs);
      await deps.jobs.enqueue(tx, "ring-practice", { clientId }, { startAfter });
    }
  });
}

/** Locks the lead, then the ring. Returns null if a merge has moved it meanwhile. */
async function lockWithLead(
  tx: Transaction,
  clientId: string,
  { id: ringId, leadId }: RingRow,
): Promise<RingRow | null> {
  await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId)))
    .for("no key update");
  const row = await lockRing(tx, { clientId, ringId });
  return row?.leadId === leadId ? row : null;
}
