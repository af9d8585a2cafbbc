// Deletes records past their retention period.
import { and, eq, exists, gt, inArray, isNull, lt, notExists, or, type SQL } from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { sessionSeconds } from "#contract/sessions.ts";
import {
  alertAddresses,
  auditEntries,
  deliveries,
  devicePins,
  factors,
  knownDevices,
  mailedLinks,
  passkeyChallenges,
  personInvitations,
  pushDevices,
  sessions,
  signInChallenges,
  sourceDeliveries,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Retention in days, each counted from the end of the record. */
export const retentionDays = {
  /** Raw webhooks and web forms: long enough to investigate a problem with a lead. */
  deliveries: 90,
  /** Ended or expired: long enough to identify a device. */
  sessions: 30,
  /** As long as the browser keeps its cookie. */
  knownDevices: sessionSeconds / (24 * 60 * 60),
  /** Used, voided or expired; and the invitation of a person. */
  mailedLinks: 30,
  /** A device or an address that gets no more alerts. Its alerts keep its name. */
  alertRecipients: 30,
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
  const deliveredAt = before(retentionDays.deliveries);
  await deleteInBatches(deps, deliveries, lt(deliveries.receivedAt, deliveredAt));
  await deleteInBatches(deps, sourceDeliveries, lt(sourceDeliveries.receivedAt, deliveredAt));
  await deleteInBatches(deps, sessions, isSessionExpired(deps, before(retentionDays.sessions)));
  await deps.db.delete(devicePins).where(isPinExpired(deps));
  // Of no use once over: a sign-in that waited for its code, and the setup of an app.
  await deps.db.delete(signInChallenges).where(lt(signInChallenges.expiresAt, deps.now()));
  await deleteInBatches(
    deps,
    factors,
    and(isNull(factors.confirmedAt), lt(factors.createdAt, before(1))),
  );
  await deleteInBatches(
    deps,
    knownDevices,
    lt(knownDevices.lastUsedAt, before(retentionDays.knownDevices)),
  );
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
    personInvitations,
    or(
      lt(personInvitations.acceptedAt, linkEndedAt),
      lt(personInvitations.withdrawnAt, linkEndedAt),
      lt(personInvitations.expiresAt, linkEndedAt),
    ),
  );
  await deleteInBatches(deps, passkeyChallenges, lt(passkeyChallenges.expiresAt, deps.now()));
  const recipientEndedAt = before(retentionDays.alertRecipients);
  await deleteInBatches(deps, pushDevices, isDeviceExpired(deps, recipientEndedAt));
  await deleteInBatches(deps, alertAddresses, lt(alertAddresses.endedAt, recipientEndedAt));
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

/** A PIN ends with its session, which may have expired without anybody's act. */
function isPinExpired({ db, now }: Tools) {
  const open = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(
        eq(sessions.id, devicePins.sessionId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now()),
      ),
    );
  return notExists(open);
}

/** A device ends with its session, which is kept just as long. */
function isDeviceExpired({ db }: Tools, before: Date) {
  const session = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, pushDevices.sessionId));
  return or(lt(pushDevices.endedAt, before), notExists(session));
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
