// Sweeps: emails that wait without a job, and emails whose process ended while it sent them.
import { and, eq, isNotNull, isNull, lt, not, sql } from "drizzle-orm";
import { mailMessages } from "#content/messages.ts";
import { mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob } from "#server/job-queue.ts";
import { thisMail } from "./mail.ts";
import { recordMailState } from "./record-mail-state.ts";

/** A handoff that has not ended after this time belonged to a process that died. */
export const handoffLimitSeconds = 60;
/** Per sweep; the next sweep finds the rest. */
const maxRequeued = 1000;

/**
 * Handoffs whose process died: it is unknown whether the email was sent. Only a person resends it.
 */
export async function markLostHandoffs(deps: Deps): Promise<void> {
  const lostBefore = new Date(deps.now().getTime() - handoffLimitSeconds * 1000);
  const isLost = and(eq(mails.state, "sending"), lt(mails.sendingAt, lostBefore));
  const lost = await deps.db
    .select({ clientId: mails.clientId, mailId: mails.id })
    .from(mails)
    .where(isLost);
  for (const key of lost) {
    await deps.db.transaction(async (tx) => {
      const [mail] = await tx
        .update(mails)
        .set({ state: "unknown", problem: mailMessages.lost })
        .where(and(thisMail(key), isLost))
        .returning();
      if (mail) await recordMailState(deps, tx, mail, "unknown");
    });
  }
}

/**
 * Requeues queued emails without a job: the last attempt died with its process, or the job store
 * lost it. Two jobs for one email still send it once, see `claim`.
 */
export async function requeueQueued(deps: Pick<Deps, "db" | "jobs">): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Two processes that start together enqueue one job.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('requeue queued mail', 0))`);
    const lost = await tx
      .select({ clientId: mails.clientId, mailId: mails.id, dueAt: mails.dueAt })
      .from(mails)
      .where(
        and(
          eq(mails.state, "queued"),
          isNull(mails.heldAt),
          not(hasJob("send-mail", "mailId", mails.id)),
        ),
      )
      .orderBy(mails.id)
      .limit(maxRequeued);
    for (const { dueAt, ...key } of lost) {
      await deps.jobs.enqueue(tx, "send-mail", key, dueAt ? { startAfter: dueAt } : {});
    }
  });
}

/** Enqueues a job for every held email: the outbox empties once a mail server is configured. */
export async function queueOutbox(deps: Deps): Promise<void> {
  if (!deps.mailServer) return;
  await deps.db.transaction(async (tx) => {
    const waiting = await tx
      .update(mails)
      .set({ heldAt: null })
      .where(and(eq(mails.state, "queued"), isNotNull(mails.heldAt)))
      .returning({ clientId: mails.clientId, mailId: mails.id });
    for (const key of waiting) await deps.jobs.enqueue(tx, "send-mail", key);
  });
}
