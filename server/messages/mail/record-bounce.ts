// Marks an email as failed when it comes back after the mail server had accepted it.
import { createHmac, timingSafeEqual } from "node:crypto";
import { and, desc, eq, gte, inArray, like, type SQL, sql } from "drizzle-orm";
import { mailMessages } from "#content/messages.ts";
import type { MailState } from "#contract/mail.ts";
import type { Transaction } from "#server/db/database.ts";
import { containing } from "#server/db/like.ts";
import { isOfRealPractice } from "#server/db/real-practices.ts";
import { mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { type BounceReport, readBounceReports } from "./bounce-reports.ts";
import { thisMail } from "./mail.ts";
import { searchText } from "./mail-log.ts";
import { stopMail } from "./mail-stops.ts";
import { quotable } from "./quotable.ts";
import { settleMail } from "./settle-mail.ts";

const keyBytes = 24;
/** How long mail servers try before they send an email back. */
const daysUntilBounced = 5;
/** `sending`: a bounce may be faster than our record of the mail server's answer. */
const bounceable: readonly MailState[] = ["sending", "sent", "unknown"];

/** Returns the key of the bounce webhook. A rotation of SECRET replaces it. */
export function bounceKey(secret: string): string {
  return macOf(secret).toString("base64url");
}

/** Returns the URL for the mail service's settings. */
export function bounceUrl({ secret, origin }: { secret: string; origin: string }): string {
  return `${origin}/api/mail/bounces/${bounceKey(secret)}`;
}

/** Runs before the body is read. Throws `not_found` for a wrong key, and `too_many_requests`. */
export async function admitBounces(
  { config, limits }: Pick<Deps, "config" | "limits">,
  key: string,
): Promise<void> {
  const given = Buffer.from(key, "base64url");
  if (given.length !== keyBytes || !timingSafeEqual(given, macOf(config.secret))) {
    throw new AppError("not_found");
  }
  await limits.count("bounceReports", "all");
}

/** Records the reports in a body, if there are any. */
export async function receiveBounces(
  deps: Deps,
  contentType: string,
  body: Uint8Array,
): Promise<void> {
  for (const report of await readBounceReports(contentType, body)) await recordBounce(deps, report);
}

/**
 * Fails the email that a permanent report is about, like one that the mail server rejects, and stops
 * automatic emails to its address if that is what was rejected. Idempotent. Does nothing for a
 * recipient that the email wasn't sent to, so a forged Message-ID can't fail another person's email.
 */
export async function recordBounce(deps: Deps, report: BounceReport): Promise<void> {
  if (!report.isPermanent) return;
  const found = await findBounced(deps, report);
  if (!found) return;
  const problem = mailMessages.bounced(quotable(report.reason));
  await deps.db.transaction(async (tx) => {
    const change = { state: "failed", problem, dismissedAt: null } as const;
    const mail =
      (await settleMail(deps, tx, found, change, (mail) => isAbout(mail, report, bounceable))) ??
      (await readMail(tx, found));
    if (!mail?.leadId || !report.isOfAddress || !isAbout(mail, report, ["failed"])) return;
    await stopMail({ ...deps, db: tx }, { ...mail, email: mail.to, reason: "refused" });
  });
}

function isAbout(
  { to, state }: Pick<typeof mails.$inferSelect, "to" | "state">,
  { recipient }: BounceReport,
  states: readonly MailState[],
): boolean {
  return to.toLowerCase() === recipient && states.includes(state);
}

async function readMail(tx: Transaction, key: { clientId: string; mailId: string }) {
  const [mail] = await tx.select().from(mails).where(thisMail(key));
  return mail;
}

/**
 * Finds the email by its id, or else the last one that was sent to the recipient. A report with
 * another program's id may be about an email that isn't ours, unless the address is what was
 * rejected: then ours came back, too.
 */
async function findBounced({ db, config, now }: Deps, report: BounceReport) {
  const { messageId, recipient, isOfAddress } = report;
  const mailId = ownId(messageId, new URL(config.origin).hostname);
  const since = new Date(now().getTime() - daysUntilBounced * 24 * 60 * 60_000);
  const find = async (which: SQL | undefined) => {
    const [mail] = await db
      .select({ clientId: mails.clientId, mailId: mails.id })
      .from(mails)
      .where(and(which, isOfRealPractice(mails.clientId)))
      .orderBy(desc(mails.sentAt))
      .limit(1);
    return mail;
  };
  if (mailId) return find(eq(mails.id, mailId));
  if (messageId && !isOfAddress) return undefined;
  return find(
    and(
      // Narrows it down by the index `mails_search`.
      like(searchText, containing(recipient)),
      sql`lower(${mails.to}) = ${recipient}`,
      and(inArray(mails.state, ["sent", "failed"]), gte(mails.sentAt, since)),
    ),
  );
}

/** Returns our email's id if the Message-ID is one of ours: see `sendMail`. */
function ownId(messageId: string | null, host: string): string | null {
  const [, id, domain] = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@(.+)$/i.exec(
    messageId ?? "",
  ) ?? [""];
  return id && domain?.toLowerCase() === host ? id.toLowerCase() : null;
}

function macOf(secret: string): Buffer {
  return createHmac("sha256", secret).update("bounce webhook").digest().subarray(0, keyBytes);
}
