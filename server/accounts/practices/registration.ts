// How a practice gets an account: it registers, confirms its email address, and is approved.
import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { addressKnown } from "#content/emails/address-known.ts";
import { approvalNotice } from "#content/emails/approval-notice.ts";
import { confirmAddress } from "#content/emails/confirm-address.ts";
import { registrationNotice } from "#content/emails/registration-notice.ts";
import { accountMessages } from "#content/messages.ts";
import type { Registered, Registration } from "#contract/accounts.ts";
import { endSessions } from "#server/accounts/sign-in/sessions.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { checkCaptcha, consumeCaptcha } from "#server/http/captcha.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import { type Account, insertPractice, lockAccount, statusOf } from "#server/people/accounts.ts";
import { isCommonPassword } from "#server/people/common-passwords.ts";
import { linkTo, voidLinks, writeLink } from "#server/people/mailed-links.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { audit } from "#server/records/audit/audit.ts";
import { consumeInvitation, findInvitation, redeemInvitation } from "./invitations.ts";

/**
 * Handles `POST /api/clients`. The practice is pending until approved, unless it has an invitation
 * that was emailed to this address. An address that has an account gets the same response after the
 * same work, and an email that explains it: only the job that follows is different.
 */
export async function register(
  deps: Deps,
  visitor: Visitor,
  input: Registration,
): Promise<Registered> {
  await deps.limits.count("registerPerIp", visitor.address);
  const captcha = await checkCaptcha(deps, input.captcha);
  await deps.limits.count("registerPerEmail", input.email);
  await refuseUnknownOwner(deps, input.admin_id);
  const { firstName, lastName, email, practiceName } = input;
  const about = [email, firstName, lastName, ...(practiceName ? [practiceName] : [])];
  await refuseCommonPassword(input.password, about);
  const passwordHash = await hashPassword(input.password);

  const isAdmitted = await deps.db.transaction(async (tx) => {
    await consumeCaptcha(tx, captcha);
    const invitation = await findInvitation(deps, tx, input);
    const provedAt = invitation ? deps.now() : null;
    const practice = practiceOf(input, invitation?.practiceName);
    const made = await insertPractice(tx, {
      person: input,
      passwordHash,
      practice,
      approvedAt: provedAt,
      emailConfirmedAt: provedAt,
    });
    // Locks the account before its practice, as everywhere: see `lockAccount`.
    const [account] = await tx
      .select()
      .from(accounts)
      .where(eq(accounts.email, input.email))
      .for("no key update");
    if (!account) throw new Error("The account was neither created nor found");
    const isTakenOver =
      made !== null ||
      (invitation !== null &&
        (await takeOver(deps, tx, account, { input, practice, passwordHash })));
    if (invitation && isTakenOver) {
      await consumeInvitation(deps, tx, visitor, invitation.token, account.clientId);
    }
    await audit(deps, tx, {
      action: isTakenOver ? "registered" : "registered_again",
      accountId: account.id,
      clientId: account.clientId,
      address: visitor.address,
    });
    if (invitation && isTakenOver) await auditAdmission(deps, tx, visitor, account);
    await deps.jobs.enqueue(tx, "answer-registration", {
      registrationId: randomUUID(),
      accountId: account.id,
      isKnown: !isTakenOver,
    });
    return invitation !== null && isTakenOver;
  });
  return {
    data: { firstName, lastName, email },
    status: 201,
    message: isAdmitted ? accountMessages.registeredByInvitation : accountMessages.registered,
  };
}

/** Queues the emails: the confirmation link and the owner's notice, or a warning. */
export async function answerRegistration(
  deps: Deps,
  job: { registrationId: string; accountId: string; isKnown: boolean },
): Promise<void> {
  const causeKey = `registration:${job.registrationId}`;
  await deps.db.transaction(async (tx) => {
    // Under the lock, the address can't change, and a link can't be written after all links were
    // voided.
    const account = await lockAccount(tx, job.accountId);
    if (!account) return;
    const { firstName, lastName, email } = account;
    const client = await findClientOf(tx, account);
    if (job.isKnown || !client) {
      const { origin } = deps.config;
      await queueMail(deps, tx, {
        kind: "address-known",
        to: email,
        words: addressKnown,
        fields: { firstName, signIn: `${origin}/lms`, recover: `${origin}/lms/recover` },
        causeKey,
      });
      return;
    }
    if (!account.emailConfirmedAt) {
      const linkId = await writeLink(deps, tx, {
        id: job.registrationId,
        purpose: "confirm_address",
        accountId: account.id,
        email,
      });
      await queueMail(deps, tx, {
        kind: "confirm-address",
        to: email,
        words: confirmAddress,
        fields: { firstName, link: linkTo(deps, "/lms/confirm") },
        causeKey,
        linkId,
      });
    }
    const { phone, city, state, approvedAt } = client;
    await queueOwnerNotice(deps, tx, {
      kind: "registration-notice",
      causeKey,
      replyTo: email,
      words: registrationNotice,
      fields: {
        ...{ firstName, lastName, email, phone, city, state },
        isApproved: approvedAt !== null,
        isConfirmed: account.emailConfirmedAt !== null,
        link: `${deps.config.origin}/admin/practices`,
      },
    });
  });
}

/**
 * Confirms a registration's address and uses an open invitation to it; returns true if that admits
 * the practice. The caller has verified the emailed link and the password. With the link alone,
 * someone could register another person's address and get in once that person follows the link.
 */
export async function confirmRegisteredAddress(
  deps: Deps,
  tx: Transaction,
  visitor: Visitor,
  accountId: string,
): Promise<boolean> {
  const [account] = await tx
    .update(accounts)
    .set({ emailConfirmedAt: deps.now() })
    .where(and(eq(accounts.id, accountId), isNull(accounts.emailConfirmedAt)))
    .returning();
  const client = account && (await findClientOf(tx, account));
  // The account's lock prevents concurrent approvals and suspensions.
  if (!account || !client || statusOf(client) !== "pending") return false;
  if (await redeemInvitation(deps, tx, visitor, account.email, client.id)) {
    await tx.update(clients).set({ approvedAt: deps.now() }).where(eq(clients.id, client.id));
    await auditAdmission(deps, tx, visitor, account);
    return true;
  }
  const { firstName, lastName, email } = account;
  await queueOwnerNotice(deps, tx, {
    kind: "approval-notice",
    causeKey: `confirmed:${account.id}`,
    replyTo: email,
    words: approvalNotice,
    fields: { firstName, lastName, email, link: `${deps.config.origin}/admin/practices` },
  });
  return false;
}

async function findClientOf(tx: Transaction, { clientId }: Account) {
  if (!clientId) return null;
  const [client] = await tx.select().from(clients).where(eq(clients.id, clientId));
  return client ?? null;
}

function auditAdmission(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  visitor: Visitor,
  { id, clientId }: Pick<Account, "id" | "clientId">,
): Promise<void> {
  const { address } = visitor;
  return audit(deps, tx, { action: "let_in_by_invitation", accountId: id, clientId, address });
}

/** Throws `invalid` on the field when the password is too common. */
export async function refuseCommonPassword(password: string, about: string[]) {
  if (await isCommonPassword(password, about)) {
    throw new AppError("invalid", { fields: { password: "common_password" } });
  }
}

async function refuseUnknownOwner(deps: Deps, adminCode: string) {
  const [owner] = await deps.db
    .select({ id: accounts.id })
    .from(accounts)
    .where(
      and(
        eq(accounts.adminCode, adminCode),
        eq(accounts.consoleRole, "owner"),
        isNull(accounts.deactivatedAt),
      ),
    );
  if (!owner) throw new AppError("invalid", { fields: { admin_id: "unknown_admin_id" } });
}

/**
 * Gives an unconfirmed registration to the holder of an invitation. Someone else may have
 * registered, but the invitation proves that its holder reads the address's mail. Returns false if
 * there isn't such a registration.
 */
async function takeOver(
  deps: Deps,
  tx: Transaction,
  account: Account,
  {
    input,
    practice,
    passwordHash,
  }: { input: Registration; practice: ReturnType<typeof practiceOf>; passwordHash: string },
): Promise<boolean> {
  if (!account.clientId || account.emailConfirmedAt) return false;
  const { firstName, lastName } = input;
  const [client] = await tx
    .update(clients)
    .set({ ...practice, approvedAt: deps.now() })
    .where(and(eq(clients.id, account.clientId), isNull(clients.suspendedAt)))
    .returning({ id: clients.id });
  // A suspended practice stays suspended.
  if (!client) return false;
  await tx
    .update(accounts)
    .set({ firstName, lastName, passwordHash, emailConfirmedAt: deps.now() })
    .where(eq(accounts.id, account.id));
  await endSessions(deps, tx, account.id);
  await voidLinks(deps, tx, account.id);
  return true;
}

function practiceOf(input: Registration, invitedName?: string | null) {
  return {
    name: input.practiceName ?? invitedName ?? `${input.firstName} ${input.lastName}`,
    phone: input.phone,
    address: input.address,
    address2: input.address2,
    city: input.city,
    state: input.state,
    zip: input.zip,
    adminCode: input.admin_id,
  };
}
