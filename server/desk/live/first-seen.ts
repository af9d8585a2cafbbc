// Records when a practice was alerted to an inquiry, and when a person first saw it. These times
// show which part of the response time is the practice's own.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { inquiries, leads, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

/**
 * Marks inquiries as alerted: those of the given lead, otherwise all that are waiting for a call.
 * They were written to a stream of the practice's own dashboard or are included in its count. The
 * timeline names the first device: decision 086. Returns the submission times of the inquiries that
 * were marked.
 */
export async function markAlerted(
  deps: Pick<Deps, "db" | "now">,
  screen: { clientId: string; device: string },
  leadId?: string,
): Promise<Date[]> {
  return mark(deps, "alerted", { ...screen, leadId });
}

/**
 * Marks these leads as alerted when a device reports that it showed their notification, in the
 * transaction that records the report. The timeline has its own entry for the report.
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
 * Marks a lead as seen by this person. Called when they open the lead, or when its row is in a
 * visible tab that had input in the last minute. Throws `not_found` for another practice's lead.
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
 * Marks a lead as seen in the transaction of a call, because a person who taps to call sees the
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
    // An office phone's call has no account, because no person is logged in.
    ...(accountId && { accountId }),
  });
}

const columns = { alerted: sql`alerted_at`, seen: sql`first_seen_at` } as const;

type Target = { clientId: string; leadId?: string; accountId?: string; device?: string };

/** How much of the device's name is stored; the same limit as in the alerts of a push device. */
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
  // A single statement whose number of parameters doesn't depend on the number of inquiries. A
  // multi-row insert would need six for each entry.
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
