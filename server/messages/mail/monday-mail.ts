// Sending the Monday email: whether its reader still wants it, and how they unsubscribe.
// `server/agency/practice-reports/monday-mail.ts` writes it.
import { and, eq, isNull } from "drizzle-orm";
import { notSentMessages } from "#content/messages.ts";
import { unsubscribePlaceholder } from "#content/monday-mail.ts";
import { dayMs } from "#contract/durations.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { accounts, agencyClientId, clients, type mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { unsubscribeUrl } from "./unsubscribe-token.ts";

type Mail = typeof mails.$inferSelect;

export const mondayKind = "monday";

/** From Monday morning to Tuesday night. */
const mostWaitMs = 2 * dayMs;

/**
 * Rechecked when sending, because the mail server may have been unavailable. Null: it is wanted.
 */
export async function whyNotOnMonday(
  tx: Transaction,
  mail: Mail,
  now: Date,
): Promise<string | null> {
  if (now.getTime() - mail.createdAt.getTime() > mostWaitMs) return notSentMessages.mondayOver;
  return (await getsMondayMail(tx, mail)) ? null : notSentMessages.mondayOff;
}

/** Whether its account is active, wants it, and still has that address. */
export async function getsMondayMail(
  db: Database | Transaction,
  { accountId, clientId, to }: Pick<Mail, "accountId" | "clientId" | "to">,
): Promise<boolean> {
  if (!accountId) return false;
  const [account] = await db
    .select({ email: accounts.email, clientId: accounts.clientId })
    .from(accounts)
    .where(
      and(
        eq(accounts.id, accountId),
        isNull(accounts.deactivatedAt),
        isNull(accounts.mondayMailOffAt),
      ),
    );
  if (account?.email !== to || (account.clientId ?? agencyClientId) !== clientId) return false;
  if (clientId === agencyClientId) return true;
  const [practice] = await db
    .select({ id: clients.id })
    .from(clients)
    .where(
      and(eq(clients.id, clientId), isNull(clients.suspendedAt), isNull(clients.mondayMailOffAt)),
    );
  return practice !== undefined;
}

/** Unsubscribes by link. Idempotent: the first time stays. */
export async function stopMondayMail(
  { db, now }: Pick<Deps, "db" | "now">,
  { accountId }: Pick<Mail, "accountId">,
): Promise<void> {
  if (!accountId) return;
  await db
    .update(accounts)
    .set({ mondayMailOffAt: now() })
    .where(and(eq(accounts.id, accountId), isNull(accounts.mondayMailOffAt)));
}

/** Fills in its link, which contains the stored email's id. Other emails stay as they are. */
export function fillMondayMail(config: Pick<Deps["config"], "hashSecret" | "origin">, mail: Mail) {
  if (mail.kind !== mondayKind) return mail;
  const url = unsubscribeUrl(config, mail);
  const filled = (text: string) => text.replaceAll(unsubscribePlaceholder, url);
  return { ...mail, text: filled(mail.text), html: mail.html && filled(mail.html) };
}
