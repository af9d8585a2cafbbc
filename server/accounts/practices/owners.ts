// Who may log in to the console, and in which role: lists, changes and removes owners and helpers.
import { and, asc, eq, isNull } from "drizzle-orm";
import { ownerMessages } from "#content/console/account.ts";
import { roleMessages } from "#content/console/frame.ts";
import { type ConsoleRole, mayUse } from "#contract/console-roles.ts";
import type { FullProof } from "#contract/factors.ts";
import type { Owners } from "#contract/owners.ts";
import { withFullProof } from "#server/accounts/sign-in/full-proof.ts";
import { forgetAllDevices } from "#server/accounts/sign-in/known-devices.ts";
import { endSessions } from "#server/accounts/sign-in/sessions.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, mailedLinks } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAccount, SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import type { Account } from "#server/people/accounts.ts";
import {
  type LinkPurpose,
  listOpenLinks,
  type MailedLink,
  voidLinks,
} from "#server/people/mailed-links.ts";
import { signInFacts } from "#server/people/sign-in-facts.ts";
import { wrongPassword } from "#server/people/verify-password.ts";
import { announceOwners } from "./announce-owners.ts";

/** The kinds of links with which a person joins the console. */
export const joinPurposes: readonly LinkPurpose[] = ["join_owners", "join_helpers"];
export const joinPurposeOf = { owner: "join_owners", helper: "join_helpers" } as const;

export function invitedRole({ purpose }: Pick<MailedLink, "purpose">): ConsoleRole {
  return purpose === "join_helpers" ? "helper" : "owner";
}

/** Handles `GET /api/admin/owners`. */
export async function listOwners(
  deps: Pick<Deps, "db" | "now">,
  admin: SignedInAdmin,
): Promise<Owners> {
  const owners = await deps.db
    .select({ account: accounts, ...signInFacts })
    .from(accounts)
    .where(isActive)
    .orderBy(asc(accounts.firstName), asc(accounts.lastName), asc(accounts.id));
  const open = await listOpenLinks(deps, [...joinPurposes]);
  return {
    owners: owners.map(({ account, lastSignedInAt, hasTwoStepLogin }) => ({
      _id: account.id,
      firstName: account.firstName,
      lastName: account.lastName,
      email: account.email,
      role: account.consoleRole,
      lastSignedInAt: lastSignedInAt?.toISOString() ?? null,
      hasTwoStepLogin,
      isYou: account.id === admin.accountId,
    })),
    invitations: open.map((link) => ({
      _id: link.id,
      email: link.email,
      role: invitedRole(link),
      invitedAt: link.createdAt.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
    })),
  };
}

/**
 * Handles `POST /api/admin/owners/{id}/removals`: the account stays for the audit log, but can't
 * log in. Throws `not_found`, and `conflict` for the caller's own account, so that one owner
 * remains.
 */
export async function removeOwner(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAccount,
  { id, ...proof }: FullProof & { id: string },
): Promise<void> {
  // Runs in a separate transaction, because it locks the caller, and the next transaction locks
  // everyone in the console in a fixed order.
  const proved = await withFullProof(deps, visitor, admin, proof, async (_, account) => account);
  await deps.db.transaction(async (tx) => {
    const { people, caller: by } = await lockConsoleAs(tx, proved);
    const removed = people.find((person) => person.id === id);
    if (!removed) throw new AppError("not_found");
    if (removed.id === by.id) throw conflict(ownerMessages.notYourself);
    await tx.update(accounts).set({ deactivatedAt: deps.now() }).where(eq(accounts.id, id));
    await endSessions(deps, tx, id);
    await forgetAllDevices(tx, id);
    await voidLinks(deps, tx, id);
    await voidInvitationsOf(deps, tx, removed);
    await announceOwners(deps, tx, visitor, toldOf(people, removed), {
      action: `${removed.consoleRole}_removed`,
      ...{ by, accountId: by.id, email: removed.email, detail: { person: id } },
    });
  });
}

/**
 * Handles `PATCH /api/admin/owners/{id}`: the role takes effect on the person's next request.
 * Throws `not_found`, and `conflict` for the last owner.
 */
export async function changeConsoleRole(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAdmin,
  id: string,
  role: ConsoleRole,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const people = await lockConsole(tx);
    const by = ownerAmong(people, admin.accountId);
    const person = people.find((one) => one.id === id);
    if (!person) throw new AppError("not_found");
    if (person.consoleRole === role) return;
    if (role === "helper" && people.filter(isOwner).length === 1) {
      throw conflict(ownerMessages.lastOwner);
    }
    await tx.update(accounts).set({ consoleRole: role }).where(eq(accounts.id, id));
    if (role === "helper") {
      await voidLinks(deps, tx, id, [...joinPurposes]);
      await voidInvitationsOf(deps, tx, person);
    }
    await announceOwners(deps, tx, visitor, toldOf(people, person), {
      action: role === "helper" ? "owner_made_helper" : "helper_made_owner",
      ...{ by, accountId: by.id, email: person.email, detail: { person: id } },
    });
  });
}

const isActive = and(eq(accounts.kind, "admin"), isNull(accounts.deactivatedAt));

export function isOwner({ consoleRole }: Account): boolean {
  return mayUse(consoleRole, undefined);
}

/** Returns who is notified of a change: every owner, and the person. */
function toldOf(people: Account[], person: Account): Account[] {
  return people.filter((one) => isOwner(one) || one.id === person.id);
}

/**
 * Locks all owners and helpers in a fixed order, so that a concurrent change sees the first one's
 * result: if two owners remove or demote each other, one remains.
 */
export function lockConsole(tx: Transaction): Promise<Account[]> {
  return tx.select().from(accounts).where(isActive).orderBy(asc(accounts.id)).for("no key update");
}

/** Works like `lockConsole`, and rechecks the caller's verified password. Throws `invalid`. */
export async function lockConsoleAs(tx: Transaction, proved: Account) {
  const people = await lockConsole(tx);
  const isSame = people.some(
    ({ id, passwordHash }) => id === proved.id && passwordHash === proved.passwordHash,
  );
  if (!isSame) throw wrongPassword("password");
  return { people, caller: ownerAmong(people, proved.id) };
}

/**
 * Rechecks the caller's role under the lock, because the guard read it earlier. Throws
 * `unauthorized` and `forbidden`.
 */
export function ownerAmong(people: Account[], accountId: string): Account {
  const caller = people.find(({ id }) => id === accountId);
  if (!caller) throw new AppError("unauthorized");
  if (!isOwner(caller)) throw new AppError("forbidden", { sentence: roleMessages.notInRole });
  return caller;
}

/** Practices can't register with the code of someone who is no longer an owner. */
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
