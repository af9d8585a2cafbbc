// The console's log of every email and its state.
import { and, desc, eq, isNull, like, lt, type SQL, sql } from "drizzle-orm";
import {
  type Mail,
  type MailList,
  type MailQuery,
  type MailText,
  mostMailsCounted,
} from "#contract/mail.ts";
import { containing } from "#server/db/like.ts";
import { isOfRealPractice } from "#server/db/real-practices.ts";
import { agencyClientId, clients, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { audit, auditViews } from "#server/records/audit/audit.ts";

const page = 50;
/** The same expression as in the index `mails_search`. */
export const searchText = sql`lower(${mails.to} || ' ' || ${mails.subject})`;

type Reader = { accountId: string /** The request's IP address. */; address: string };

/**
 * Returns the mail log, newest first; 50 per page. The view is audited for each practice on the
 * page.
 */
export async function listMails(deps: Deps, reader: Reader, input: MailQuery): Promise<MailList> {
  const wanted = and(
    isOfRealPractice(mails.clientId),
    input.state && eq(mails.state, input.state),
    input.needsYou && isNull(mails.dismissedAt),
    input.practice ? eq(mails.clientId, input.practice) : undefined,
    input.to ? eq(mails.to, input.to.toLowerCase()) : undefined,
    input.search ? like(searchText, containing(input.search.toLowerCase())) : undefined,
  );
  const rows = await deps.db
    .select({ mail: mails, practice: clients.name })
    .from(mails)
    .leftJoin(clients, eq(clients.id, mails.clientId))
    // uuidv7 keys sort by time.
    .where(and(wanted, input.cursor ? lt(mails.id, input.cursor) : undefined))
    .orderBy(desc(mails.id))
    .limit(page + 1);
  const shown = rows.slice(0, page);
  const practices = new Set(shown.map(({ mail }) => mail.clientId));
  practices.delete(agencyClientId);
  await auditViews(deps, [...practices], { ...reader, action: "letters_listed" });
  return {
    mails: shown.map(({ mail, practice }) => toMail(mail, practice)),
    total: await countUpTo(deps, wanted, mostMailsCounted + 1),
    nextCursor: rows.length > page ? (shown.at(-1)?.mail.id ?? null) : null,
    isSending: deps.mailServer !== null,
  };
}

async function countUpTo({ db }: Pick<Deps, "db">, wanted: SQL | undefined, most: number) {
  const some = db.select({ id: mails.id }).from(mails).where(wanted).limit(most).as("some");
  return db.$count(some);
}

/** Returns the text of one email. Reading a practice's email is audited. Throws `not_found`. */
export async function readMailText(deps: Deps, reader: Reader, mailId: string): Promise<MailText> {
  const [mail] = await deps.db
    .select()
    .from(mails)
    .where(and(eq(mails.id, mailId), isOfRealPractice(mails.clientId)));
  if (!mail) throw new AppError("not_found");
  const { clientId, leadId, text } = mail;
  if (clientId !== agencyClientId) {
    const detail = { mail: mailId, ...(leadId && { lead: leadId }) };
    await audit(deps, deps.db, { ...reader, clientId, action: "letter_opened", detail });
  }
  return { text };
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
    dismissedAt: row.dismissedAt?.toISOString() ?? null,
  };
}
