// Settles an incoming call once it is over: whose it was, and whether anyone took it. A missed one
// from an unknown number becomes a lead.
import { and, eq, gt } from "drizzle-orm";
import { phoneCallSource } from "#content/desk/lead.ts";
import { dayMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import { incomingCalls, inquiries, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { receiveInquiry } from "#server/desk/inquiries/receive-inquiry.ts";
import { lockLeadOfNumber } from "#server/desk/leads/lead-of-number.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { lockPeople } from "#server/desk/same-person/lock-people.ts";
import { isPracticePhone } from "./called-phones.ts";
import { enqueueAnswers } from "./enqueue-answers.ts";

export type IncomingCall = typeof incomingCalls.$inferSelect;

/** Calls by programs come from a different number each time. */
const maxLeadsPerDay = 100;

type Outcome = {
  outcome: "answered" | "missed";
  /** When it was over. */
  at: Date;
  /** The office phone that took it. */
  phoneName?: string | null;
};

/**
 * Settles a call once; later reports change nothing. A missed call of a lead enqueues the alert and
 * the text that may answer it. An answered one stops no clock, because only a call by the practice does.
 */
export async function settleCall(
  deps: Deps,
  tx: Transaction,
  { clientId, id, phone, phoneName: acceptedBy }: IncomingCall,
  { outcome, at, phoneName = acceptedBy }: Outcome,
): Promise<void> {
  // People and leads are locked before a row about them.
  await lockPeople(tx, clientId, [{ phone, email: "" }]);
  const isPerson = phone !== "" && !(await isPracticePhone(tx, clientId, phone));
  const knownId = isPerson ? await lockLeadOfNumber(tx, clientId, phone) : null;
  const [row] = await tx
    .select({ endedAt: incomingCalls.endedAt })
    .from(incomingCalls)
    .where(thisIncomingCall({ clientId, id }))
    .for("no key update");
  if (!row || row.endedAt) return;
  const isNew = isPerson && !knownId && outcome === "missed";
  const leadId = isNew ? await addCaller(deps, tx, { clientId, phone, at }) : knownId;
  await tx
    .update(incomingCalls)
    .set({ leadId, outcome, endedAt: at, phoneName })
    .where(thisIncomingCall({ clientId, id }));
  if (!leadId) return;
  await notifyPractice(tx, { clientId, leadId, kind: "lead" });
  if (outcome === "answered") return;
  await enqueueAnswers(deps, tx, { clientId, callId: id, endedAt: at });
}

/** Returns the new lead's id, or null if too many came from calls today. */
async function addCaller(
  deps: Deps,
  tx: Transaction,
  { clientId, phone, at }: { clientId: string; phone: string; at: Date },
): Promise<string | null> {
  const sourceId = await phoneSourceOf(tx, clientId);
  const since = new Date(deps.now().getTime() - dayMs);
  const today = await tx.$count(
    inquiries,
    and(
      ...[eq(inquiries.clientId, clientId), eq(inquiries.sourceId, sourceId)],
      gt(inquiries.receivedAt, since),
    ),
  );
  if (today >= maxLeadsPerDay) return null;
  const { lead } = await receiveInquiry(deps, tx, {
    ...{ clientId, sourceId, campaignId: null, isTest: false },
    person: { firstName: "", lastName: "", email: "", phone, answers: [] },
    // Until now, the caller was still being answered.
    ...{ submittedAt: at, receivedAt: deps.now() },
  });
  return lead._id;
}

/** The practice's source of this name. It isn't listed with the ones that are set up. */
async function phoneSourceOf(tx: Transaction, clientId: string): Promise<string> {
  // Two calls at the same time share one source.
  await lockPeople(tx, clientId, [{ phone: "", email: phoneCallSource }]);
  const [known] = await tx
    .select({ id: sources.id })
    .from(sources)
    .where(
      and(
        ...[eq(sources.clientId, clientId), eq(sources.kind, "manual")],
        eq(sources.name, phoneCallSource),
      ),
    );
  if (known) return known.id;
  const [made] = await tx
    .insert(sources)
    .values({ clientId, kind: "manual", name: phoneCallSource })
    .returning({ id: sources.id });
  if (!made) throw new Error("The source was not stored");
  return made.id;
}

export function thisIncomingCall({ clientId, id }: Pick<IncomingCall, "clientId" | "id">) {
  return and(eq(incomingCalls.clientId, clientId), eq(incomingCalls.id, id));
}
