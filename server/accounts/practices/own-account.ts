// What everyone can change about their own account: the password and the email address.
import { and, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { addressKnown } from "#content/emails/address-known.ts";
import { changeAddressNew } from "#content/emails/change-address-new.ts";
import { changeAddressOld } from "#content/emails/change-address-old.ts";
import { accountMessages } from "#content/messages.ts";
import { sessionIdOf } from "#server/accounts/sign-in/find-session.ts";
import { meetDevice } from "#server/accounts/sign-in/known-devices.ts";
import { whenProven } from "#server/accounts/sign-in/proofs.ts";
import { keepNotifications } from "#server/accounts/sign-in/replaced-sessions.ts";
import { openSession, refusalOf } from "#server/accounts/sign-in/sessions.ts";
import type { Transaction } from "#server/db/database.ts";
import { isTaken } from "#server/db/is-taken.ts";
import { accounts, mailedLinks } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAccount, Visitor } from "#server/http/signed-in.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { type Account, lockAccount, lockVerifiedAccount } from "#server/people/accounts.ts";
import {
  consumeLink,
  findLink,
  type LinkPurpose,
  linkTo,
  type MailedLink,
  voidLinks,
  writeLink,
} from "#server/people/mailed-links.ts";
import { hashPassword, isPassword } from "#server/people/passwords.ts";
import { verifyPassword, wrongPassword } from "#server/people/verify-password.ts";
import { wordsAbout } from "#server/people/words-about.ts";
import { audit } from "#server/records/audit/audit.ts";
import { setPassword } from "./new-password.ts";
import { deadLink } from "./recovery.ts";
import { confirmRegisteredAddress, refuseCommonPassword } from "./registration.ts";

const confirming: LinkPurpose[] = ["confirm_address", "change_address_old", "change_address_new"];

/**
 * Handles `PUT /api/clients/me/password`, and the owners' equivalent: ends every session and
 * returns a new one for this device.
 */
export async function changePassword(
  deps: Deps,
  visitor: Visitor,
  { accountId, clientId, sessionId }: SignedInAccount,
  input: { current: string; password: string },
): Promise<{ token: string }> {
  const account = await verifyPassword(deps, { accountId, sessionId }, "current", input.current);
  await refuseCommonPassword(input.password, await wordsAbout(deps, account.id));
  const passwordHash = await hashPassword(input.password);
  return deps.db.transaction(async (tx) => {
    const refusal = await refusalOf(tx, account);
    if (refusal === "wrong_credentials") throw wrongPassword("current");
    if (refusal) throw new AppError(refusal);
    // With two-step login on, the password alone isn't enough proof for an export.
    const provenAt = await whenProven(tx, accountId, sessionId);
    const change = { accountId: account.id, passwordHash, action: "password_changed" } as const;
    await setPassword(deps, tx, visitor, change);
    // The browser has an open session, so it isn't new to the account.
    await meetDevice(deps, tx, visitor, account.id);
    const token = await openSession(deps, tx, visitor, account, { provenAt });
    if (clientId) await keepNotifications(tx, clientId, [sessionId], await sessionIdOf(tx, token));
    return { token };
  });
}

/**
 * Handles `POST /api/clients/me/email`, and the owners' equivalent: emails a link to the old
 * address and one to the new; both must be followed. Only the new address learns whether it belongs
 * to another account.
 */
export async function requestNewAddress(
  deps: Deps,
  visitor: Visitor,
  { accountId, clientId, sessionId }: SignedInAccount,
  input: { email: string; password: string },
): Promise<void> {
  await deps.limits.count("unsolicitedPerEmail", input.email);
  const proved = await verifyPassword(deps, { accountId, sessionId }, "password", input.password);
  const { origin } = deps.config;
  await deps.db.transaction(async (tx) => {
    const account = await lockVerifiedAccount(tx, proved);
    if (!account) throw wrongPassword("password");
    if (input.email === account.email) {
      throw new AppError("invalid", { fields: { email: "invalid" } });
    }
    const { firstName } = account;
    const purposes = ["change_address_old", "change_address_new"] as const;
    await voidLinks(deps, tx, account.id, [...purposes]);
    const shared = { accountId: account.id, newEmail: input.email };
    const oldLink = await writeLink(deps, tx, {
      ...shared,
      purpose: "change_address_old",
      email: account.email,
    });
    const newLink = await writeLink(deps, tx, {
      ...shared,
      purpose: "change_address_new",
      email: input.email,
    });
    const link = linkTo(deps, "/lms/confirm-change");
    const recover = `${origin}/lms/recover`;
    await queueMail(deps, tx, {
      kind: "change-address-old",
      to: account.email,
      words: changeAddressOld,
      fields: { firstName, newEmail: input.email, link, recover },
      linkId: oldLink,
    });
    const [taken] = await tx.select().from(accounts).where(eq(accounts.email, input.email));
    await queueMail(deps, tx, {
      to: input.email,
      ...(taken
        ? {
            kind: "address-known",
            words: addressKnown,
            fields: { firstName: taken.firstName, signIn: `${origin}/lms`, recover },
          }
        : {
            kind: "change-address-new",
            words: changeAddressNew,
            fields: { firstName, link },
            linkId: newLink,
          }),
    });
    const { address } = visitor;
    await audit(deps, tx, { action: "address_change_asked", accountId, clientId, address });
  });
}

/**
 * Handles `POST /api/credentials/confirmations`: confirms an emailed link's request, and returns
 * the message. Confirming a registration also requires its password: see
 * `confirmRegisteredAddress`. A wrong password doesn't use up the link.
 */
export async function confirmAddress(
  deps: Deps,
  visitor: Visitor,
  input: { token: string; password?: string | undefined },
): Promise<string> {
  await deps.limits.count("linkPerIp", visitor.address);
  const found = await findLink(deps, deps.db, input.token, confirming);
  if (!found?.accountId) throw deadLink();
  const { accountId, purpose } = found;
  const isRegistration = purpose === "confirm_address";
  const proved = isRegistration
    ? await verifyRegistrant(deps, accountId, input.password ?? "")
    : null;
  return deps.db.transaction(async (tx) => {
    const account = proved
      ? await lockVerifiedAccount(tx, proved)
      : await lockAccount(tx, accountId);
    const link = account && (await consumeLink(deps, tx, input.token, confirming));
    if (!link) throw deadLink();
    const about = { accountId: account.id, clientId: account.clientId, address: visitor.address };
    if (isRegistration) {
      // If the address has changed since, this link doesn't confirm the new address.
      if (link.email !== account.email) throw deadLink();
      const isAdmitted = await confirmRegisteredAddress(deps, tx, visitor, account.id);
      await audit(deps, tx, { action: "address_confirmed", ...about });
      return isAdmitted ? accountMessages.addressConfirmedAndIn : accountMessages.addressConfirmed;
    }
    if (!(await isOtherAddressConfirmed(tx, link))) return accountMessages.oneAddressConfirmed;
    await moveAccount(deps, tx, account, link);
    await audit(deps, tx, { action: "address_changed", ...about });
    return accountMessages.addressChanged;
  });
}

async function isOtherAddressConfirmed(tx: Transaction, link: MailedLink): Promise<boolean> {
  const [other] = await tx
    .select({ id: mailedLinks.id })
    .from(mailedLinks)
    .where(
      and(
        eq(mailedLinks.accountId, link.accountId ?? ""),
        inArray(mailedLinks.purpose, [
          link.purpose === "change_address_old" ? "change_address_new" : "change_address_old",
        ]),
        eq(mailedLinks.newEmail, link.newEmail ?? ""),
        isNotNull(mailedLinks.usedAt),
        isNull(mailedLinks.voidedAt),
      ),
    );
  return other !== undefined;
}

async function moveAccount(deps: Deps, tx: Transaction, account: Account, link: MailedLink) {
  const email = link.newEmail ?? "";
  // The address isn't looked up first, because another account may take it concurrently. The unique
  // index decides.
  await tx
    .update(accounts)
    .set({ email, emailConfirmedAt: deps.now() })
    .where(eq(accounts.id, account.id))
    .catch((error: unknown) => {
      if (!isTaken(error)) throw error;
      throw new AppError("conflict", { sentence: accountMessages.addressTaken });
    });
  // Voids the links in the old address's mailbox.
  await voidLinks(deps, tx, account.id);
}

/** Proves that the person who confirms a registration's address knows its password. */
async function verifyRegistrant(deps: Deps, accountId: string, password: string): Promise<Account> {
  const [account] = await deps.db.select().from(accounts).where(eq(accounts.id, accountId));
  if (!account) throw deadLink();
  if (password === "") throw new AppError("invalid", { fields: { password: "required" } });
  await deps.limits.count("signInPerEmail", account.email);
  if (await isPassword(account.passwordHash, password)) return account;
  throw new AppError("invalid", {
    fields: { password: "wrong_password" },
    fieldSentences: { password: accountMessages.notTheRegistrant },
  });
}
