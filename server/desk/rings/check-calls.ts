// Finds out how calls ended whose responses or reports were lost, by asking the provider. A call
// that the provider doesn't have was never placed.
import { and, eq, isNull, notExists } from "drizzle-orm";
import { minuteMs } from "#contract/durations.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { ringCalls, ringEvents, rings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { RingEvent } from "#server/desk/phone/ring.ts";
import type { CallReport, VoiceProvider } from "#server/outside/voice.ts";
import { checkLeadLine, listUnheardLines } from "./check-lead-lines.ts";
import { eventOf } from "./ring-reports.ts";
import { addEvents, bindCall, findBound, lockRing, type RingRow, thisCall } from "./ring-store.ts";

/** The provider's response may still arrive. */
const answerMs = 5000;
/** A call that the provider doesn't list by then was never placed. */
const listedMs = minuteMs;
/** A call without a report is looked up after this long, and again each time it passes. */
const silentMs = minuteMs;
/** Longer than any call lasts. */
const maxCallMs = 120 * minuteMs;

type OpenCall = typeof ringCalls.$inferSelect;

/** Looks up a practice's open calls, and the leads' lines that they may have dialed. Idempotent. */
export async function checkCalls(
  deps: Deps,
  voice: VoiceProvider,
  clientId: string,
): Promise<void> {
  const open = await listOpenCalls(deps, clientId);
  // Before the calls of the phones: one that has ended would leave its lead's line unknown.
  for (const line of await listUnheardLines(deps, clientId)) {
    await checkLeadLine(deps, voice, line);
  }
  for (const { call } of open) {
    const report = await lookUp(deps, voice, call);
    if (report === "unknown") continue;
    await deps.db.transaction(async (tx) => {
      const row = await lockRing(tx, call);
      if (!row) return;
      const now = deps.now();
      await tx.update(ringCalls).set({ checkedAt: now }).where(thisCall(call));
      if (report && !(await bindCall(tx, call, report.sid))) return;
      const event: RingEvent | null = report
        ? eventOf(report, { attempt: call.attempt }, now)
        : { kind: "ended", attempt: call.attempt, as: "failed", at: now };
      if (event) await addEvents(deps, tx, row, [event]);
    });
  }
}

/** Lists a practice's calls to its phones that haven't ended, with their rings. */
export async function listOpenCalls(
  { db }: { db: Database | Transaction },
  clientId: string,
): Promise<{ call: OpenCall; ring: RingRow }[]> {
  const ended = db
    .select({ kind: ringEvents.kind })
    .from(ringEvents)
    .where(
      and(
        eq(ringEvents.clientId, clientId),
        eq(ringEvents.ringId, ringCalls.ringId),
        eq(ringEvents.attempt, ringCalls.attempt),
        eq(ringEvents.kind, "ended"),
      ),
    );
  return db
    .select({ call: ringCalls, ring: rings })
    .from(ringCalls)
    .innerJoin(rings, and(eq(rings.clientId, clientId), eq(rings.id, ringCalls.ringId)))
    .where(and(eq(ringCalls.clientId, clientId), isNull(rings.settledAt), notExists(ended)));
}

/**
 * The provider queues calls for up to a day (support.twilio.com/hc/en-us/articles/223180028), which
 * could ring the phone at night.
 */
async function endQueued(
  voice: VoiceProvider,
  report: CallReport,
): Promise<CallReport | "unknown"> {
  return (await voice.end(report.sid)) === "ended" ? { ...report, status: "canceled" } : "unknown";
}

/** Returns null for a call that doesn't exist, and "unknown" if that can't be determined. */
async function lookUp(
  deps: Deps,
  voice: VoiceProvider,
  call: OpenCall,
): Promise<CallReport | null | "unknown"> {
  const { clientId, placedAt, checkedAt, callSid, phone, fromNumber } = call;
  const now = deps.now().getTime();
  const ageMs = now - placedAt.getTime();
  if (callSid) {
    if (now - (checkedAt ?? placedAt).getTime() < silentMs) return "unknown";
    const report = await voice.read(callSid);
    if (report === "missing") return null;
    if (report?.status === "queued") return endQueued(voice, report);
    return report ?? (ageMs < maxCallMs ? "unknown" : null);
  }
  if (ageMs < answerMs) return "unknown";
  const listed = await voice.find({ to: phone, from: fromNumber, since: placedAt });
  if (!listed) return ageMs < maxCallMs ? "unknown" : null;
  const own = listed.filter(({ parentSid }) => parentSid === null);
  const bound = await findBound(
    deps,
    clientId,
    own.map(({ sid }) => sid),
  );
  // Newest first: a later call to the same phone is a different one.
  const found = own.findLast(({ sid }) => !bound.has(sid));
  return found ?? (ageMs < listedMs ? "unknown" : null);
}
