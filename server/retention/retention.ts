// Records that are kept for a time only.
import { and, eq, exists, gt, inArray, lt, or, type SQL } from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { auditEntries, deliveries, mailedLinks, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Days, each counted from when the record was over. */
export const keptDays = {
  /** Raw webhooks: long enough to find out what went wrong with a lead. */
  deliveries: 90,
  /** Ended or expired: long enough to ask who that device was. */
  sessions: 30,
  /** Used, voided or expired. */
  mailedLinks: 30,
  /** Two years: questions about who saw what come late. */
  auditEntries: 2 * 365,
} as const;

/** So that no statement holds its locks for long. */
export const batchSize = 1000;

const dayMs = 24 * 60 * 60 * 1000;

type Tools = Pick<Deps, "db" | "now">;

/** Deletes what has been kept as long as `keptDays` says. Doing it again changes nothing. */
export async function deleteExpiredRecords(deps: Tools): Promise<void> {
  const before = (days: number) => new Date(deps.now().getTime() - days * dayMs);
  await deleteInBatches(deps, deliveries, lt(deliveries.receivedAt, before(keptDays.deliveries)));
  await deleteInBatches(deps, sessions, isOver(deps, before(keptDays.sessions)));
  const linkOver = before(keptDays.mailedLinks);
  await deleteInBatches(
    deps,
    mailedLinks,
    or(
      lt(mailedLinks.usedAt, linkOver),
      lt(mailedLinks.voidedAt, linkOver),
      lt(mailedLinks.expiresAt, linkOver),
    ),
  );
  await deleteInBatches(deps, auditEntries, lt(auditEntries.at, before(keptDays.auditEntries)));
}

/** An account's newest session stays: it says when somebody last signed in. */
function isOver({ db }: Tools, before: Date) {
  const newer = alias(sessions, "newer");
  const hasNewer = db
    .select({ id: newer.id })
    .from(newer)
    .where(and(eq(newer.accountId, sessions.accountId), gt(newer.id, sessions.id)));
  return and(or(lt(sessions.endedAt, before), lt(sessions.expiresAt, before)), exists(hasNewer));
}

async function deleteInBatches(
  { db }: Tools,
  table: PgTable & { id: PgColumn },
  isExpired: SQL | undefined,
): Promise<void> {
  for (;;) {
    const some = db.select({ id: table.id }).from(table).where(isExpired).limit(batchSize);
    const { rowCount } = await db.delete(table).where(inArray(table.id, some));
    if ((rowCount ?? 0) < batchSize) return;
  }
}
