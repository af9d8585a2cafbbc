// Finds pending emails without a job, and emails whose process died while sending.
import { and, eq, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import { mailMessages } from "#content/messages.ts";
import { mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob } from "#server/jobs/job-queue.ts";
import { thisMail } from "./mail.ts";
import { recordMailState } from "./record-mail-state.ts";

/** A handoff that takes longer than this belonged to a process that died. */
export const handoffLimitSeconds = 60;
/** Per sweep and practice; the next sweep finds the rest. */
const maxRequeued = 1000;

/**
 * Marks emails whose process died while sending. They may have been sent, so only a person resends
 * them.
 */
export async function markLostHandoffs(deps: Deps): Promise<void> {
  const lostBefore = new Date(deps.now().getTime() - handoffLimitSeconds * 1000);
  const isLost = and(eq(mails.state, "sending"), lt(mails.sendingAt, lostBefore));
  for (const clientId of await practicesWithMail(deps, isLost)) {
    const isOfPractice = and(eq(mails.clientId, clientId), isLost);
    const lost = await deps.db.select({ mailId: mails.id }).from(mails).where(isOfPractice);
    for (const { mailId } of lost) {
      await deps.db.transaction(async (tx) => {
        const [mail] = await tx
          .update(mails)
          .set({ state: "unknown", problem: mailMessages.lost })
          .where(and(thisMail({ clientId, mailId }), isLost))
          .returning();
        if (mail) await recordMailState(deps, tx, mail, "unknown");
      });
    }
  }
}

/**
 * Requeues queued emails without a job: their last attempt died with its process, or the job store
 * lost the job. Two jobs for one email still send it once (see `claim`).
 */
export async function requeueQueued(deps: Pick<Deps, "db" | "jobs">): Promise<void> {
  const isQueued = and(eq(mails.state, "queued"), isNull(mails.heldAt));
  for (const clientId of await practicesWithMail(deps, isQueued)) {
    await deps.db.transaction(async (tx) => {
      // Two processes that start at the same time enqueue only one job.
      const key = `requeue queued mail ${clientId}`;
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
      const lost = await tx
        .select({ mailId: mails.id, dueAt: mails.dueAt })
        .from(mails)
        .where(
          and(eq(mails.clientId, clientId), isQueued, not(hasJob("send-mail", "mailId", mails.id))),
        )
        .orderBy(mails.id)
        .limit(maxRequeued);
      for (const { mailId, dueAt } of lost) {
        const options = dueAt ? { startAfter: dueAt } : {};
        await deps.jobs.enqueue(tx, "send-mail", { clientId, mailId }, options);
      }
    });
  }
}

/**
 * Enqueues a job for every held email, so that the outbox empties once a mail server is configured.
 */
export async function queueOutbox(deps: Deps): Promise<void> {
  if (!deps.mailServer) return;
  const isHeld = and(eq(mails.state, "queued"), isNotNull(mails.heldAt));
  for (const clientId of await practicesWithMail(deps, isHeld)) {
    await deps.db.transaction(async (tx) => {
      const waiting = await tx
        .update(mails)
        .set({ heldAt: null })
        .where(and(eq(mails.clientId, clientId), isHeld))
        .returning({ clientId: mails.clientId, mailId: mails.id });
      for (const key of waiting) await deps.jobs.enqueue(tx, "send-mail", key);
    });
  }
}

/**
 * Lists the practices, including the agency, that have such emails. The sweep handles them one by
 * one.
 */
async function practicesWithMail({ db }: Pick<Deps, "db">, where: SQL | undefined) {
  const found = await db.selectDistinct({ clientId: mails.clientId }).from(mails).where(where);
  return found.map(({ clientId }) => clientId);
}
