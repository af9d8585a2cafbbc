// A forgotten password: a link by mail, and a new one. No answer tells whether an address is known.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { recoverPassword } from "#content/emails/recover-password.ts";
import { accountMessages, fieldMessages } from "#content/messages.ts";
import type { MessageAndStatus } from "#contract/accounts.ts";
import { lockAccount } from "#server/accounts/accounts.ts";
import {
  findLink,
  linkTo,
  spendLink,
  voidLinks,
  writeLink,
} from "#server/accounts/mailed-links.ts";
import { hashPassword } from "#server/accounts/passwords.ts";
import { audit } from "#server/audit/audit.ts";
import { checkCaptcha, spendCaptcha } from "#server/captcha/captcha.ts";
import { accounts, mailedLinks } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { queueMail } from "#server/mail/mail.ts";
import type { Visitor } from "#server/signed-in.ts";
import { setPassword } from "./new-password.ts";
import { confirmRegisteredAddress, refuseCommonPassword } from "./registration.ts";

/**
 * `POST /api/credentials/recover`. Known or not, the request does the same: it looks, notes, and
 * hands over to a job, which alone writes a link and a mail.
 */
export async function askForRecovery(
  deps: Deps,
  visitor: Visitor,
  input: { email: string; captcha?: string },
): Promise<MessageAndStatus> {
  await deps.limits.count("recoverPerAddress", visitor.address);
  const captcha = await checkCaptcha(deps, input.captcha);
  await deps.limits.count("recoverPerEmail", input.email);
  await deps.db.transaction(async (tx) => {
    await spendCaptcha(tx, captcha);
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

/** Writes the link and its mail; the newest link alone is good. */
export async function sendRecovery(
  deps: Deps,
  job: { recoveryId: string; accountId: string | null },
): Promise<void> {
  if (!job.accountId) return;
  const { accountId } = job;
  await deps.db.transaction(async (tx) => {
    // Locked: a link must not go to an address that the account leaves at this moment.
    const account = await lockAccount(tx, accountId);
    if (!account) return;
    // A job may run twice: the second time would put its own link out of force.
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
 * `PATCH /api/credentials/reset`. The link works once, also when two race with it; every session
 * ends. Whoever follows it reads the address's mail, so it proves the address too.
 */
export async function resetPassword(
  deps: Deps,
  visitor: Visitor,
  input: { token: string; password: string },
): Promise<MessageAndStatus> {
  await deps.limits.count("linkPerAddress", visitor.address);
  // Looked at before the hashing, so that a made-up token costs us nothing.
  const link = await findLink(deps, deps.db, input.token, ["reset_password"]);
  if (!link?.accountId) throw deadLink();
  const { accountId } = link;
  await refuseCommonPassword(input.password, [link.email]);
  const passwordHash = await hashPassword(input.password);
  await deps.db.transaction(async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || !(await spendLink(deps, tx, input.token, ["reset_password"]))) {
      throw deadLink();
    }
    await setPassword(deps, tx, visitor, { accountId, passwordHash, action: "password_reset" });
    await confirmRegisteredAddress(deps, tx, visitor, accountId);
  });
  return { message: accountMessages.passwordReset, status: 200 };
}

/** A link that was used, replaced, made up, or is out of date: one answer. */
export function deadLink() {
  return new AppError("invalid", {
    sentence: fieldMessages.dead_link,
    fields: { token: "dead_link" },
  });
}
