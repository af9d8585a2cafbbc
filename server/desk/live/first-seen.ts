// When a practice was alerted to an inquiry, and when a person first saw it. These times show the
// practice's own share of the response time.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { inquiries, leads, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

/**
 * Marks inquiries as alerted, because they were written to an event stream of the practice's own
 * dashboard or counted on it: a lead's inquiries if an id is given, otherwise all that aren't
 * alerted yet. The timeline names the first device: decision 086. Returns when the newly alerted
 * inquiries were submitted.
 */
export async function markAlerted(
  deps: Pick<Deps, "db" | "now">,
  screen: { clientId: string; device: string },
  leadId?: string,
): Promise<Date[]> {
  return mark(deps, "alerted", { ...screen, leadId });
}

/**
 * Marks these leads as alerted in the transaction that records a device's report of showing the
 * notification. That report has its own timeline entry.
 */
export async function markAlertedByPush(
  tx: Transaction,
  { clientId, leadIds }: { clientId: string; leadIds: string[] },
  at: Date,
): Promise<void> {
  await tx
    .update(inquiries)
    .set({ alertedAt: at })
    .where(
      and(
        eq(inquiries.clientId, clientId),
        isNull(inquiries.alertedAt),
        sql`${inquiries.leadId} = any(${sql.param(leadIds)}::uuid[])`,
      ),
    );
}

/**
 * Marks a lead as seen by this person, who opened it or had its row in a visible tab with input in
 * the last minute. Throws `not_found` for another practice's lead.
 */
export async function markSeen(
  deps: Pick<Deps, "db" | "now">,
  client: SignedInClient,
  leadId: string,
): Promise<void> {
  const [lead] = await deps.db
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.clientId, client.clientId), eq(leads.id, leadId), isNull(leads.deletedAt)));
  if (!lead) throw new AppError("not_found");
  await mark(deps, "seen", { clientId: client.clientId, leadId, accountId: client.accountId });
}

/**
 * Does the same as `markSeen` in a call's transaction, because a person who taps to call sees the
 * lead.
 */
export async function markSeenByCall(
  tx: Transaction,
  { clientId, accountId }: { clientId: string; accountId?: string },
  leadId: string,
  at: Date,
): Promise<void> {
  await markInTransaction(tx, at, "seen", {
    ...{ clientId, leadId },
    // The key of an office phone is no person's.
    ...(accountId && { accountId }),
  });
}

const columns = { alerted: sql`alerted_at`, seen: sql`first_seen_at` } as const;

type Target = { clientId: string; leadId?: string; accountId?: string; device?: string };

/** The same limit as in the alerts of a push device. */
const longestDevice = 300;

async function mark(deps: Pick<Deps, "db" | "now">, kind: "alerted" | "seen", who: Target) {
  return deps.db.transaction((tx) => markInTransaction(tx, deps.now(), kind, who));
}

async function markInTransaction(
  tx: Transaction,
  at: Date,
  kind: "alerted" | "seen",
  who: Target,
): Promise<Date[]> {
  const column = columns[kind];
  const device = who.device?.slice(0, longestDevice) ?? null;
  const moment = sql`${at.toISOString()}::timestamptz`;
  const isSelected = who.leadId
    ? sql`lead_id = ${who.leadId}`
    : sql`clock_started_at is not null and first_called_at is null`;
  // One statement for any number of inquiries, because a multi-row insert would need six parameters
  // per entry.
  const { rows } = await tx.execute<{ submitted_at: string }>(sql`
    with marked as (
      update ${inquiries} set ${column} = ${moment}
      where client_id = ${who.clientId} and ${column} is null and ${isSelected}
      returning id, lead_id, submitted_at
    ), recorded as (
      insert into ${timeline} (client_id, lead_id, kind, at, account_id, data)
      select ${who.clientId}, lead_id, ${kind}, ${moment}, ${who.accountId ?? null}::uuid,
        jsonb_strip_nulls(jsonb_build_object('inquiryId', id, 'to', ${device}::text))
      from marked
    )
    select submitted_at from marked`);
  return rows.map((row) => new Date(row.submitted_at));
}
