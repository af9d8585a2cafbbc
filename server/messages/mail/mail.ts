// The outbox: every email is a row, written in the transaction of its cause and sent by a job. No
// email is sent twice or lost silently.
import { and, eq, type SQL, sql } from "drizzle-orm";
import { mailMessages } from "#content/messages.ts";
import type { MailAttachment } from "#contract/mail.ts";
import type { Transaction } from "#server/db/database.ts";
import { isOfRealPractice } from "#server/db/real-practices.ts";
import { agencyClientId, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { withSafeNames } from "#server/documents/greeting/safe-greeting.ts";
import { AppError } from "#server/errors.ts";
import { audit } from "#server/records/audit/audit.ts";
import { isErased } from "./mail-stops.ts";
import { recordMailState } from "./record-mail-state.ts";
import { type EmailWords, renderEmail } from "./render-email.ts";

type QueuedMail = {
  kind: string;
  to: string;
  words: EmailWords;
  fields: Record<string, unknown>;
  replyTo?: string;
  fromName?: string;
  clientId?: string;
  contactRequestId?: string;
  /** Rendered when it is sent: from `contactRequestId`, or the practice's `reportMonth`. */
  attachment?: MailAttachment;
  reportMonth?: string;
  accountId?: string;
  /** One email per cause: nothing is written if the key already exists. */
  causeKey?: string;
  /** The emailed link, whose token is filled in when the email is sent and isn't stored before. */
  linkId?: string;
};

/**
 * Writes an email and its job in the caller's transaction. Returns null if its cause already has an
 * email.
 */
export async function queueMail(
  deps: Pick<Deps, "jobs" | "now">,
  tx: Transaction,
  mail: QueuedMail,
): Promise<string | null> {
  const { words, fields, ...rest } = mail;
  return queueWritten(deps, tx, { ...rest, ...(await renderEmail(words, withSafeNames(fields))) });
}

/**
 * Does the same for an email that is already rendered. Returns null if its cause already has an
 * email.
 */
export async function queueWritten(
  deps: Pick<Deps, "jobs" | "now">,
  tx: Transaction,
  mail: Omit<typeof mails.$inferInsert, "createdAt" | "state">,
): Promise<string | null> {
  const [row] = await tx
    .insert(mails)
    .values({ ...mail, clientId: mail.clientId ?? agencyClientId, createdAt: deps.now() })
    .onConflictDoNothing()
    .returning({ id: mails.id, clientId: mails.clientId });
  if (!row) return null;
  const key = { clientId: row.clientId, mailId: row.id };
  await deps.jobs.enqueue(tx, "send-mail", key, mail.dueAt ? { startAfter: mail.dueAt } : {});
  await recordMailState(deps, tx, { ...mail, ...row }, "queued", mail.accountId);
  return row.id;
}

/** Requeues a failed or unknown email at the owner's request. */
export async function resendMail(
  deps: Deps,
  owner: { accountId: string; address: string },
  mailId: string,
): Promise<void> {
  const { clientId, which } = await findMail(deps, mailId);
  await deps.db.transaction(async (tx) => {
    await requeue(deps, tx, which, null);
    const about = clientId === agencyClientId ? null : clientId;
    const detail = { mail: mailId };
    await audit(deps, tx, { ...owner, clientId: about, action: "mail_resent", detail });
  });
}

/**
 * Dismisses a failed or unknown email: it no longer needs the owner, but stays in the log. Audited
 * and idempotent. Throws `not_found`.
 */
export async function dismissMail(
  deps: Deps,
  owner: { accountId: string; address: string },
  mailId: string,
): Promise<void> {
  const { clientId, which } = await findMail(deps, mailId);
  await deps.db.transaction(async (tx) => {
    const [mail] = await tx
      .select({ dismissedAt: mails.dismissedAt })
      .from(mails)
      .where(and(which, hasProblem))
      .for("update");
    if (!mail) throw new AppError("not_found");
    if (mail.dismissedAt) return;
    await tx.update(mails).set({ dismissedAt: deps.now() }).where(which);
    const about = clientId === agencyClientId ? null : clientId;
    const detail = { mail: mailId };
    await audit(deps, tx, { ...owner, clientId: about, action: "mail_dismissed", detail });
  });
}

/** Finds the full key of an email, because the console has only the id. Throws `not_found`. */
async function findMail({ db }: Deps, mailId: string) {
  const [found] = await db
    .select({ clientId: mails.clientId })
    .from(mails)
    .where(and(eq(mails.id, mailId), isOfRealPractice(mails.clientId)));
  if (!found) throw new AppError("not_found");
  return { ...found, which: thisMail({ ...found, mailId }) };
}

const hasProblem = sql`${mails.state} in ('failed', 'unknown')`;

/**
 * Requeues the failed or unknown email that the condition selects, in the caller's transaction. The
 * condition includes the practice.
 */
export async function requeue(
  deps: Deps,
  tx: Transaction,
  which: SQL | undefined,
  accountId: string | null,
): Promise<void> {
  const [mail] = await tx.select().from(mails).where(and(which, hasProblem)).for("update");
  if (!mail) throw new AppError("not_found");
  if (isErased(mail)) throw new AppError("conflict", { sentence: mailMessages.erased });
  const key = { clientId: mail.clientId, mailId: mail.id };
  const queued = { state: "queued", problem: null, dismissedAt: null } as const;
  await tx.update(mails).set(queued).where(thisMail(key));
  await deps.jobs.enqueue(tx, "send-mail", key);
  await recordMailState(deps, tx, mail, "queued", accountId);
}

/** Selects an email by its full key, because no statement selects one by its id alone. */
export function thisMail({ clientId, mailId }: { clientId: string; mailId: string }) {
  return and(eq(mails.clientId, clientId), eq(mails.id, mailId));
}
