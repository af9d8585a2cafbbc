// Deletes records past their retention period.
import {
  and,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lt,
  not,
  notExists,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias, type PgColumn, type PgTable } from "drizzle-orm/pg-core";
import { undoCampaignDays, undoReportDays } from "#contract/campaigns.ts";
import { dayMs } from "#contract/durations.ts";
import { undoMergeDays } from "#contract/merges.ts";
import { practiceRetention } from "#contract/retention.ts";
import { sessionSeconds } from "#contract/sessions.ts";
import {
  alertAddresses,
  auditEntries,
  campaignReportUndos,
  campaigns,
  deliveries,
  devicePins,
  factors,
  incomingCalls,
  knownDevices,
  leadMerges,
  mailedLinks,
  officePhones,
  passkeyChallenges,
  personInvitations,
  pushDevices,
  sessions,
  signInChallenges,
  sourceDeliveries,
  texts,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import {
  isAuditEntryKept,
  isDeliveryKept,
  isSessionKept,
  isSourceDeliveryKept,
} from "./kept-longer.ts";

/** Days to retain each kind of record after it ends. A practice may retain some for longer. */
export const retentionDays = {
  /** Raw webhooks and web forms: long enough to investigate a problem with a lead. */
  deliveries: practiceRetention.deliveries.days,
  /** Ended or expired: long enough to identify a device. */
  sessions: practiceRetention.sessions.days,
  /** As long as the browser's cookie. */
  knownDevices: sessionSeconds / (24 * 60 * 60),
  /** Used, voided or expired links, and people's invitations. */
  mailedLinks: 30,
  /** Devices, addresses and phones that no longer get alerts or ring. Their alerts keep the name. */
  alertRecipients: 30,
  /** Texts and calls from people who are no leads: as long as submissions without a lead. */
  unassignedTexts: 90,
  /** Two years, because questions about access come late. */
  auditEntries: practiceRetention.auditEntries.days,
} as const;

/** Keeps each statement's locks short. */
export const batchSize = 1000;

type Tools = Pick<Deps, "db" | "now">;

/** Deletes records past their retention period. Idempotent. */
export async function deleteExpiredRecords(deps: Tools): Promise<void> {
  const before = (days: number) => new Date(deps.now().getTime() - days * dayMs);
  const deliveredAt = before(retentionDays.deliveries);
  await deleteInBatches(
    deps,
    deliveries,
    and(lt(deliveries.receivedAt, deliveredAt), not(isDeliveryKept(deps))),
  );
  await deleteInBatches(
    deps,
    sourceDeliveries,
    and(lt(sourceDeliveries.receivedAt, deliveredAt), not(isSourceDeliveryKept(deps))),
  );
  await deleteInBatches(deps, sessions, isSessionExpired(deps, before(retentionDays.sessions)));
  const pin = [devicePins.clientId, devicePins.sessionId, devicePins.accountId];
  const arePinsExpired = isInBatch(deps, devicePins, pin, isPinExpired(deps));
  await inBatches(() => deps.db.delete(devicePins).where(arePinsExpired));
  // Unfinished logins and unfinished setups of an authenticator app are useless once they expire.
  const isOver = lt(signInChallenges.expiresAt, deps.now());
  const areOver = isInBatch(deps, signInChallenges, [signInChallenges.tokenHash], isOver);
  await inBatches(() => deps.db.delete(signInChallenges).where(areOver));
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
  const isSettled = and(isNotNull(leadMerges.undoData), lt(leadMerges.at, before(undoMergeDays)));
  const merge = [leadMerges.clientId, leadMerges.leadId];
  const areSettled = isInBatch(deps, leadMerges, merge, isSettled);
  await inBatches(() => deps.db.update(leadMerges).set({ undoData: null }).where(areSettled));
  const reportUndo = [campaignReportUndos.clientId, campaignReportUndos.id];
  const isTooOld = lt(campaignReportUndos.importedAt, before(undoReportDays));
  const areTooOld = isInBatch(deps, campaignReportUndos, reportUndo, isTooOld);
  await inBatches(() => deps.db.delete(campaignReportUndos).where(areTooOld));
  const undoneUntil = before(undoCampaignDays);
  const campaign = [campaigns.clientId, campaigns.id];
  const isMergeSettled = and(isNotNull(campaigns.undoData), lt(campaigns.mergedAt, undoneUntil));
  const areMergesSettled = isInBatch(deps, campaigns, campaign, isMergeSettled);
  await inBatches(() => deps.db.update(campaigns).set({ undoData: null }).where(areMergesSettled));
  const areDeleted = isInBatch(deps, campaigns, campaign, lt(campaigns.deletedAt, undoneUntil));
  await inBatches(() => deps.db.delete(campaigns).where(areDeleted));
  const recipientEndedAt = before(retentionDays.alertRecipients);
  await deleteInBatches(deps, pushDevices, isDeviceExpired(deps, recipientEndedAt));
  await deleteInBatches(deps, alertAddresses, lt(alertAddresses.endedAt, recipientEndedAt));
  await deleteInBatches(deps, officePhones, lt(officePhones.endedAt, recipientEndedAt));
  const unassignedUntil = before(retentionDays.unassignedTexts);
  await deleteInBatches(
    deps,
    texts,
    and(isNull(texts.leadId), lt(texts.createdAt, unassignedUntil)),
  );
  await deleteInBatches(
    deps,
    incomingCalls,
    and(isNull(incomingCalls.leadId), lt(incomingCalls.receivedAt, unassignedUntil)),
  );
  await deleteInBatches(
    deps,
    auditEntries,
    and(lt(auditEntries.at, before(retentionDays.auditEntries)), not(isAuditEntryKept(deps))),
  );
}

/** An account's newest session is retained, because it records the last login. */
function isSessionExpired(deps: Tools, before: Date) {
  const { db } = deps;
  const newer = alias(sessions, "newer");
  const hasNewer = db
    .select({ id: newer.id })
    .from(newer)
    .where(and(eq(newer.accountId, sessions.accountId), gt(newer.id, sessions.id)));
  return and(
    or(lt(sessions.endedAt, before), lt(sessions.expiresAt, before)),
    exists(hasNewer),
    not(isSessionKept(deps)),
  );
}

/** A PIN expires when its session has ended or expired. */
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

/** A device is deleted with its session, which is retained for the same time. */
function isDeviceExpired({ db }: Tools, before: Date) {
  const session = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.id, pushDevices.sessionId));
  return or(lt(pushDevices.endedAt, before), notExists(session));
}

async function deleteInBatches(
  deps: Tools,
  table: PgTable & { id: PgColumn },
  isExpired: SQL | undefined,
): Promise<void> {
  const areExpired = isInBatch(deps, table, [table.id], isExpired);
  await inBatches(() => deps.db.delete(table).where(areExpired));
}

/** Checks whether a row is in the next batch of expired rows. */
function isInBatch(
  { db }: Tools,
  table: PgTable,
  key: PgColumn[],
  isExpired: SQL | undefined,
): SQL {
  const columns = Object.fromEntries(key.map((column) => [column.name, column]));
  const some = db.select(columns).from(table).where(isExpired).limit(batchSize);
  return sql`(${sql.join(key, sql`, `)}) in ${some}`;
}

async function inBatches(run: () => PromiseLike<{ rowCount: number | null }>): Promise<void> {
  for (;;) {
    const { rowCount } = await run();
    if ((rowCount ?? 0) < batchSize) return;
  }
}
