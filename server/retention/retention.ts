// Deletes records past their retention period.
import { and, eq, exists, gt, inArray, lt, or, type SQL } from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { auditEntries, deliveries, mailedLinks, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Retention in days, each counted from the end of the record. */
export const retentionDays = {
  /** Raw webhooks: long enough to investigate a problem with a lead. */
  deliveries: 90,
  /** Ended or expired: long enough to identify a device. */
  sessions: 30,
  /** Used, voided or expired. */
  mailedLinks: 30,
  /** Two years: questions about access come late. */
  auditEntries: 2 * 365,
} as const;

/** Keeps each statement's locks short. */
export const batchSize = 1000;

const dayMs = 24 * 60 * 60 * 1000;

type Tools = Pick<Deps, "db" | "now">;

/** Deletes records past their retention period. Idempotent. */
export async function deleteExpiredRecords(deps: Tools): Promise<void> {
  const before = (days: number) => new Date(deps.now().getTime() - days * dayMs);
  await deleteInBatches(
    deps,
    deliveries,
    lt(deliveries.receivedAt, before(retentionDays.deliveries)),
  );
  await deleteInBatches(deps, sessions, isSessionExpired(deps, before(retentionDays.sessions)));
  const linkEndedAt = before(retentionDays.mailedLinks);
  await deleteInBatches(
    deps,
    mailedLinks,
    or(
      lt(mailedLinks.usedAt, linkEndedAt),
      lt(mailedLinks.voidedAt, linkEndedAt),
      lt(mailedLinks.expiresAt, linkEndedAt),
    ),
  );
  await deleteInBatches(
    deps,
    auditEntries,
    lt(auditEntries.at, before(retentionDays.auditEntries)),
  );
}

/** An account's newest session is kept: it records the last sign-in. */
function isSessionExpired({ db }: Tools, before: Date) {
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
