// Failed lead notifications (dead letters): leads that a platform notified us of but that we
// couldn't import. They are stored with the reason, shown to the owner, and retried if the owner
// asks for it.
import { and, desc, eq, isNull, not, sql } from "drizzle-orm";
import type { FailedLeadNotifications } from "#contract/intake.ts";
import type { Transaction } from "#server/db/database.ts";
import { announcedLeads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { hasJob } from "#server/jobs/job-queue.ts";
import { audit } from "#server/records/audit/audit.ts";

const most = 200;
const maxPerStatement = 1000;

/**
 * Lists failed lead notifications, newest first. The list has no personal data, because these leads
 * were never fetched.
 */
export async function listFailedLeadNotifications(deps: Deps): Promise<FailedLeadNotifications> {
  const rows = await deps.db
    .select()
    .from(announcedLeads)
    .where(isNull(announcedLeads.storedAt))
    .orderBy(desc(announcedLeads.createdAt))
    .limit(most);
  return {
    failedLeadNotifications: rows.map((row) => ({
      _id: row.platformLeadId,
      page: row.pageId,
      form: row.formId,
      announcedAt: row.announcedAt.toISOString(),
      receivedAt: row.createdAt.toISOString(),
      attempts: row.attempts,
      problem: row.problem,
      failedAt: row.failedAt?.toISOString() ?? null,
    })),
  };
}

/**
 * Enqueues leads that have no job: after a restore from a backup, which has no jobs, or if the
 * process died during the last attempt.
 */
export async function requeueAnnounced(deps: Pick<Deps, "db" | "jobs">): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Two processes that start at the same time must not enqueue two jobs.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('take up announced', 0))`);
    const forgotten = await tx
      .select({ platformLeadId: announcedLeads.platformLeadId })
      .from(announcedLeads)
      .where(
        and(
          isNull(announcedLeads.storedAt),
          isNull(announcedLeads.failedAt),
          not(hasJob("fetch-announced-lead", "platformLeadId", announcedLeads.platformLeadId)),
        ),
      )
      .orderBy(announcedLeads.createdAt);
    for (let from = 0; from < forgotten.length; from += maxPerStatement) {
      const some = forgotten.slice(from, from + maxPerStatement);
      await deps.jobs.enqueueAll(
        tx,
        "fetch-announced-lead",
        some.map((payload) => ({ payload })),
      );
    }
  });
}

/**
 * Retries a failed lead notification for the owner. Throws `not_found` if the lead is imported
 * already.
 */
export async function retryFailedLeadNotification(
  deps: Deps,
  { accountId, address }: { accountId: string; address: string },
  platformLeadId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await replayFailedLeadNotification(deps, tx, platformLeadId);
    const detail = { delivery: platformLeadId };
    await audit(deps, tx, { action: "delivery_replayed", accountId, address, detail });
  });
}

/**
 * Enqueues the lead again in the caller's transaction, with a full number of retries. Throws
 * `not_found` if the lead is imported already.
 */
export async function replayFailedLeadNotification(
  deps: Pick<Deps, "jobs">,
  tx: Transaction,
  platformLeadId: string,
): Promise<void> {
  const [row] = await tx
    .update(announcedLeads)
    .set({ failedAt: null, problem: null })
    .where(and(eq(announcedLeads.platformLeadId, platformLeadId), isNull(announcedLeads.storedAt)))
    .returning({ id: announcedLeads.platformLeadId });
  if (!row) throw new AppError("not_found");
  await deps.jobs.enqueue(tx, "fetch-announced-lead", { platformLeadId });
}
