// Who may log in to the console: lists and removes owners.
import { and, asc, eq, isNull } from "drizzle-orm";
import { ownerMessages } from "#content/console/account.ts";
import type { FullProof } from "#contract/factors.ts";
import type { Owners } from "#contract/owners.ts";
import type { Account } from "#server/accounts/people/accounts.ts";
import { listOpenLinks, voidLinks } from "#server/accounts/people/mailed-links.ts";
import { signInFacts } from "#server/accounts/people/sign-in-facts.ts";
import { wrongPassword } from "#server/accounts/people/verify-password.ts";
import { forgetAllDevices } from "#server/accounts/sessions/known-devices.ts";
import { endSessions } from "#server/accounts/sessions/sessions.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, mailedLinks } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAccount, SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { withFullProof } from "#server/members/two-step-login/full-proof.ts";
import { announceOwners } from "./announce-owners.ts";

/** Handles `GET /api/admin/owners`. */
export async function listOwners(
  deps: Pick<Deps, "db" | "now">,
  admin: SignedInAdmin,
): Promise<Owners> {
  const owners = await deps.db
    .select({ account: accounts, ...signInFacts })
    .from(accounts)
    .where(isOwner)
    .orderBy(asc(accounts.firstName), asc(accounts.lastName), asc(accounts.id));
  const open = await listOpenLinks(deps, ["join_owners"]);
  return {
    owners: owners.map(({ account, lastSignedInAt, hasTwoStepLogin }) => ({
      _id: account.id,
      firstName: account.firstName,
      lastName: account.lastName,
      email: account.email,
      lastSignedInAt: lastSignedInAt?.toISOString() ?? null,
      hasTwoStepLogin,
      isYou: account.id === admin.accountId,
    })),
    invitations: open.map((link) => ({
      _id: link.id,
      email: link.email,
      invitedAt: link.createdAt.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
    })),
  };
}

/**
 * Handles `POST /api/admin/owners/{id}/removals`: the account stays for the audit log, but can't
 * log in. Throws `not_found`, and `conflict` for the caller's own, so that one owner remains.
 */
export async function removeOwner(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAccount,
  { id, ...proof }: FullProof & { id: string },
): Promise<void> {
  // This runs in an earlier transaction, because it locks the caller, and the next one locks all
  // owners in their own order.
  const proved = await withFullProof(deps, visitor, admin, proof, async (_, account) => account);
  await deps.db.transaction(async (tx) => {
    const { owners, caller: by } = await lockOwnersAs(tx, proved);
    const removed = owners.find((owner) => owner.id === id);
    if (!removed) throw new AppError("not_found");
    if (removed.id === by.id) throw conflict(ownerMessages.notYourself);
    await tx.update(accounts).set({ deactivatedAt: deps.now() }).where(eq(accounts.id, id));
    await endSessions(deps, tx, id);
    await forgetAllDevices(tx, id);
    await voidLinks(deps, tx, id);
    await voidInvitationsOf(deps, tx, removed);
    await announceOwners(deps, tx, visitor, owners, {
      action: "owner_removed",
      ...{ by, accountId: by.id, email: removed.email, detail: { person: id } },
    });
  });
}

const isOwner = and(eq(accounts.kind, "admin"), isNull(accounts.deactivatedAt));

/**
 * Locks all owners in a fixed order, so that a concurrent change sees the first one's result: two
 * owners who remove each other leave one.
 */
export function lockOwners(tx: Transaction): Promise<Account[]> {
  return tx.select().from(accounts).where(isOwner).orderBy(asc(accounts.id)).for("no key update");
}

/** Does the same, including the caller, whose password was already verified. Throws `invalid`. */
export async function lockOwnersAs(tx: Transaction, proved: Account) {
  const owners = await lockOwners(tx);
  const caller = owners.find(
    ({ id, passwordHash }) => id === proved.id && passwordHash === proved.passwordHash,
  );
  if (!caller) throw wrongPassword("password");
  return { owners, caller };
}

/** Practices can't register with a removed owner's code. */
async function voidInvitationsOf(deps: Deps, tx: Transaction, { adminCode }: Account) {
  await tx
    .update(mailedLinks)
    .set({ voidedAt: deps.now() })
    .where(
      and(
        eq(mailedLinks.purpose, "invitation"),
        eq(mailedLinks.adminCode, adminCode ?? ""),
        isNull(mailedLinks.usedAt),
        isNull(mailedLinks.voidedAt),
      ),
    );
}

export function conflict(sentence: string) {
  return new AppError("conflict", { sentence });
}
