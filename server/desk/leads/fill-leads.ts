// Fills in columns that were added after some leads were stored: the search text, and who archived
// the lead.
import { and, asc, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { given, givenRows } from "#server/db/given-rows.ts";
import { calls, clients, inquiries, leads, searchFill, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { contactsIn, searchTextOf } from "./search-text.ts";

/** The batch size. A request about one of these leads waits for the batch: a tenth of a second. */
const leadsAtOnce = 200;
/** A run stops after this many batches, and the next run continues from there. */
const batchesPerRun = 400;

/**
 * Runs the job. Idempotent: each batch saves its progress in its own transaction, and two processes
 * take turns. If there is nothing to do, it reads a single row.
 */
export async function fillStoredLeads({ db }: Pick<Deps, "db">): Promise<void> {
  for (let batch = 0; batch < batchesPerRun; batch += 1) {
    const isDone = await db.transaction(fillNext);
    if (isDone) return;
  }
}

async function fillNext(tx: Transaction): Promise<boolean> {
  const [fill] = await tx.select().from(searchFill).for("update");
  if (!fill) return true;
  const { afterClientId: clientId, afterId } = fill;
  const last = clientId && (await fillLeads(tx, clientId, afterId));
  if (last) {
    await tx.update(searchFill).set({ afterId: last });
    return false;
  }
  const [next] = await tx
    .select({ id: clients.id })
    .from(clients)
    .where(clientId ? gt(clients.id, clientId) : undefined)
    .orderBy(asc(clients.id))
    .limit(1);
  if (next) await tx.update(searchFill).set({ afterClientId: next.id, afterId: null });
  else await tx.delete(searchFill);
  return !next;
}

/**
 * Fills a batch of leads. Returns the id of its last lead; null if the practice has no more leads.
 */
async function fillLeads(
  tx: Transaction,
  clientId: string,
  afterId: string | null,
): Promise<string | null> {
  const batch = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), afterId ? gt(leads.id, afterId) : undefined))
    .orderBy(asc(leads.id))
    .limit(leadsAtOnce)
    .for("no key update");
  const ids = batch.map(({ id }) => id);
  const last = ids.at(-1);
  if (!last) return null;
  const { leadId, firstName, lastName, email, phone } = inquiries;
  const asked = await tx
    .select({ leadId, firstName, lastName, email, phone })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), inArray(leadId, ids)))
    .orderBy(asc(inquiries.submittedAt), asc(inquiries.id));
  const inquiriesOf = Map.groupBy(asked, (one) => one.leadId);
  const rows = ids.map((id) => ({ id, search: contactsIn(inquiriesOf.get(id) ?? []) }));
  await tx
    .update(leads)
    .set({ search: searchTextOf(given("search")) })
    .from(givenRows(leads, rows))
    .where(and(eq(leads.clientId, clientId), sql`${leads.id} = ${given("id")}`));
  await fillArchivedBy(tx, clientId, ids);
  return last;
}

/**
 * Sets who archived these leads, from the timeline entry or the call that did it. An import
 * archives leads on no one's behalf.
 */
async function fillArchivedBy(tx: Transaction, clientId: string, ids: string[]): Promise<void> {
  const byHand = sql`(select case when ${timeline.data} ? 'importId' then null else ${timeline.accountId} end
    from ${timeline}
    where ${timeline.clientId} = ${clientId} and ${timeline.leadId} = ${leads.id}
      and ${timeline.kind} = 'archived' and ${timeline.at} = ${leads.archivedAt} limit 1)`;
  const byCall = sql`(select coalesce(${calls.outcomeBy}, ${calls.accountId}) from ${calls}
    where ${calls.clientId} = ${clientId} and ${calls.leadId} = ${leads.id} and ${calls.voidedAt} is null
      and ${leads.archivedAt} in (${calls.calledAt}, ${calls.outcomeAt}) limit 1)`;
  await tx
    .update(leads)
    .set({ archivedBy: sql`coalesce(${byHand}, ${byCall})` })
    .where(
      and(
        eq(leads.clientId, clientId),
        inArray(leads.id, ids),
        isNotNull(leads.archivedAt),
        isNull(leads.archivedBy),
      ),
    );
}
