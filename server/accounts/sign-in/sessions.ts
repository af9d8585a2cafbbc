// Logging in and out. A token is random, shown once and stored only as its hash.
import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { ownerMessages } from "#content/console/account.ts";
import { accountMessages } from "#content/messages.ts";
import type { AuditAction } from "#contract/audit.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { sessionSeconds } from "#contract/sessions.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, clients, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { checkCaptcha, consumeCaptcha } from "#server/http/captcha.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { type Account, lockVerifiedAccount, statusOf } from "#server/people/accounts.ts";
import { isPassword } from "#server/people/passwords.ts";
import { audit } from "#server/records/audit/audit.ts";
import { endChallenges, openChallenge } from "./challenges.ts";
import { endMatchingSessions } from "./end-sessions.ts";
import { hashToken } from "./find-session.ts";
import { findKnownDevice, meetDevice } from "./known-devices.ts";
import { endReplaced, keepNotifications } from "./replaced-sessions.ts";

/** `demo`: a practice's session that opens only its own live demo. */
export type SessionKind = "client" | "admin" | "demo";

export type SignedInAs = { token: string; kind: Account["kind"] };

/**
 * Opens a session for the right password. A wrong password and an unknown email address get the
 * same response after equal work. Only the right password reveals that an account is pending or
 * suspended, or has a second factor: then it throws `second_factor_required` with a challenge.
 */
export async function signIn(
  deps: Deps,
  visitor: Visitor,
  input: { email: string; password: string; captcha?: string },
): Promise<SignedInAs> {
  await deps.limits.count("signInPerIp", visitor.address);
  const captcha = await checkCaptcha(deps, input.captcha);
  await countAttempt(deps, visitor, input.email);
  const account = await findAccount(deps, input.email);
  const isRight = await isPassword(account?.passwordHash ?? null, input.password);

  const outcome = await deps.db.transaction(async (tx) => {
    // A wrong password also consumes the captcha solution, so the error is thrown after the commit.
    await consumeCaptcha(tx, captcha);
    const refusal: Refusal | null =
      isRight && account ? await refusalOf(tx, account) : "wrong_credentials";
    const isAdmitted = !refusal && account;
    const secondFactor = isAdmitted ? await openChallenge(deps, tx, account.id) : null;
    await audit(deps, tx, {
      action: refusal ?? (secondFactor ? "second_factor_asked" : "signed_in"),
      accountId: account?.id,
      clientId: account?.clientId,
      address: visitor.address,
    });
    if (!isAdmitted) return { refusal };
    if (secondFactor) return { secondFactor };
    return { token: await openSession(deps, tx, visitor, account), kind: account.kind };
  });
  if (outcome.token) return outcome;
  if (outcome.secondFactor) {
    throw new AppError("second_factor_required", { secondFactor: outcome.secondFactor });
  }
  throw asSignInError(outcome.refusal ?? "wrong_credentials", account);
}

export function asSignInError(refusal: Refusal, account: Account | null): AppError {
  const isUnconfirmed = refusal === "account_pending" && !account?.emailConfirmedAt;
  const isRemovedOwner = refusal === "account_deactivated" && account?.kind === "admin";
  return new AppError(refusal, {
    ...(isUnconfirmed && { sentence: accountMessages.pendingAndUnconfirmed }),
    ...(isRemovedOwner && { sentence: ownerMessages.noLongerOwner }),
  });
}

/** Reasons to reject a session; each is also the name of an audit action. */
type Refusal = Extract<ErrorCode & AuditAction, string>;

/**
 * Returns why an account with a verified password doesn't get a session; null when it does. Checked
 * under the account's lock, because a reset or a suspension may have committed while the password
 * was hashed.
 */
export async function refusalOf(
  tx: Transaction,
  proved: Pick<Account, "id" | "passwordHash">,
): Promise<Refusal | null> {
  const account = await lockVerifiedAccount(tx, proved);
  return account ? statusRefusal(tx, account) : "wrong_credentials";
}

/** Returns why an account doesn't get a session despite valid credentials; null when it does. */
export async function statusRefusal(
  tx: Transaction,
  account: Account,
): Promise<Exclude<Refusal, "wrong_credentials"> | null> {
  if (account.deactivatedAt) return "account_deactivated";
  if (!account.clientId) return null;
  const [client] = await tx.select().from(clients).where(eq(clients.id, account.clientId));
  const status = client ? statusOf(client) : "pending";
  if (status === "active") return null;
  return `account_${status}`;
}

/**
 * Opens a new session for this device; only the caller learns its token. It replaces the session
 * that is open in the same browser. The account's owner gets an email about a browser that is new
 * to the account. `provenAt`: when the person last authenticated, by default now.
 */
export async function openSession(
  deps: Pick<Deps, "now" | "jobs">,
  tx: Transaction,
  visitor: Visitor,
  account: { id: string; kind: SessionKind; clientId?: string | null },
  {
    expiresAt = new Date(deps.now().getTime() + sessionSeconds * 1000),
    provenAt = deps.now(),
  } = {},
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const isDemo = account.kind === "demo";
  const met = isDemo ? null : await meetDevice(deps, tx, visitor, account.id);
  const replaced = met ? await endReplaced(deps, tx, account.kind, met.deviceHash) : [];
  const [session] = await tx
    .insert(sessions)
    .values({
      accountId: account.id,
      kind: account.kind,
      tokenHash: hashToken(token),
      device: visitor.device.slice(0, 300),
      address: visitor.address,
      deviceHash: met?.deviceHash,
      createdAt: deps.now(),
      provenAt,
      expiresAt,
    })
    .returning({ id: sessions.id });
  if (!session) throw new Error("The session was not stored");
  const own = replaced.filter(({ accountId }) => accountId === account.id).map(({ id }) => id);
  if (account.clientId) await keepNotifications(tx, account.clientId, own, session.id);
  if (met?.isReported) {
    await deps.jobs.enqueue(tx, "report-new-device", { sessionId: session.id });
  }
  return token;
}

/** Ends an account's sessions and unfinished logins, after a new password or a suspension. */
export async function endSessions(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  accountId: string,
): Promise<void> {
  await endMatchingSessions(deps, tx, eq(sessions.accountId, accountId));
  await endChallenges(tx, accountId);
}

/** Ends the sessions of these tokens. Unknown tokens are ignored: logging out is idempotent. */
export async function signOut(deps: Deps, tokens: string[]): Promise<void> {
  for (const token of tokens) {
    const isOfToken = eq(sessions.tokenHash, hashToken(token));
    await deps.db.transaction((tx) => endMatchingSessions(deps, tx, isOfToken));
  }
}

/**
 * Attempts from unknown browsers share one count, so that someone who only knows the email address
 * can't lock the owner out of known browsers, which have their own counts.
 */
async function countAttempt(deps: Deps, visitor: Visitor, email: string): Promise<void> {
  const known = await findKnownDevice(deps, visitor, email);
  if (known) await deps.limits.count("signInPerKnownDevice", `${email} ${known}`);
  else await deps.limits.count("signInPerEmail", email);
}

async function findAccount(deps: Deps, email: string): Promise<Account | null> {
  const [account] = await deps.db.select().from(accounts).where(eq(accounts.email, email));
  return account ?? null;
}
