// Signing in and out. A token is random, shown once and stored only as its hash.
import { randomBytes } from "node:crypto";
import { and, desc, eq, gt, isNull } from "drizzle-orm";
import { accountMessages } from "#content/messages.ts";
import type { Device } from "#contract/accounts.ts";
import type { AuditAction } from "#contract/audit.ts";
import type { ErrorCode } from "#contract/errors.ts";
import { sessionSeconds } from "#contract/sessions.ts";
import { type Account, lockVerifiedAccount, statusOf } from "#server/accounts/accounts.ts";
import { isPassword } from "#server/accounts/passwords.ts";
import { audit } from "#server/audit/audit.ts";
import { checkCaptcha, consumeCaptcha } from "#server/captcha/captcha.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, clients, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Visitor } from "#server/signed-in.ts";
import { hashToken } from "./find-session.ts";

export type SessionKind = "client" | "admin";

/**
 * Opens a session for the right password. A wrong password and an unknown address get the same
 * answer after equal work; only the right password reveals that an account is pending or suspended.
 */
export async function signIn(
  deps: Deps,
  visitor: Visitor,
  input: { email: string; password: string; captcha?: string },
): Promise<{ token: string; kind: SessionKind }> {
  await deps.limits.count("signInPerIp", visitor.address);
  const captcha = await checkCaptcha(deps, input.captcha);
  await deps.limits.count("signInPerAccount", input.email);
  const account = await findAccount(deps, input.email);
  const isRight = await isPassword(account?.passwordHash ?? null, input.password);

  const outcome = await deps.db.transaction(async (tx) => {
    // A wrong password consumes the solution, so the error is thrown after the commit.
    await consumeCaptcha(tx, captcha);
    const refusal: Refusal | null =
      isRight && account ? await refusalOf(tx, account) : "wrong_credentials";
    await audit(deps, tx, {
      action: refusal ?? "signed_in",
      accountId: account?.id,
      clientId: account?.clientId,
      address: visitor.address,
    });
    if (refusal || !account) return { refusal: refusal ?? "wrong_credentials" };
    return { token: await openSession(deps, tx, visitor, account), kind: account.kind };
  });
  if (!outcome.refusal) return outcome;
  const isUnconfirmed = outcome.refusal === "account_pending" && !account?.emailConfirmedAt;
  throw new AppError(outcome.refusal, {
    sentence: isUnconfirmed ? accountMessages.pendingAndUnconfirmed : undefined,
  });
}

/** Each is audited under its own name. */
type Refusal = Extract<ErrorCode & AuditAction, string>;

/**
 * Why an account with a verified password gets no session; null when it does. Checked under the
 * account's lock, because a reset or a suspension may have committed while the password was hashed.
 */
export async function refusalOf(
  tx: Transaction,
  proved: Pick<Account, "id" | "passwordHash">,
): Promise<Refusal | null> {
  const account = await lockVerifiedAccount(tx, proved);
  if (!account) return "wrong_credentials";
  if (!account.clientId) return null;
  const [client] = await tx.select().from(clients).where(eq(clients.id, account.clientId));
  const status = client ? statusOf(client) : "pending";
  if (status === "active") return null;
  return status === "pending" ? "account_pending" : "account_suspended";
}

/** A new session for this device; only the caller learns its token. */
export async function openSession(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  visitor: Visitor,
  account: { id: string; kind: SessionKind },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await tx.insert(sessions).values({
    accountId: account.id,
    kind: account.kind,
    tokenHash: hashToken(token),
    device: visitor.device.slice(0, 300),
    address: visitor.address,
    createdAt: deps.now(),
    expiresAt: new Date(deps.now().getTime() + sessionSeconds * 1000),
  });
  return token;
}

/** Ends every session of an account, after a new password or a suspension. */
export async function endSessions(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  accountId: string,
): Promise<void> {
  await tx
    .update(sessions)
    .set({ endedAt: deps.now() })
    .where(and(eq(sessions.accountId, accountId), isNull(sessions.endedAt)));
}

/** The devices that are signed in to an account, newest first. */
export async function listDevices(
  deps: Pick<Deps, "db" | "now">,
  accountId: string,
  thisSessionId: string,
): Promise<Device[]> {
  const rows = await deps.db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.accountId, accountId),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, deps.now()),
      ),
    )
    .orderBy(desc(sessions.createdAt));
  return rows.map((row) => ({
    _id: row.id,
    device: row.device,
    address: row.address,
    signedInAt: row.createdAt.toISOString(),
    isThis: row.id === thisSessionId,
  }));
}

/** Signs a device out. Another account's device does not exist for the caller. */
export async function endDevice(
  deps: Deps,
  visitor: Visitor,
  owner: { accountId: string; clientId: string },
  sessionId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [ended] = await tx
      .update(sessions)
      .set({ endedAt: deps.now() })
      .where(
        and(
          eq(sessions.id, sessionId),
          eq(sessions.accountId, owner.accountId),
          isNull(sessions.endedAt),
        ),
      )
      .returning({ id: sessions.id });
    if (!ended) throw new AppError("not_found");
    await audit(deps, tx, { action: "device_ended", ...owner, address: visitor.address });
  });
}

/** Ends the sessions of these tokens. Unknown tokens are ignored: signing out is idempotent. */
export async function signOut(deps: Deps, tokens: string[]): Promise<void> {
  for (const token of tokens) {
    await deps.db
      .update(sessions)
      .set({ endedAt: deps.now() })
      .where(and(eq(sessions.tokenHash, hashToken(token)), isNull(sessions.endedAt)));
  }
}

async function findAccount(deps: Deps, email: string): Promise<Account | null> {
  const [account] = await deps.db.select().from(accounts).where(eq(accounts.email, email));
  return account ?? null;
}
