// The console's log of every email and its state.
import { and, asc, desc, eq, gt, isNull, like, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { uuid } from "#contract/fields.ts";
import {
  type Mail,
  type MailExportQuery,
  type MailList,
  type MailQuery,
  type MailSort,
  type MailState,
  type MailText,
  mailSorts,
  mailStates,
  mostMailsCounted,
} from "#contract/mail.ts";
import { containing } from "#server/db/like.ts";
import { isOfRealPractice } from "#server/db/real-practices.ts";
import { agencyClientId, clients, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { readCursor, writeCursor } from "#server/http/cursor.ts";
import { audit, auditViews } from "#server/records/audit/audit.ts";

const page = 50;
/** The same expression as in the index `mails_search`. */
export const searchText = sql`lower(${mails.to} || ' ' || ${mails.subject})`;

export type Reader = { accountId: string /** The request's IP address. */; address: string };

/**
 * Returns a page of the mail log. The view is audited for each practice on the page. By state, all
 * matching emails are sorted, because no index has their order.
 */
export async function listMails(deps: Deps, reader: Reader, input: MailQuery): Promise<MailList> {
  const { sort = "time", order = mailSorts[sort], cursor } = input;
  const wanted = isWanted(input);
  const rows = await deps.db
    .select({ mail: mails, practice: clients.name })
    .from(mails)
    .leftJoin(clients, eq(clients.id, mails.clientId))
    .where(and(wanted, cursor ? isAfter(cursor, sort, order) : undefined))
    .orderBy(...orderOf(sort, order))
    .limit(page + 1);
  const shown = rows.slice(0, page);
  const last = shown.at(-1)?.mail;
  await auditListed(
    deps,
    reader,
    shown.map(({ mail }) => mail.clientId),
  );
  return {
    mails: shown.map(({ mail, practice }) => toMail(mail, practice)),
    total: await countUpTo(deps, wanted, mostMailsCounted + 1),
    nextCursor: last && rows.length > page ? writeCursor([last.state, last.id]) : null,
    isSending: deps.mailServer !== null,
  };
}

/** Audits that the owner saw emails of these practices. The agency's own aren't audited. */
export async function auditListed(
  deps: Pick<Deps, "db" | "now">,
  { accountId, address }: Reader,
  clientIds: string[],
): Promise<void> {
  const practices = new Set(clientIds);
  practices.delete(agencyClientId);
  await auditViews(deps, [...practices], { accountId, address, action: "letters_listed" });
}

export function isWanted({
  state,
  needsYou,
  practice,
  to,
  search,
}: MailExportQuery): SQL | undefined {
  return and(
    isOfRealPractice(mails.clientId),
    state && eq(mails.state, state),
    needsYou && isNull(mails.dismissedAt),
    practice ? eq(mails.clientId, practice) : undefined,
    to ? eq(mails.to, to.toLowerCase()) : undefined,
    search ? like(searchText, containing(search.toLowerCase())) : undefined,
  );
}

const byUrgency: MailState[] = ["failed", "unknown", "queued", "sending", "stopped", "sent"];
const urgency = sql`array_position(${sql.param(byUrgency)}::text[], ${mails.state})`;

type Order = "asc" | "desc";

/** uuidv7 keys sort by time. */
function orderOf(sort: MailSort, order: Order): SQL[] {
  if (sort === "state") return [sql`${urgency} ${sql.raw(order)}`, desc(mails.id)];
  return [order === "asc" ? asc(mails.id) : desc(mails.id)];
}

const CursorText = z.tuple([z.enum(mailStates), uuid]);

function isAfter(cursor: string, sort: MailSort, order: Order): SQL | undefined {
  const [state, id] = readCursor(cursor, CursorText);
  if (sort === "time") return order === "asc" ? gt(mails.id, id) : lt(mails.id, id);
  const place = byUrgency.indexOf(state) + 1;
  const isOther = order === "asc" ? sql`${urgency} > ${place}` : sql`${urgency} < ${place}`;
  return or(isOther, and(eq(mails.state, state), lt(mails.id, id)));
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
