// Failed lead notifications (dead letters): leads that a platform notified us of but that we
// couldn't import. They are stored with the reason, shown to the owner by page and form, and
// retried or dismissed if the owner asks for it.
import { and, desc, eq, inArray, isNotNull, isNull, not, sql } from "drizzle-orm";
import type {
  FailedLeadNotifications,
  FailedLeadNotificationsDismissal,
  FormOfPage,
} from "#contract/intake.ts";
import type { Transaction } from "#server/db/database.ts";
import { isCurrentPractice } from "#server/db/real-practices.ts";
import { announcedLeads, clients, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { hasJob } from "#server/jobs/job-queue.ts";
import { audit } from "#server/records/audit/audit.ts";
import type { Editor } from "./change-sources.ts";

const maxGroups = 200;
const maxPerStatement = 1000;

/** The condition for leads that are neither imported nor dismissed. */
const isOpen = and(isNull(announcedLeads.storedAt), isNull(announcedLeads.dismissedAt));

/**
 * Lists failed lead notifications by page and form, newest first. The list has no personal data,
 * because these leads were never fetched.
 */
export async function listFailedLeadNotifications(deps: Deps): Promise<FailedLeadNotifications> {
  const { pageId, formId, problem, failedAt, announcedAt, createdAt } = announcedLeads;
  const rows = await deps.db
    .select({
      page: pageId,
      form: formId,
      count: sql<number>`count(*)::integer`,
      failed: sql<number>`count(${failedAt})::integer`,
      problem: sql<string | null>`(array_agg(${problem} order by ${createdAt} desc)
        filter (where ${problem} is not null))[1]`,
      announcedAt: sql<string>`max(${announcedAt})`,
    })
    .from(announcedLeads)
    .where(isOpen)
    .groupBy(pageId, formId)
    .orderBy(desc(sql`max(${createdAt})`), pageId, formId)
    .limit(maxGroups);
  const connected = await listConnected(
    deps.db,
    rows.map(({ page }) => page),
  );
  return {
    groups: rows.map((row) => {
      const source = connected.find(({ page, form }) => page === row.page && form === row.form);
      return {
        ...row,
        source: source ? { _id: source.id, name: source.name, practice: source.practice } : null,
        announcedAt: new Date(row.announcedAt).toISOString(),
      };
    }),
  };
}

/** Lists the connected sources of these pages. */
function listConnected(db: Deps["db"] | Transaction, pages: string[]) {
  return db
    .select({
      ...{ id: sources.id, clientId: sources.clientId, name: sources.name },
      ...{ practice: clients.name, page: sources.metaPageId, form: sources.metaFormId },
    })
    .from(sources)
    .innerJoin(clients, eq(clients.id, sources.clientId))
    .where(and(inArray(sources.metaPageId, pages), isNull(sources.endedAt), isCurrentPractice));
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
    await enqueueFetches(deps, tx, forgotten);
  });
}

async function enqueueFetches(
  { jobs }: Pick<Deps, "jobs">,
  tx: Transaction,
  leads: { platformLeadId: string }[],
) {
  for (let from = 0; from < leads.length; from += maxPerStatement) {
    const some = leads.slice(from, from + maxPerStatement);
    await jobs.enqueueAll(
      tx,
      "fetch-announced-lead",
      some.map((payload) => ({ payload })),
    );
  }
}

/** The condition for a form's leads that we gave up on. */
function isFailed({ page, form }: FormOfPage) {
  const { pageId, formId, failedAt } = announcedLeads;
  return and(eq(pageId, page), eq(formId, form), isOpen, isNotNull(failedAt));
}

/**
 * Retries a form's failed lead notifications for the owner. Audited. Throws `not_found` if there
 * are none.
 */
export async function retryFailedLeadNotifications(
  deps: Deps,
  owner: Editor,
  which: FormOfPage,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const retried = await tx
      .update(announcedLeads)
      .set({ failedAt: null, problem: null })
      .where(isFailed(which))
      .returning({ platformLeadId: announcedLeads.platformLeadId });
    if (retried.length === 0) throw new AppError("not_found");
    await enqueueFetches(deps, tx, retried);
    await auditForm(deps, tx, owner, which, "delivery_replayed");
  });
}

/**
 * Dismisses a form's failed lead notifications. They aren't fetched unless someone retries them in
 * the source's list of submissions. Audited. `failed` is the number that the owner saw. Throws
 * `stale` if the number has changed since.
 */
export async function dismissFailedLeadNotifications(
  deps: Pick<Deps, "db" | "now">,
  owner: Editor,
  { failed, ...which }: FailedLeadNotificationsDismissal,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const dismissed = await tx
      .update(announcedLeads)
      .set({ dismissedAt: deps.now() })
      .where(isFailed(which))
      .returning({ id: announcedLeads.platformLeadId });
    if (dismissed.length !== failed) throw new AppError("stale");
    await auditForm(deps, tx, owner, which, "failed_leads_dismissed");
  });
}

/** Writes an entry about the form's source or, if none is connected, about its page and form. */
async function auditForm(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  owner: Editor,
  which: FormOfPage,
  action: "delivery_replayed" | "failed_leads_dismissed",
) {
  const connected = await listConnected(tx, [which.page]);
  const source = connected.find(({ form }) => form === which.form);
  const about = source ? { clientId: source.clientId, detail: { source: source.id } } : null;
  await audit(deps, tx, { ...owner, action, ...(about ?? { detail: which }) });
}

/**
 * Enqueues the lead again in the caller's transaction, with a full number of retries, even if it
 * was dismissed. Throws `not_found` if the lead is imported already.
 */
export async function replayFailedLeadNotification(
  deps: Pick<Deps, "jobs">,
  tx: Transaction,
  platformLeadId: string,
): Promise<void> {
  const [row] = await tx
    .update(announcedLeads)
    .set({ failedAt: null, problem: null, dismissedAt: null })
    .where(and(eq(announcedLeads.platformLeadId, platformLeadId), isNull(announcedLeads.storedAt)))
    .returning({ id: announcedLeads.platformLeadId });
  if (!row) throw new AppError("not_found");
  await deps.jobs.enqueue(tx, "fetch-announced-lead", { platformLeadId });
}
