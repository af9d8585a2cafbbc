// What was noted, for the owner to read.
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type { AuditList } from "#contract/audit.ts";
import { accounts, auditEntries, clients, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

const page = 50;
const leadId = sql<string | null>`${auditEntries.detail} ->> 'lead'`;
const lookedAt = { firstName: leads.firstName, lastName: leads.lastName };

/** `GET /api/admin/audit`: newest first; of one practice with `client`. */
export async function listAudit(
  deps: Pick<Deps, "db">,
  input: { client?: string; cursor?: string },
): Promise<AuditList> {
  const rows = await deps.db
    .select({ entry: auditEntries, who: accounts.email, practice: clients.name, lead: lookedAt })
    .from(auditEntries)
    .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
    .leftJoin(clients, eq(clients.id, auditEntries.clientId))
    .leftJoin(
      leads,
      and(
        eq(leads.clientId, auditEntries.clientId),
        sql`${leads.id} = (${leadId})::uuid`,
        isNull(leads.deletedAt),
      ),
    )
    .where(
      and(
        input.client ? eq(auditEntries.clientId, input.client) : undefined,
        // Keys are made in the order of time.
        input.cursor ? lt(auditEntries.id, input.cursor) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(page + 1);
  const shown = rows.slice(0, page);
  return {
    entries: shown.map(({ entry, who, practice, lead }) => ({
      _id: entry.id,
      at: entry.at.toISOString(),
      action: entry.action,
      who,
      practice,
      lead: leadOf(entry, lead),
      address: entry.address,
    })),
    nextCursor: rows.length > page ? (shown.at(-1)?.entry.id ?? null) : null,
  };
}

function leadOf(
  { clientId, detail }: typeof auditEntries.$inferSelect,
  lead: { firstName: string; lastName: string } | null,
) {
  if (!detail.lead || !clientId) return null;
  const name = lead && `${lead.firstName} ${lead.lastName}`.trim();
  return { _id: detail.lead, client: clientId, name };
}
