// Sweeps: emails that wait without a job, and emails whose process ended while it sent them.
import { and, eq, isNotNull, isNull, lt, not, sql } from "drizzle-orm";
import { mailMessages } from "#content/messages.ts";
import { mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob } from "#server/job-queue.ts";
import { noteOnLead } from "./lead-news.ts";
import { thisMail } from "./mail.ts";

/** A hand-over that has not ended after this long belonged to a process that died. */
export const handOverLimitSeconds = 60;
/** In one go; the others are found the next time. */
const mostTakenUp = 1000;

/** Hand-overs whose process died: nobody can tell whether they left. Only a person resends them. */
export async function markLostHandOvers(deps: Deps): Promise<void> {
  const lostBefore = new Date(deps.now().getTime() - handOverLimitSeconds * 1000);
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
      if (mail) await noteOnLead(deps, tx, mail, "unknown");
    });
  }
}

/**
 * Gives a job to what waits in the queue and has none: its last attempt ended with its process, or
 * the job store lost it. Two jobs of one mail still send it once, see `claim`.
 */
export async function takeUpQueued(deps: Pick<Deps, "db" | "jobs">): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Two processes that start together give it one.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('take up queued mail', 0))`);
    const forgotten = await tx
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
      .limit(mostTakenUp);
    for (const { dueAt, ...key } of forgotten) {
      await deps.jobs.enqueue(tx, "send-mail", key, dueAt ? { startAfter: dueAt } : {});
    }
  });
}

/** Gives every held mail a job: the outbox empties when a mail server is configured at last. */
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
