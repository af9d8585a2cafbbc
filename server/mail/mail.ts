// Every e-mail is a row, written in the transaction of its cause and sent by a job:
// never two, none lost unseen.
import { and, desc, eq, isNotNull, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import { mailMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import type {
  Mail,
  MailAttachment,
  MailList,
  MailQuery,
  MailState,
  MailText,
} from "#contract/mail.ts";
import { fillToken } from "#server/accounts/mailed-links.ts";
import { audit, auditView } from "#server/audit/audit.ts";
import type { Transaction } from "#server/db/database.ts";
import { agencyClientId, clients, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { hasJob } from "#server/job-queue.ts";
import type { OutgoingMail } from "#server/outside/mail.ts";
import { picturesOf } from "#server/pictures/pictures.ts";
import { makePresentation } from "#server/presentation/presentation.ts";
import { judgeAutomatic } from "./automatic.ts";
import { noteOnLead } from "./lead-news.ts";
import { isForgotten, stopMail } from "./mail-stops.ts";
import { type EmailWords, renderEmail } from "./render-email.ts";
import { unsubscribeHeaders } from "./unsubscribe-token.ts";

/** A hand-over that has not ended after this long belonged to a process that died. */
export const handOverLimitSeconds = 60;
const page = 50;
/** In one go; the others are found the next time. */
const mostTakenUp = 1000;

type QueuedMail = {
  kind: string;
  to: string;
  words: EmailWords;
  fields: Record<string, unknown>;
  replyTo?: string;
  fromName?: string;
  clientId?: string;
  contactRequestId?: string;
  /** What it carries, made of `contactRequestId` when it is sent. */
  attachment?: MailAttachment;
  /** One mail per cause: with the same key nothing is written again. */
  causeKey?: string;
  /** The mailed link whose token is filled in as the mail leaves; until then nobody can read it. */
  linkId?: string;
};

/** Writes a mail and its job in the caller's transaction. */
export async function queueMail(
  deps: Pick<Deps, "jobs" | "now">,
  tx: Transaction,
  mail: QueuedMail,
): Promise<void> {
  const { words, fields, ...rest } = mail;
  await queueWritten(deps, tx, { ...rest, ...(await renderEmail(words, fields)) });
}

/** The same for a mail whose words are written already. Null: its cause has had its mail. */
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
  await noteOnLead(deps, tx, { ...mail, ...row }, "queued", mail.accountId);
  return row.id;
}

/**
 * Sends one queued mail. The row turns `sending`, and that is committed, before the hand-over; a
 * process that dies in between leaves it so, and `markLostHandOvers` makes it `unknown`.
 * Throws when the mail server could not take it yet, so that the job is tried again.
 */
export async function sendMail(
  deps: Deps,
  key: { clientId: string; mailId: string },
  isLastAttempt: boolean,
): Promise<void> {
  if (!deps.mailServer) return hold(deps, key);
  // Before the mail is claimed: what fails here has certainly not left.
  const attachments = await makeAttachments(deps, key, isLastAttempt);
  if (!attachments) return;
  const claimed = await claim(deps, key);
  if (!claimed) return;
  const { mail, pictures } = claimed;
  const delivery = await deps.mailServer.deliver({
    messageId: `<${mail.id}@${new URL(deps.config.origin).hostname}>`,
    from: sender(deps, mail.fromName),
    replyTo: mail.replyTo,
    to: mail.to,
    subject: mail.subject,
    text: mail.linkId ? fillToken(mail.text, deps.config.secret, mail.linkId) : mail.text,
    html: mail.html,
    attachments: [...attachments, ...pictures],
    headers: mail.kind === "auto" ? unsubscribeHeaders(deps.config, mail) : undefined,
  });
  if (delivery.fate === "sent") {
    await settle(deps, key, { state: "sent", sentAt: deps.now(), problem: null });
    return;
  }
  const { problem } = delivery;
  if (delivery.fate === "later" && !isLastAttempt) {
    await settle(deps, key, { state: "queued", problem });
    throw new Error("The mail server cannot take it yet");
  }
  await settle(deps, key, { state: delivery.fate === "unknown" ? "unknown" : "failed", problem });
  if (delivery.fate === "refused" && delivery.isOfAddress && mail.leadId) {
    await stopMail(deps, { ...mail, email: mail.to, reason: "refused" });
  }
}

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

/** Puts a failed or unknown mail back in the queue, because the owner asked for it. */
export async function resendMail(deps: Deps, mailId: string): Promise<void> {
  // The console knows its id alone. It is locked by its whole key.
  const [found] = await deps.db
    .select({ clientId: mails.clientId })
    .from(mails)
    .where(eq(mails.id, mailId));
  if (!found) throw new AppError("not_found");
  const which = thisMail({ ...found, mailId });
  await deps.db.transaction((tx) => queueAgain(deps, tx, which, null));
}

/** The same for the mail that the condition names, by its practice too, in the caller's transaction. */
export async function queueAgain(
  deps: Deps,
  tx: Transaction,
  which: SQL | undefined,
  accountId: string | null,
): Promise<void> {
  const [mail] = await tx
    .select()
    .from(mails)
    .where(and(which, sql`${mails.state} in ('failed', 'unknown')`))
    .for("update");
  if (!mail) throw new AppError("not_found");
  if (isForgotten(mail)) throw new AppError("conflict", { sentence: mailMessages.erased });
  const key = { clientId: mail.clientId, mailId: mail.id };
  await tx.update(mails).set({ state: "queued", problem: null }).where(thisMail(key));
  await deps.jobs.enqueue(tx, "send-mail", key);
  await noteOnLead(deps, tx, mail, "queued", accountId);
}

type Reader = { accountId: string /** The network address that asks. */; address: string };

/** The mail log, newest first; 50 a page. Each practice whose mails are among them has it noted. */
export async function listMails(deps: Deps, reader: Reader, input: MailQuery): Promise<MailList> {
  const wanted = and(
    input.state && eq(mails.state, input.state),
    input.practice ? eq(mails.clientId, input.practice) : undefined,
    input.to ? eq(mails.to, input.to.toLowerCase()) : undefined,
  );
  const rows = await deps.db
    .select({ mail: mails, practice: clients.name })
    .from(mails)
    .leftJoin(clients, eq(clients.id, mails.clientId))
    // Keys are made in the order of time.
    .where(and(wanted, input.cursor ? lt(mails.id, input.cursor) : undefined))
    .orderBy(desc(mails.id))
    .limit(page + 1);
  const shown = rows.slice(0, page);
  for (const clientId of new Set(shown.map(({ mail }) => mail.clientId))) {
    if (clientId === agencyClientId) continue;
    await auditView(deps, { ...reader, clientId, action: "letters_listed" });
  }
  return {
    mails: shown.map(({ mail, practice }) => toMail(mail, practice)),
    total: await deps.db.$count(mails, wanted),
    nextCursor: rows.length > page ? (shown.at(-1)?.mail.id ?? null) : null,
    isSending: deps.mailServer !== null,
  };
}

/** The words of one mail; of a practice's it is noted who read them. Throws `not_found`. */
export async function readMailText(deps: Deps, reader: Reader, mailId: string): Promise<MailText> {
  const [mail] = await deps.db.select().from(mails).where(eq(mails.id, mailId));
  if (!mail) throw new AppError("not_found");
  const { clientId, leadId, text } = mail;
  if (clientId !== agencyClientId) {
    const detail = { mail: mailId, ...(leadId && { lead: leadId }) };
    await audit(deps, deps.db, { ...reader, clientId, action: "letter_opened", detail });
  }
  return { text };
}

/** Leaves a mail in the outbox until `queueOutbox`. */
async function hold(deps: Deps, key: { clientId: string; mailId: string }) {
  await deps.db
    .update(mails)
    .set({ heldAt: deps.now() })
    .where(and(thisMail(key), eq(mails.state, "queued")));
}

/** Null: nothing is to be sent, or what it should carry could not be made, for good. */
async function makeAttachments(
  deps: Deps,
  key: { clientId: string; mailId: string },
  isLastAttempt: boolean,
): Promise<OutgoingMail["attachments"] | null> {
  const [mail] = await deps.db
    .select({ attachment: mails.attachment, contactRequestId: mails.contactRequestId })
    .from(mails)
    .where(and(thisMail(key), eq(mails.state, "queued")));
  if (!mail) return null;
  if (!mail.attachment || !mail.contactRequestId) return [];
  try {
    return [await makePresentation(deps, mail.contactRequestId)];
  } catch (error) {
    const problem = "What it should carry could not be made.";
    await settle(deps, key, { state: isLastAttempt ? "failed" : "queued", problem });
    if (!isLastAttempt) throw error;
    return null;
  }
}

/** Exactly one caller gets a queued mail; one that leaves by itself is judged once more first. */
async function claim(deps: Deps, key: { clientId: string; mailId: string }) {
  return deps.db.transaction(async (tx) => {
    const [queued] = await tx
      .select()
      .from(mails)
      .where(and(thisMail(key), eq(mails.state, "queued")))
      .for("update");
    if (!queued) return null;
    const verdict = queued.kind === "auto" ? await judgeAutomatic(deps, tx, queued) : null;
    if (verdict && "leaveAt" in verdict) {
      await tx.update(mails).set({ dueAt: verdict.leaveAt }).where(thisMail(key));
      if (verdict.needsJob) {
        await deps.jobs.enqueue(tx, "send-mail", key, { startAfter: verdict.leaveAt });
      }
      return null;
    }
    if (verdict && "keptBack" in verdict) {
      const kept = { state: "stopped", problem: verdict.keptBack } as const;
      await tx.update(mails).set(kept).where(thisMail(key));
      await noteOnLead(deps, tx, queued, "stopped");
      return null;
    }
    const [mail] = await tx
      .update(mails)
      .set({
        ...verdict?.letter,
        state: "sending",
        sendingAt: deps.now(),
        attempts: sql`${mails.attempts} + 1`,
      })
      .where(thisMail(key))
      .returning();
    if (!mail) return null;
    await noteOnLead(deps, tx, mail, "sending");
    return { mail, pictures: await picturesOf({ db: tx }, mail.clientId, mail.html) };
  });
}

async function settle(
  deps: Deps,
  key: { clientId: string; mailId: string },
  change: Partial<typeof mails.$inferInsert> & { state: MailState },
) {
  await deps.db.transaction(async (tx) => {
    const [before] = await tx.select().from(mails).where(thisMail(key)).for("update");
    if (!before) return;
    const end = isForgotten(before) ? endOfForgotten(change) : change;
    const [mail] = await tx.update(mails).set(end).where(thisMail(key)).returning();
    // Waiting once more is no news for the timeline; the page is told all the same.
    const news = end.state === "queued" ? "sending" : end.state;
    if (mail) await noteOnLead(deps, tx, mail, news);
  });
}

/** It is not tried again, and what the mail server said may name the address. */
function endOfForgotten<Change extends { state: MailState }>(change: Change) {
  if (change.state === "sent") return change;
  const state = change.state === "queued" ? "failed" : change.state;
  return { ...change, state, problem: mailMessages.erased };
}

function thisMail({ clientId, mailId }: { clientId: string; mailId: string }) {
  return and(eq(mails.clientId, clientId), eq(mails.id, mailId));
}

function sender(deps: Deps, name: string | null) {
  return { name: name ?? site.mailName, address: deps.config.mailFrom ?? site.email };
}

function toMail(row: typeof mails.$inferSelect, practice: string | null): Mail {
  return {
    _id: row.id,
    kind: row.kind,
    practice: practice === null ? null : { _id: row.clientId, name: practice },
    to: row.to,
    subject: row.subject,
    text: row.clientId === agencyClientId ? row.text : null,
    attachment: row.attachment,
    state: row.state,
    attempts: row.attempts,
    problem: row.problem,
    createdAt: row.createdAt.toISOString(),
    sentAt: row.sentAt?.toISOString() ?? null,
  };
}
