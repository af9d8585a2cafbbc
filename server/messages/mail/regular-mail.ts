// Decides whether a regular email's reader still wants it, and how they unsubscribe. The files in
// `server/agency/practice-reports/` write these emails.
import { and, eq, isNotNull, isNull, type SQL } from "drizzle-orm";
import { notSentMessages } from "#content/messages.ts";
import { unsubscribePlaceholder } from "#content/regular-mail.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { type RegularMail, regularMails } from "#contract/regular-mail.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { accounts, agencyClientId, clients, type mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { unsubscribeUrl } from "./unsubscribe-token.ts";

type Mail = typeof mails.$inferSelect;
type Account = Partial<typeof accounts.$inferInsert>;

/**
 * `stops`: what an account's unsubscribe link changes. `practiceWants` is missing if a practice
 * can't turn it off.
 */
type Rule = {
  accountWants: SQL;
  stops: (at: Date) => Account;
  practiceWants?: SQL;
  mostWaitMs: number;
};

const rules: Record<RegularMail, Rule> = {
  monday: {
    accountWants: isNull(accounts.mondayMailOffAt),
    stops: (at) => ({ mondayMailOffAt: at }),
    practiceWants: isNull(clients.mondayMailOffAt),
    // From Monday morning to Tuesday night.
    mostWaitMs: 2 * dayMs,
  },
  month: {
    accountWants: isNull(accounts.monthMailOffAt),
    stops: (at) => ({ monthMailOffAt: at }),
    practiceWants: isNotNull(clients.monthMailOnAt),
    mostWaitMs: 2 * dayMs,
  },
  yesterday: {
    accountWants: isNotNull(accounts.yesterdayMailOnAt),
    stops: () => ({ yesterdayMailOnAt: null }),
    // Until the evening.
    mostWaitMs: 12 * hourMs,
  },
};

/** Returns an email's kind of regular email, or null if it isn't a regular email. */
export function regularKind({ kind }: Pick<Mail, "kind">): RegularMail | null {
  return regularMails.find((one) => one === kind) ?? null;
}

/**
 * Rechecks the email when it is sent, because the mail server may have been unavailable. Returns
 * null if it is wanted.
 */
export async function whyNotWanted(
  tx: Transaction,
  kind: RegularMail,
  mail: Mail,
  now: Date,
): Promise<string | null> {
  const waitedMs = now.getTime() - mail.createdAt.getTime();
  if (waitedMs > rules[kind].mostWaitMs) return notSentMessages.regularOver;
  return (await getsRegularMail(tx, kind, mail)) ? null : notSentMessages.regularOff;
}

/**
 * Checks whether the email's account is active, wants it, still has that address and may still read
 * it.
 */
export async function getsRegularMail(
  db: Database | Transaction,
  kind: RegularMail,
  { accountId, clientId, to }: Pick<Mail, "accountId" | "clientId" | "to">,
): Promise<boolean> {
  if (!accountId) return false;
  const { accountWants, practiceWants } = rules[kind];
  const [account] = await db
    .select({
      ...{ email: accounts.email, clientId: accounts.clientId, role: accounts.role },
      consoleRole: accounts.consoleRole,
    })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.deactivatedAt), accountWants));
  if (account?.email !== to || (account.clientId ?? agencyClientId) !== clientId) return false;
  if (clientId === agencyClientId) return account.consoleRole === "owner";
  if (account.role !== "manager") return false;
  const [practice] = await db
    .select({ id: clients.id })
    .from(clients)
    .where(and(eq(clients.id, clientId), isNull(clients.suspendedAt), practiceWants));
  return practice !== undefined;
}

/** Checks whether an account may still read a report that an owner sends it. */
export async function mayReadReport(
  tx: Transaction,
  { accountId, clientId, to }: Pick<Mail, "accountId" | "clientId" | "to">,
): Promise<boolean> {
  if (!accountId) return false;
  const { id, email, role, deactivatedAt } = accounts;
  const [account] = await tx
    .select({ id })
    .from(accounts)
    .where(
      and(
        ...[eq(id, accountId), eq(accounts.clientId, clientId), eq(email, to)],
        ...[eq(role, "manager"), isNull(deactivatedAt)],
      ),
    );
  return account !== undefined;
}

/**
 * Unsubscribes by link. Idempotent: the first time is kept. A link that was sent to a former
 * address of the account has no effect.
 */
export async function stopRegularMail(
  { db, now }: Pick<Deps, "db" | "now">,
  kind: RegularMail,
  { accountId, to }: Pick<Mail, "accountId" | "to">,
): Promise<void> {
  if (!accountId) return;
  const { accountWants, stops } = rules[kind];
  await db
    .update(accounts)
    .set(stops(now()))
    .where(and(eq(accounts.id, accountId), eq(accounts.email, to), accountWants));
}

/**
 * Fills in a regular email's unsubscribe link, which contains the stored email's id. Doesn't change
 * other emails.
 */
export function fillRegularMail(config: Pick<Deps["config"], "hashSecret" | "origin">, mail: Mail) {
  if (!regularKind(mail)) return mail;
  const url = unsubscribeUrl(config, mail);
  const filled = (text: string) => text.replaceAll(unsubscribePlaceholder, url);
  return { ...mail, text: filled(mail.text), html: mail.html && filled(mail.html) };
}
