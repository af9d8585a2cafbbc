// Writes, shows and manually resends a practice's emails to its leads.
import { and, count, desc, eq, gt, lt, sql } from "drizzle-orm";
import { mailMessages } from "#content/messages.ts";
import { minuteMs } from "#contract/durations.ts";
import {
  type EmailLayout,
  type LeadEmail,
  type LeadEmailList,
  type LeadEmailRequest,
  longestEmailStart,
  type MailAlarm,
  type MailState,
  type PracticeMailList,
  type ShownEmail,
} from "#contract/mail.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, leads, mails, templates } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { lockLead } from "#server/desk/leads/lead.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { checkWords } from "#server/messages/merge-fields/check-words.ts";
import { inlinePictures, refuseUnknownPictures } from "#server/messages/pictures/pictures.ts";
import { listAddressees } from "./addressee.ts";
import { composeEmail, getMergeValues, getSender } from "./compose-email.ts";
import { queueWritten, requeue } from "./mail.ts";
import { findMailStop } from "./mail-stops.ts";

const maxShown = 100;
const page = 50;
const alarmDays = 7;
const alarmMinutes = 10;

/** Lists a lead's emails, newest first. Throws `not_found` for another practice's lead. */
export async function listLeadEmails(
  deps: Deps,
  clientId: string,
  leadId: string,
): Promise<LeadEmailList> {
  const { email } = await findLead(deps, clientId, leadId);
  const addressees = await listAddressees(deps.db, clientId, leadId);
  const rows = await select(deps)
    .where(and(eq(mails.clientId, clientId), eq(mails.leadId, leadId)))
    .orderBy(desc(mails.id))
    .limit(maxShown);
  return {
    emails: rows.map(toShownEmail),
    addresses: addressees.map((one) => one.email).filter(Boolean),
    stop: email ? await findMailStop(deps, clientId, email) : null,
    isSending: deps.mailServer !== null,
  };
}

/** Returns the email as it was sent; an automatic one has no text before it is sent. */
export async function getLeadEmail(
  deps: Deps,
  clientId: string,
  leadId: string,
  mailId: string,
): Promise<EmailLayout> {
  const [mail] = await deps.db
    .select()
    .from(mails)
    .where(thisMail(clientId, leadId, mailId));
  if (!mail) throw new AppError("not_found");
  const { subject, text, to } = mail;
  return {
    ...{ subject, text, to },
    html: await inlinePictures(deps, clientId, mail.html ?? ""),
    ...{ from: mail.fromName ?? "", replyTo: mail.replyTo ?? "" },
  };
}

/**
 * Writes an email to a lead. Idempotent by submission id. Throws `invalid` for an address that
 * isn't the lead's, `conflict` if the lead has no address.
 */
export async function sendLeadEmail(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
  request: LeadEmailRequest,
): Promise<LeadEmail> {
  const { clientId, accountId } = client;
  await deps.limits.count("leadMailPerPractice", clientId);
  const words = checkWords(request);
  await refuseUnknownPictures(deps, clientId, words.body);
  return deps.db.transaction(async (tx) => {
    // Locks the lead, so that a concurrent erasure either waits and finds this email or has already
    // run.
    const { language: spoken } = await lockLead(tx, client, leadId);
    const sender = await getSender({ db: tx }, clientId);
    const values = await getMergeValues({ db: tx }, clientId, leadId, sender, request.to);
    const to = values["lead.email"];
    if (!to) throw new AppError("conflict", { sentence: mailMessages.noAddress });
    const language = (await findLanguage(tx, clientId, request.templateId)) ?? spoken ?? "en";
    const letter = await composeEmail({ ...words, language }, values, sender, null);
    const causeKey = `lead:${leadId}:${request.submissionId}`;
    await queueWritten(deps, tx, {
      ...letter,
      clientId,
      kind: "lead",
      causeKey,
      to,
      fromName: sender.fromName,
      replyTo: sender.replyTo,
      leadId,
      accountId,
      templateId: request.templateId,
    });
    const [row] = await select({ db: tx }).where(
      and(eq(mails.clientId, clientId), eq(mails.causeKey, causeKey)),
    );
    if (!row) throw new Error("The email was not stored");
    return toLeadEmail(row);
  });
}

/** Returns a template's language, even if the template was deleted since. */
async function findLanguage(tx: Transaction, clientId: string, templateId: string | undefined) {
  if (!templateId) return null;
  const [template] = await tx
    .select({ language: templates.language })
    .from(templates)
    .where(and(eq(templates.clientId, clientId), eq(templates.id, templateId)));
  return template?.language ?? null;
}

/** Resends a failed or unknown email, at a person's request. */
export async function resendLeadEmail(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
  mailId: string,
): Promise<void> {
  const { clientId, accountId } = client;
  await deps.db.transaction((tx) =>
    requeue(deps, tx, thisMail(clientId, leadId, mailId), accountId),
  );
}

/** Returns the practice's emails to all of its leads, newest first; 50 per page. */
export async function listPracticeMails(
  deps: Deps,
  clientId: string,
  { state, cursor }: { state?: MailState | undefined; cursor?: string | undefined },
): Promise<PracticeMailList> {
  const rows = await select(deps)
    .where(
      and(
        eq(mails.clientId, clientId),
        sql`${mails.leadId} is not null`,
        state && eq(mails.state, state),
        cursor ? lt(mails.id, cursor) : undefined,
      ),
    )
    .orderBy(desc(mails.id))
    .limit(page + 1);
  const shown = rows.slice(0, page);
  return {
    emails: shown.map((row) => ({
      ...toLeadEmail(row),
      leadName: `${row.leadFirstName ?? ""} ${row.leadLastName ?? ""}`.trim(),
    })),
    nextCursor: rows.length > page ? (shown.at(-1)?.mail.id ?? null) : null,
  };
}

/** Counts mail problems that a practice should be alerted to. */
export async function countMailProblems(deps: Deps, clientId: string): Promise<MailAlarm> {
  const now = deps.now().getTime();
  const since = new Date(now - alarmDays * 24 * 60 * minuteMs);
  const toLeads = and(eq(mails.clientId, clientId), sql`${mails.leadId} is not null`);
  const [troubled] = await deps.db
    .select({
      failed: sql<number>`count(*) filter (where ${mails.state} = 'failed')::int`,
      unknown: sql<number>`count(*) filter (where ${mails.state} = 'unknown')::int`,
    })
    .from(mails)
    .where(and(toLeads, gt(mails.createdAt, since), sql`${mails.state} in ('failed', 'unknown')`));
  const overdue = new Date(now - alarmMinutes * minuteMs);
  const [late] = await deps.db
    .select({ waiting: count() })
    .from(mails)
    .where(
      and(
        toLeads,
        eq(mails.state, "queued"),
        lt(sql`coalesce(${mails.dueAt}, ${mails.createdAt})`, overdue.toISOString()),
      ),
    );
  return {
    failed: troubled?.failed ?? 0,
    unknown: troubled?.unknown ?? 0,
    waiting: late?.waiting ?? 0,
  };
}

type Reader = { db: Deps["db"] | Transaction };

function select({ db }: Reader) {
  return db
    .select({
      mail: mails,
      firstName: accounts.firstName,
      lastName: accounts.lastName,
      leadFirstName: leads.firstName,
      leadLastName: leads.lastName,
    })
    .from(mails)
    .leftJoin(accounts, eq(accounts.id, mails.accountId))
    .leftJoin(leads, and(eq(leads.clientId, mails.clientId), eq(leads.id, mails.leadId)))
    .$dynamic();
}

type Row = Awaited<ReturnType<typeof select>>[number];

function toLeadEmail({ mail, firstName, lastName }: Row): LeadEmail {
  return {
    _id: mail.id,
    kind: mail.kind === "auto" ? "auto" : "lead",
    leadId: mail.leadId ?? "",
    to: mail.to,
    subject: mail.subject,
    state: mail.state,
    problem: mail.problem,
    attempts: mail.attempts,
    createdAt: mail.createdAt.toISOString(),
    dueAt: mail.dueAt?.toISOString() ?? null,
    sentAt: mail.sentAt?.toISOString() ?? null,
    by: firstName === null ? null : `${firstName} ${lastName}`,
  };
}

function toShownEmail(row: Row): ShownEmail {
  const firstWords = row.mail.text.replace(/\s+/g, " ").trim().slice(0, longestEmailStart);
  return { ...toLeadEmail(row), firstWords };
}

async function findLead({ db }: Reader, clientId: string, leadId: string) {
  const [lead] = await db
    .select({ email: leads.email })
    .from(leads)
    .where(
      and(eq(leads.clientId, clientId), eq(leads.id, leadId), sql`${leads.deletedAt} is null`),
    );
  if (!lead) throw new AppError("not_found");
  return lead;
}

function thisMail(clientId: string, leadId: string, mailId: string) {
  return and(eq(mails.clientId, clientId), eq(mails.leadId, leadId), eq(mails.id, mailId));
}
