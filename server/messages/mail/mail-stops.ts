// Addresses that don't get automatic emails from a practice, and who may change that.
import { and, eq, ne, sql } from "drizzle-orm";
import { mailMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import type { MailStop, MailStopReason, Unsubscribing } from "#contract/mail.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { clients, leads, mailStops, mails, templates, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { hashAddress } from "./address-hash.ts";
import { getsRegularMail, regularKind, stopRegularMail } from "./regular-mail.ts";
import { readUnsubscribeToken } from "./unsubscribe-token.ts";

type Tools = { db: Database | Transaction; config: Pick<Deps["config"], "hashSecret"> };
type StopRow = typeof mailStops.$inferInsert;

/** Returns the stop, or null if nothing stops automatic emails to this address. */
export async function findMailStop(
  tools: Tools,
  clientId: string,
  email: string,
): Promise<MailStop | null> {
  const [row] = await tools.db
    .select()
    .from(mailStops)
    .where(thisStop(tools, clientId, email));
  return row ? { reason: row.reason, at: row.at.toISOString() } : null;
}

/**
 * Stops emails to an address. An unsubscribe replaces any other reason; otherwise the first reason
 * stays.
 */
export async function stopMail(
  tools: Tools & Pick<Deps, "now">,
  stop: { clientId: string; email: string; reason: MailStopReason; accountId?: string | null },
): Promise<void> {
  const { clientId, email, reason, accountId } = stop;
  const addressHash = hashAddress(tools.config.hashSecret, clientId, email);
  await writeStop(tools.db, { clientId, addressHash, reason, accountId, at: tools.now() });
}

/**
 * Hashes the addresses that an older version stored in plain text. Idempotent. SQL alone can't do
 * it, because the database doesn't know the secret.
 */
export async function hashPlainStops({ db, config }: Pick<Deps, "db"> & Tools): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('hash plain stops', 0))`);
    const plain = await tx
      .delete(mailStops)
      .where(sql`${mailStops.addressHash} !~ '^[0-9a-f]{64}$'`)
      .returning();
    for (const stop of plain) {
      const addressHash = hashAddress(config.hashSecret, stop.clientId, stop.addressHash);
      await writeStop(tx, { ...stop, addressHash });
    }
  });
}

async function writeStop(db: Database | Transaction, stop: StopRow): Promise<void> {
  const { reason, accountId, at } = stop;
  const insert = db.insert(mailStops).values(stop);
  if (reason !== "unsubscribed") {
    await insert.onConflictDoNothing();
    return;
  }
  await insert.onConflictDoUpdate({
    target: [mailStops.clientId, mailStops.addressHash],
    set: { reason, accountId, at },
    setWhere: ne(mailStops.reason, "unsubscribed"),
  });
}

/** Stops automatic emails to a lead who asked the practice for this, for example by phone. */
export async function stopMailToLead(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
): Promise<MailStop | null> {
  return deps.db.transaction(async (tx) => {
    const email = await addressOf(tx, client, leadId);
    await stopMail({ ...deps, db: tx }, { ...client, email, reason: "desk" });
    await recordStop(deps, tx, client, leadId, "mail_stopped");
    return findMailStop({ ...deps, db: tx }, client.clientId, email);
  });
}

/** Removes a practice's own stop or the stop of a rejected address, but never an unsubscribe. */
export async function allowMailToLead(
  deps: Deps,
  client: SignedInClient,
  leadId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const email = await addressOf(tx, client, leadId);
    const stop = await findMailStop({ ...deps, db: tx }, client.clientId, email);
    if (!stop) return;
    if (stop.reason === "unsubscribed") {
      throw new AppError("conflict", { sentence: mailMessages.optedOut });
    }
    await tx.delete(mailStops).where(thisStop(deps, client.clientId, email));
    await recordStop(deps, tx, client, leadId, "mail_allowed");
  });
}

/** Returns what an unsubscribe link would stop. Throws `not_found` when the token is incomplete. */
export async function getUnsubscribing(deps: Deps, token: string): Promise<Unsubscribing> {
  const { mail, practice, language } = await findByToken(deps, token);
  const regular = regularKind(mail);
  const about = regular ?? "automatic";
  if (isErased(mail)) return { about, practice, language, address: "", isStopped: true };
  if (regular) {
    const isStopped = !(await getsRegularMail(deps.db, regular, mail));
    return { about, practice, language, address: maskedAddress(mail.to), isStopped };
  }
  const stop = await findMailStop(deps, mail.clientId, mail.to);
  return {
    about,
    practice,
    language,
    address: maskedAddress(mail.to),
    isStopped: stop?.reason === "unsubscribed",
  };
}

/**
 * Unsubscribes the address immediately, because the link proves that its holder can read the
 * address's mail. Idempotent.
 */
export async function unsubscribe(deps: Deps, token: string): Promise<void> {
  const { mail } = await findByToken(deps, token);
  const regular = regularKind(mail);
  if (regular) return stopRegularMail(deps, regular, mail);
  // The address was erased, so nothing can be sent to it.
  if (isErased(mail)) return;
  const { clientId, leadId, to } = mail;
  await deps.db.transaction(async (tx) => {
    const before = await findMailStop({ ...deps, db: tx }, clientId, to);
    if (before?.reason === "unsubscribed") return;
    await stopMail({ ...deps, db: tx }, { clientId, email: to, reason: "unsubscribed" });
    if (!leadId) return;
    const entry = { clientId, leadId, kind: "mail_stopped", at: deps.now() } as const;
    await tx.insert(timeline).values({ ...entry, data: { reason: "unsubscribed" } });
    await notifyPractice(tx, { clientId, leadId, kind: "lead" });
  });
}

async function findByToken(deps: Deps, token: string) {
  const key = readUnsubscribeToken(deps.config.hashSecret, token);
  if (!key) throw new AppError("not_found", { sentence: mailMessages.deadLink });
  const [row] = await deps.db
    .select({ mail: mails, practice: clients.name, language: templates.language })
    .from(mails)
    .leftJoin(clients, eq(clients.id, mails.clientId))
    .leftJoin(
      templates,
      and(eq(templates.clientId, mails.clientId), eq(templates.id, mails.templateId)),
    )
    .where(and(eq(mails.clientId, key.clientId), eq(mails.id, key.id)));
  // An owner's Monday email is from the agency, which isn't a practice.
  const practice = row?.practice ?? (row && regularKind(row.mail) ? site.mailName : null);
  if (!row || practice === null) {
    throw new AppError("not_found", { sentence: mailMessages.deadLink });
  }
  return { mail: row.mail, practice, language: row.language ?? "en" };
}

/** m…@example.com */
function maskedAddress(address: string): string {
  return address.replace(/^(.)[^@]*/, "$1…");
}

export function isErased(mail: { to: string }): boolean {
  return mail.to === "";
}

async function addressOf(tx: Transaction, client: SignedInClient, leadId: string) {
  const [lead] = await tx
    .select({ email: leads.email })
    .from(leads)
    .where(
      and(
        eq(leads.clientId, client.clientId),
        eq(leads.id, leadId),
        sql`${leads.deletedAt} is null`,
      ),
    );
  if (!lead) throw new AppError("not_found");
  if (!lead.email) throw new AppError("conflict", { sentence: mailMessages.noAddress });
  return lead.email;
}

async function recordStop(
  deps: Deps,
  tx: Transaction,
  { clientId, accountId }: SignedInClient,
  leadId: string,
  kind: "mail_stopped" | "mail_allowed",
) {
  await tx.insert(timeline).values({ clientId, leadId, kind, at: deps.now(), accountId });
  await notifyPractice(tx, { clientId, leadId, kind: "lead" });
}

function thisStop({ config }: Tools, clientId: string, email: string) {
  const addressHash = hashAddress(config.hashSecret, clientId, email);
  return and(eq(mailStops.clientId, clientId), eq(mailStops.addressHash, addressHash));
}
