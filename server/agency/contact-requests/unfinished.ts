// Unfinished questionnaires: the owner is notified later, unless the person finishes another one.
import { and, eq, inArray, isNotNull, isNull, ne, not, notInArray, sql } from "drizzle-orm";
import { minuteMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import { agencyClientId, contactRequestEvents, contactRequests, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob } from "#server/jobs/job-queue.ts";
import { queueNotice } from "./contact-request-notice.ts";
import type { ContactRequestRow } from "./contact-request-rows.ts";

/** The visitor is assumed to have stopped after this time: three short steps take two minutes. */
const unfinishedAfterMinutes = 30;
/** The digits of a US number without the country code, which some people type. */
const usNumberDigits = 10;
/** Questionnaires that are neither finished nor merged into a finished one. */
const isWaiting = and(isNull(contactRequests.finishedAt), isNull(contactRequests.foldedInto));
/** The most per sweep; the next sweep finds the rest. */
const maxRequeued = 1000;

export async function notifyLater(
  deps: Pick<Deps, "jobs">,
  tx: Transaction,
  { id, receivedAt }: Pick<ContactRequestRow, "id" | "receivedAt">,
) {
  const startAfter = new Date(receivedAt.getTime() + unfinishedAfterMinutes * minuteMs);
  const payload = { contactRequestId: id };
  await deps.jobs.enqueue(tx, "notify-unfinished-contact-request", payload, { startAfter });
}

/**
 * Merges questionnaires that the same person started earlier into the finished one, if no one has
 * worked on them. Both the email address and the phone number must match, because someone who types
 * another person's email address could otherwise hide that person's questionnaire.
 */
export async function foldUnfinished(
  tx: Transaction,
  { id, email, phone }: Pick<ContactRequestRow, "id" | "email" | "phone">,
): Promise<void> {
  const number = (phone ?? "").replace(/\D/g, "").slice(-usNumberDigits);
  if (number === "") return;
  const worked = tx
    .select({ id: contactRequestEvents.contactRequestId })
    .from(contactRequestEvents)
    .innerJoin(contactRequests, eq(contactRequests.id, contactRequestEvents.contactRequestId))
    .where(and(eq(contactRequests.email, email), isNotNull(contactRequestEvents.accountId)));
  const started = await tx
    .select({ id: contactRequests.id })
    .from(contactRequests)
    .where(
      and(
        eq(contactRequests.email, email),
        ne(contactRequests.id, id),
        eq(contactRequests.kind, "questionnaire"),
        eq(contactRequests.state, "unfinished"),
        isNull(contactRequests.erasedAt),
        sql`right(regexp_replace(coalesce(${contactRequests.phone}, ''), '\\D', '', 'g'),
          ${sql.raw(String(usNumberDigits))}) = ${number}`,
        ...[isNull(contactRequests.nextStep), isNull(contactRequests.assignee)],
        notInArray(contactRequests.id, worked),
      ),
    )
    // A locked questionnaire is being changed, for example finished. Waiting for it could deadlock.
    .for("no key update", { skipLocked: true });
  if (started.length === 0) return;
  const ids = started.map((one) => one.id);
  await tx.update(contactRequests).set({ foldedInto: id }).where(inArray(contactRequests.id, ids));
}

/**
 * Unmerges the requests that were merged into this one. This one was spam, so someone else sent it.
 */
export async function unfold(tx: Transaction, contactRequestId: string): Promise<void> {
  await tx
    .update(contactRequests)
    .set({ foldedInto: null })
    .where(eq(contactRequests.foldedInto, contactRequestId));
}

/** Requeues unfinished questionnaires that were not reported and whose job was lost. */
export async function requeueUnfinished(deps: Pick<Deps, "db" | "jobs">): Promise<void> {
  await deps.db.transaction(async (tx) => {
    // Only one process at a time does this, so that two that start together enqueue one job.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('take up unfinished', 0))`);
    const { id } = contactRequests;
    // Neither subquery is correlated: emails may be on another machine (db/distribution.ts).
    const unfinished = tx.select({ id }).from(contactRequests).where(isWaiting);
    const notified = tx
      .select({ id: mails.contactRequestId })
      .from(mails)
      .where(
        and(
          eq(mails.clientId, agencyClientId),
          inArray(mails.contactRequestId, unfinished),
          eq(mails.kind, "contact-request-notice"),
        ),
      );
    const lost = await tx
      .select({ id, receivedAt: contactRequests.receivedAt })
      .from(contactRequests)
      .where(
        and(
          isWaiting,
          notInArray(id, notified),
          not(hasJob("notify-unfinished-contact-request", "contactRequestId", contactRequests.id)),
        ),
      )
      .limit(maxRequeued);
    for (const contactRequest of lost) await notifyLater(deps, tx, contactRequest);
  });
}

/** Notifies the owner, who may help, once the visitor has had enough time for the other steps. */
export async function notifyUnfinished(deps: Deps, contactRequestId: string): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [contactRequest] = await tx
      .select()
      .from(contactRequests)
      .where(and(eq(contactRequests.id, contactRequestId), isWaiting))
      .for("update");
    if (contactRequest) await queueNotice(deps, tx, contactRequest);
  });
}
