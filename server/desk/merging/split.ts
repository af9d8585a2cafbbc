// Splits another person's inquiries off to a new lead, because families share phone numbers. In
// reports, only the number of leads changes. See decision 101.
import { and, eq, gte, inArray, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { samePersonMessages } from "#content/messages.ts";
import { fieldsInAnswers, firstWordsIn } from "#contract/fields-in-answers.ts";
import { languageInAnswers } from "#contract/language-in-answers.ts";
import { eachLeadField } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import {
  alertSchedule,
  alerts,
  differentPeople,
  inquiries,
  leads,
  mails,
  rings,
  timeline,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addToTimeline, readLead } from "#server/desk/leads/lead.ts";
import { type Events, type Inquiry, readEvents } from "#server/desk/leads/lead-events.ts";
import { partsOf, type UnmergedData } from "#server/desk/leads/merged-leads.ts";
import { findNewestMark } from "#server/desk/leads/newest-mark.ts";
import { refreshLeads } from "#server/desk/leads/refresh-lead.ts";
import { readPhone } from "#server/desk/phone/phone.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { pairOf } from "./different-people.ts";
import { findSurvivorId, lockFamilies, untilLocked } from "./merge-locks.ts";

/**
 * Creates a lead from this inquiry and all others with the same name, and returns it. Idempotent.
 * Throws `not_found`; `conflict` for the lead's first inquiry or an inquiry of a merged lead.
 */
export async function splitLead(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  leadId: string,
  inquiryId: string,
): Promise<Lead> {
  return untilLocked(() =>
    deps.db.transaction((tx) => trySplit(deps, tx, client, leadId, inquiryId)),
  );
}

async function trySplit(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
  inquiryId: string,
): Promise<Lead | null> {
  const { clientId, accountId } = client;
  const [asked] = await tx
    .select()
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.id, inquiryId)));
  const isMerged = (await findSurvivorId(tx, clientId, leadId)) !== leadId;
  if (!asked || isMerged) throw new AppError("not_found");
  const phone = readPhone(asked.phone);
  const contact = { phone: phone.isValid ? phone.text : "", email: asked.email };
  const [family] = (await lockFamilies(tx, clientId, [leadId], [contact])) ?? [];
  if (!family) return null;
  const events = (await readEvents(tx, clientId, [leadId])).get(leadId);
  const chosen = events?.allInquiries.find(({ id }) => id === inquiryId);
  if (!events || !chosen) return splitBefore(tx, client, leadId, inquiryId);
  if (chosen.mergedFrom) throw new AppError("conflict", { sentence: samePersonMessages.merged });
  const own = events.allInquiries.filter(({ mergedFrom }) => mergedFrom === null);
  if (own[0] === chosen) throw new AppError("conflict", { sentence: samePersonMessages.first });

  const moved = own.slice(1).filter((one) => one === chosen || isSameName(one, chosen));
  const newest = moved.at(-1) ?? chosen;
  const mark = await readMark(tx, clientId, leadId, moved[0] ?? chosen);
  const answers = fieldsInAnswers(asked.answers);
  const [made] = await tx
    .insert(leads)
    .values({
      ...{ clientId, firstName: asked.firstName, lastName: asked.lastName, email: asked.email },
      ...{ phone: phone.text, isPhoneValid: phone.isValid },
      language: languageInAnswers(asked.answers),
      ...eachLeadField((name) => answers[name] ?? ""),
      message: firstWordsIn(asked.answers),
      ...mark,
      ...{ isTest: newest.isTest, receivedAt: newest.receivedAt },
      ...{ startedAt: newest.submittedAt, touchedAt: newest.submittedAt },
    })
    .returning({ id: leads.id });
  if (!made) throw new Error("The lead was not stored");
  const newId = made.id;
  if (mark) {
    const reason = mark.doNotCallReason;
    // If a call set the mark, its undo removes both.
    const callId = (await findNewestMark(tx, clientId, leadId))?.data.callId;
    await addToTimeline(deps, tx, client, newId, "do_not_call", { reason, callId });
  }
  await leaveUntimed(tx, clientId, own, moved);
  await moveInquiries(tx, clientId, { from: leadId, to: newId, moved });
  const stayed: UnmergedData = { leadId: newId, leads: [], calls: [] };
  const left: UnmergedData = { leadId, leads: [], calls: keptCalls(leadId, events, moved, newId) };
  await addToTimeline(deps, tx, client, leadId, "split", stayed);
  await addToTimeline(deps, tx, client, newId, "split", left);
  const pair = { ...pairOf(client, leadId, newId), accountId, at: deps.now() };
  await tx.insert(differentPeople).values(pair);
  const [, split] = await refreshLeads(tx, clientId, [leadId, newId], "lead");
  if (!split) throw new Error("The new lead was not refreshed");
  return split;
}

/** Returns the lead that was created when this inquiry was split off before. Throws `not_found`. */
async function splitBefore(
  tx: Transaction,
  client: SignedInClient,
  leadId: string,
  inquiryId: string,
): Promise<Lead> {
  const [now] = await tx
    .select({ leadId: inquiries.leadId })
    .from(inquiries)
    .innerJoin(
      timeline,
      and(
        eq(timeline.clientId, client.clientId),
        eq(timeline.leadId, leadId),
        eq(timeline.kind, "split"),
        sql`${timeline.data} ->> 'leadId' = ${inquiries.leadId}::text`,
      ),
    )
    .where(and(eq(inquiries.clientId, client.clientId), eq(inquiries.id, inquiryId)));
  if (!now) throw new AppError("not_found");
  return readLead(tx, client, now.leadId);
}

/**
 * Returns the lead's do-not-call mark if it may be the other person's: set after their first
 * inquiry. It then stays on both leads, because it is unknown who asked for it.
 */
async function readMark(tx: Transaction, clientId: string, leadId: string, first: Inquiry) {
  const { doNotCallSince, doNotCallReason } = leads;
  const [mark] = await tx
    .select({ doNotCallSince, doNotCallReason })
    .from(leads)
    .where(
      and(
        ...[eq(leads.clientId, clientId), eq(leads.id, leadId)],
        gte(doNotCallSince, first.receivedAt),
      ),
    );
  return mark;
}

type Named = Pick<Inquiry, "firstName" | "lastName">;

function isSameName(one: Named, other: Named): boolean {
  const name = ({ firstName, lastName }: Named) => `${firstName} ${lastName}`.trim().toLowerCase();
  return name(one) !== "" && name(one) === name(other);
}

/**
 * Decides about inquiries that joined another person's running clock. If a call has stopped that
 * clock, they become untimed; otherwise the split would add a call that is on time. If the clock is
 * still running, each person gets their own.
 */
async function leaveUntimed(tx: Transaction, clientId: string, own: Inquiry[], moved: Inquiry[]) {
  const isLeft = own.filter((one, at) => {
    if (one.clockStartedAt || one.isUntimed || one.isTest) return false;
    const holder = own.slice(0, at).findLast(({ clockStartedAt }) => clockStartedAt);
    return holder?.firstCalledAt && moved.includes(holder) !== moved.includes(one);
  });
  if (isLeft.length === 0) return;
  const ids = isLeft.map(({ id }) => id);
  await tx
    .update(inquiries)
    .set({ isUntimed: true })
    .where(and(eq(inquiries.clientId, clientId), inArray(inquiries.id, ids)));
}

/**
 * Returns the calls that counted for these inquiries and must still count for them after the split.
 */
function keptCalls(leadId: string, events: Events, moved: Inquiry[], newId: string) {
  const starts = events.allInquiries
    .flatMap(({ clockStartedAt }) => clockStartedAt?.getTime() ?? [])
    .toSorted((one, other) => one - other);
  const spans = moved.flatMap(({ clockStartedAt }) => {
    if (!clockStartedAt) return [];
    const from = clockStartedAt.getTime();
    return { from, until: starts.find((start) => start > from) ?? Number.POSITIVE_INFINITY };
  });
  const calls = partsOf(leadId, events).find((part) => part.leadId === leadId)?.calls ?? [];
  return calls
    .filter(({ calledAt }) =>
      spans.some(({ from, until }) => calledAt.getTime() >= from && calledAt.getTime() < until),
    )
    .map(({ id, calledAt, isEnteredLater, outcome }) => ({
      ...{ id, calledAt: calledAt.toISOString(), isEnteredLater, outcome, for: [newId] },
    }));
}

/**
 * Moves rows of these inquiries, in the same order as in moved-rows.ts. Calls and notes stay with
 * the person whom the front desk spoke to.
 */
async function moveInquiries(
  tx: Transaction,
  clientId: string,
  { from, to, moved }: { from: string; to: string; moved: Inquiry[] },
) {
  const ids = moved.map(({ id }) => id);
  const those = (table: { clientId: PgColumn; leadId: PgColumn; inquiryId: PgColumn }) =>
    and(eq(table.clientId, clientId), eq(table.leadId, from), inArray(table.inquiryId, ids));
  for (const table of [alertSchedule, alerts, rings, mails]) {
    await tx.update(table).set({ leadId: to }).where(those(table));
  }
  await tx
    .update(inquiries)
    .set({ leadId: to })
    .where(and(eq(inquiries.clientId, clientId), inArray(inquiries.id, ids)));
  await tx
    .update(timeline)
    .set({ leadId: to })
    .where(
      and(
        eq(timeline.clientId, clientId),
        eq(timeline.leadId, from),
        sql`${timeline.data} ->> 'inquiryId' = any(${sql.param(ids)}::text[])`,
      ),
    );
}
