// All of a practice's texts by thread: one per lead, and one per number that is no lead's.
import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { dayMs } from "#contract/durations.ts";
import {
  type MissedCall,
  missedCallDays,
  type NewTextLead,
  type TextThreads,
  textThreadPage,
} from "#contract/texts.ts";
import { incomingCalls, leads, texts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { addLead } from "#server/desk/inquiries/add-lead.ts";
import { claimTexts } from "#server/desk/leads/claim-texts.ts";
import { missedCallOf } from "#server/desk/leads/lead-rows.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { markRead, selectTexts, toText } from "./lead-texts.ts";

/** The name in the lead's newest inquiry if it differs, because families share numbers. */
const shownName = sql<string>`coalesce(${leads.askedAs}, trim(${leads.firstName} || ' ' || ${leads.lastName}))`;

/** A thread's key: its lead, or else its number. */
const threadKey = sql<string>`coalesce(${texts.leadId}::text, ${texts.phone})`;

/**
 * Lists the practice's threads, newest first; 50 per page. The first page also has the missed calls
 * that nobody has returned.
 */
export async function listThreads(
  deps: Deps,
  clientId: string,
  { cursor }: { cursor?: string | undefined },
): Promise<TextThreads> {
  // An erased person's texts are empty, and belong to no list. Nobody got an undone one.
  const isListed = and(
    ...[eq(texts.clientId, clientId), sql`${texts.phone} <> ''`],
    ne(texts.state, "undone"),
  );
  const newest = deps.db
    .selectDistinctOn([threadKey], { id: texts.id, at: texts.createdAt })
    .from(texts)
    .where(isListed)
    .orderBy(threadKey, desc(texts.createdAt), desc(texts.id))
    .as("newest");
  const page = await deps.db
    .select({ id: newest.id, at: newest.at })
    .from(newest)
    .where(cursor ? lt(newest.at, new Date(cursor)) : undefined)
    .orderBy(desc(newest.at), desc(newest.id))
    .limit(textThreadPage + 1);
  const shown = page.slice(0, textThreadPage).map(({ id }) => id);
  const missedCalls = cursor ? [] : await listMissedCalls(deps, clientId);
  if (shown.length === 0) return { threads: [], missedCalls, nextCursor: null };
  const rows = await selectTexts(deps, clientId, inArray(texts.id, shown)).orderBy(
    desc(texts.createdAt),
    desc(texts.id),
  );
  const leadIds = rows.flatMap(({ text }) => text.leadId ?? []);
  const phones = rows.flatMap(({ text }) => (text.leadId ? [] : text.phone));
  const named = await deps.db
    .select({ id: leads.id, name: shownName })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), inArray(leads.id, leadIds), isNull(leads.deletedAt)));
  const counted = await deps.db
    .select({ key: threadKey, unread: sql<number>`count(*)`.mapWith(Number) })
    .from(texts)
    .where(
      and(
        ...[isListed, eq(texts.direction, "in"), isNull(texts.readAt)],
        or(inArray(texts.leadId, leadIds), and(isNull(texts.leadId), inArray(texts.phone, phones))),
      ),
    )
    .groupBy(threadKey);
  const unread = new Map(counted.map((one) => [one.key, one.unread]));
  const names = new Map(named.map(({ id, name }) => [id, name]));
  const last = page[textThreadPage - 1];
  return {
    missedCalls,
    // A lead that was deleted has no page to open.
    threads: rows
      .filter(({ text }) => !text.leadId || names.has(text.leadId))
      .map((row) => {
        const { leadId, phone } = row.text;
        return {
          ...{ leadId, phone, last: toText(row) },
          name: (leadId && names.get(leadId)) || "",
          unread: unread.get(leadId ?? phone) ?? 0,
        };
      }),
    nextCursor: page.length > textThreadPage && last ? last.at.toISOString() : null,
  };
}

/** Of leads in any state: a booked or archived lead is in no other list. */
async function listMissedCalls({ db, now }: Deps, clientId: string): Promise<MissedCall[]> {
  const since = new Date(now().getTime() - missedCallDays * dayMs);
  const { leadId, outcome, receivedAt } = incomingCalls;
  const newest = db
    .select({ leadId })
    .from(incomingCalls)
    .where(
      and(
        ...[eq(incomingCalls.clientId, clientId), eq(outcome, "missed")],
        ...[isNotNull(leadId), gte(receivedAt, since)],
      ),
    )
    .orderBy(desc(receivedAt))
    .limit(maxMissedCalls);
  const { id, phone } = leads;
  const rows = await db
    .select({ leadId: id, name: shownName, phone, at: missedCallOf(clientId) })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), inArray(id, newest), isNull(leads.deletedAt)));
  return rows
    .flatMap(({ at, ...lead }) => (at ? [{ ...lead, at }] : []))
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
    .map((lead) => ({ ...lead, at: lead.at.toISOString() }));
}

/** More calls than a front desk misses in a month. */
const maxMissedCalls = 200;

/**
 * Adds the person behind an unassigned thread as a lead without a clock, and gives it the thread. A
 * number that is a lead's by now gives that lead the thread. Throws `not_found` without a
 * thread.
 */
export async function addTextLead(
  deps: Deps,
  client: SignedInClient,
  { phone, firstName, lastName }: NewTextLead,
): Promise<string> {
  const { clientId } = client;
  const isThread = and(eq(texts.clientId, clientId), eq(texts.phone, phone), isNull(texts.leadId));
  if ((await deps.db.$count(texts, isThread)) === 0) throw new AppError("not_found");
  const lead = await addLead(deps, client, { firstName, lastName, email: "", phone });
  await deps.db.transaction(async (tx) => {
    await claimTexts(tx, clientId, [{ leadId: lead._id, phone }]);
    // The person who adds the lead has read its texts.
    await markRead(deps, tx, { clientId, leadId: lead._id });
    await notifyPractice(tx, { clientId, leadId: lead._id, kind: "lead" });
  });
  return lead._id;
}
