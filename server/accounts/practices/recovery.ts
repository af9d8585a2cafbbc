// Password reset by email. Responses never reveal whether an email address has an account.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { recoverPassword } from "#content/emails/recover-password.ts";
import { accountMessages, fieldMessages } from "#content/messages.ts";
import type { MessageAndStatus } from "#contract/accounts.ts";
import { isDemoPractice } from "#server/db/real-practices.ts";
import { accounts, mailedLinks } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { checkCaptcha, consumeCaptcha } from "#server/http/captcha.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { lockAccount } from "#server/people/accounts.ts";
import {
  consumeLink,
  findLink,
  linkTo,
  voidLinks,
  writeLink,
} from "#server/people/mailed-links.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { wordsAbout } from "#server/people/words-about.ts";
import { audit } from "#server/records/audit/audit.ts";
import { setPassword } from "./new-password.ts";
import { confirmRegisteredAddress, refuseCommonPassword } from "./registration.ts";

/**
 * Handles `POST /api/credentials/recover`. Does the same work for known and unknown addresses: it
 * looks up, audits, and enqueues a job. Only the job writes a link and an email.
 */
export async function requestRecovery(
  deps: Deps,
  visitor: Visitor,
  input: { email: string; captcha?: string },
): Promise<MessageAndStatus> {
  await deps.limits.count("recoverPerIp", visitor.address);
  const captcha = await checkCaptcha(deps, input.captcha);
  await deps.limits.count("recoverPerEmail", input.email);
  await deps.db.transaction(async (tx) => {
    await consumeCaptcha(tx, captcha);
    const [account] = await tx
      .select({ id: accounts.id, clientId: accounts.clientId })
      .from(accounts)
      .where(eq(accounts.email, input.email));
    await audit(deps, tx, {
      action: "recovery_asked",
      accountId: account?.id,
      clientId: account?.clientId,
      address: visitor.address,
    });
    await deps.jobs.enqueue(tx, "send-recovery", {
      recoveryId: randomUUID(),
      accountId: account?.id ?? null,
    });
  });
  return { message: accountMessages.recoverySent, status: 200 };
}

/** Writes the link and its email; only the newest link is valid. */
export async function sendRecovery(
  deps: Deps,
  job: { recoveryId: string; accountId: string | null },
): Promise<void> {
  if (!job.accountId) return;
  const { accountId } = job;
  await deps.db.transaction(async (tx) => {
    // The account is locked, so that the link isn't sent to an address that is being replaced.
    const account = await lockAccount(tx, accountId);
    if (!account) return;
    // A demo doesn't have a usable password, and its address doesn't receive mail.
    if (account.clientId && (await isDemoPractice({ db: tx }, account.clientId))) return;
    // A job may run twice; the second run would void the first run's link.
    const written = await tx.$count(mailedLinks, eq(mailedLinks.id, job.recoveryId));
    if (written > 0) return;
    await voidLinks(deps, tx, account.id, ["reset_password"]);
    const linkId = await writeLink(deps, tx, {
      id: job.recoveryId,
      purpose: "reset_password",
      accountId: account.id,
      email: account.email,
    });
    await queueMail(deps, tx, {
      kind: "recover-password",
      to: account.email,
      words: recoverPassword,
      fields: { firstName: account.firstName, link: linkTo(deps, "/lms/recover") },
      causeKey: `recovery:${job.recoveryId}`,
      linkId,
    });
  });
}

/**
 * Handles `PATCH /api/credentials/reset`. A link works once, even for concurrent requests. Ends
 * every session. Following the link also confirms the address.
 */
export async function resetPassword(
  deps: Deps,
  visitor: Visitor,
  input: { token: string; password: string },
): Promise<MessageAndStatus> {
  await deps.limits.count("linkPerIp", visitor.address);
  // The token is checked before hashing, so that an invented token doesn't cost CPU time.
  const link = await findLink(deps, deps.db, input.token, ["reset_password"]);
  if (!link?.accountId) throw deadLink();
  const { accountId } = link;
  await refuseCommonPassword(input.password, await wordsAbout(deps, accountId));
  const passwordHash = await hashPassword(input.password);
  await deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || !(await consumeLink(deps, tx, input.token, ["reset_password"]))) {
      throw deadLink();
    }
    await setPassword(deps, tx, visitor, { accountId, passwordHash, action: "password_reset" });
    await confirmRegisteredAddress(deps, tx, visitor, accountId);
  });
  return { message: accountMessages.passwordReset, status: 200 };
}

/** Returns the same error for a link that was used, replaced or invented, or has expired. */
export function deadLink() {
  return new AppError("invalid", {
    sentence: fieldMessages.dead_link,
    fields: { token: "dead_link" },
  });
}
