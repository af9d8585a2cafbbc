// Reads the audit log for the owner.
import { and, desc, eq, inArray, isNull, lt } from "drizzle-orm";
import type { AuditList } from "#contract/audit.ts";
import { uuid } from "#contract/fields.ts";
import { accounts, auditEntries, clients, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { isOfRealPractice } from "#server/real-practices.ts";

const page = 50;

type Entry = typeof auditEntries.$inferSelect;
type Tools = Pick<Deps, "db">;

/** `GET /api/admin/audit`: newest first; with `client`, of one practice. */
export async function listAudit(
  deps: Tools,
  input: { client?: string; cursor?: string },
): Promise<AuditList> {
  const rows = await deps.db
    .select()
    .from(auditEntries)
    .where(
      and(
        isOfRealPractice(auditEntries.clientId),
        input.client ? eq(auditEntries.clientId, input.client) : undefined,
        // uuidv7 keys sort by time.
        input.cursor ? lt(auditEntries.id, input.cursor) : undefined,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(page + 1);
  const shown = rows.slice(0, page);
  // Looked up only for the shown entries: with a join, PostgreSQL may read every lead.
  const emailOf = await findEmails(deps, shown);
  const practiceOf = await findPractices(deps, shown);
  const nameOf = await findLeadNames(deps, shown);
  return {
    entries: shown.map((entry) => ({
      _id: entry.id,
      at: entry.at.toISOString(),
      action: entry.action,
      who: emailOf.get(entry.accountId ?? "") ?? null,
      whom: whomOf(entry, emailOf),
      practice: practiceOf.get(entry.clientId ?? "") ?? null,
      lead: leadOf(entry, nameOf),
      address: entry.address,
    })),
    nextCursor: rows.length > page ? (shown.at(-1)?.id ?? null) : null,
  };
}

async function findEmails({ db }: Tools, entries: Entry[]): Promise<Map<string, string>> {
  const ids = distinct(entries.flatMap((entry) => [entry.accountId, personIdOf(entry)]));
  const found = await db
    .select({ id: accounts.id, email: accounts.email })
    .from(accounts)
    .where(inArray(accounts.id, ids));
  return new Map(found.map(({ id, email }) => [id, email]));
}

async function findPractices({ db }: Tools, entries: Entry[]): Promise<Map<string, string>> {
  const ids = distinct(entries.map(({ clientId }) => clientId));
  const found = await db
    .select({ id: clients.id, name: clients.name })
    .from(clients)
    .where(inArray(clients.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** By practice and lead; a deleted lead has no name. */
async function findLeadNames({ db }: Tools, entries: Entry[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const clientId of distinct(entries.map((entry) => entry.clientId))) {
    const ids = distinct(entries.filter((entry) => entry.clientId === clientId).map(leadIdOf));
    if (ids.length === 0) continue;
    const found = await db
      .select({ id: leads.id, firstName: leads.firstName, lastName: leads.lastName })
      .from(leads)
      .where(and(eq(leads.clientId, clientId), inArray(leads.id, ids), isNull(leads.deletedAt)));
    for (const { id, firstName, lastName } of found) {
      names.set(`${clientId} ${id}`, `${firstName} ${lastName}`.trim());
    }
  }
  return names;
}

function leadOf(entry: Entry, nameOf: Map<string, string>) {
  const id = leadIdOf(entry);
  if (!id || !entry.clientId) return null;
  return { _id: id, client: entry.clientId, name: nameOf.get(`${entry.clientId} ${id}`) ?? null };
}

/** Null also for a person who changed something of their own. */
function whomOf(entry: Entry, emailOf: Map<string, string>): string | null {
  const id = personIdOf(entry);
  return id && id !== entry.accountId ? (emailOf.get(id) ?? null) : null;
}

/** Null: the entry names no person. */
function personIdOf({ detail }: Entry): string | null {
  return uuid.safeParse(detail.person).data ?? null;
}

/** Null: the entry names no lead, or an invalid id. */
function leadIdOf({ detail }: Entry): string | null {
  return uuid.safeParse(detail.lead).data ?? null;
}

function distinct(ids: (string | null)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null))];
}
