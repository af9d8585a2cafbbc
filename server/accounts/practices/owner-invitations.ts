// How someone becomes an owner or a helper: an owner invites an email address, and its holder
// chooses a password.
import { and, eq, inArray, isNull } from "drizzle-orm";
import { ownerMessages } from "#content/console/account.ts";
import { helperInvitation, ownerInvitation } from "#content/emails/owner-invitation.ts";
import { site } from "#content/site.ts";
import type { ConsoleRole } from "#contract/console-roles.ts";
import { maxOwners, type NewOwner, type OwnerJoining, type OwnerOffer } from "#contract/owners.ts";
import { withFullProof } from "#server/accounts/sign-in/full-proof.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, mailedLinks } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAccount, SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { type Account, insertAdmin } from "#server/people/accounts.ts";
import {
  consumeLink,
  findLink,
  linkTo,
  listOpenLinks,
  type MailedLink,
  writeLink,
} from "#server/people/mailed-links.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { announceOwners } from "./announce-owners.ts";
import {
  conflict,
  invitedRole,
  isOwner,
  joinPurposeOf,
  joinPurposes,
  lockConsole,
  lockConsoleAs,
  ownerAmong,
} from "./owners.ts";
import { refuseCommonPassword } from "./registration.ts";

/**
 * Handles `POST /api/admin/owners/invitations`. Requires full login credentials, because a stolen
 * session or password could otherwise add an owner. An older link is voided by inviting its address
 * again, and by a new password of the owner who sent it.
 */
export async function inviteOwner(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAccount,
  { email, role, ...proof }: NewOwner,
): Promise<void> {
  // Runs in a separate transaction, because it locks the caller, and the next transaction locks
  // everyone in a fixed order.
  const proved = await withFullProof(deps, visitor, admin, proof, async (_, account) => account);
  await deps.limits.count("unsolicitedPerEmail", email);
  await deps.db.transaction(async (tx) => {
    const { people, caller: by } = await lockConsoleAs(tx, proved);
    await refuseKnown(tx, email);
    await voidInvitations(deps, tx, email);
    const open = await listOpenLinks({ ...deps, db: tx }, [...joinPurposes]);
    if (people.length + open.length >= maxOwners) throw conflict(ownerMessages.full(maxOwners));
    const purpose = joinPurposeOf[role];
    const linkId = await writeLink(deps, tx, { purpose, email, accountId: by.id });
    await queueMail(deps, tx, {
      kind: "owner-invitation",
      to: email,
      words: role === "owner" ? ownerInvitation : helperInvitation,
      fields: {
        by: nameOf(by),
        agency: site.agency,
        link: linkTo(deps, "/admin/join"),
      },
      linkId,
    });
    await announceOwners(deps, tx, visitor, people.filter(isOwner), {
      action: `${role}_invited`,
      ...{ by, accountId: by.id, email, detail: { invitation: linkId } },
    });
  });
}

/** Handles `DELETE /api/admin/owners/invitations/{id}`: voids its link. Throws `not_found`. */
export async function withdrawOwnerInvitation(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAdmin,
  invitationId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const people = await lockConsole(tx);
    const by = ownerAmong(people, admin.accountId);
    const [link] = await tx
      .update(mailedLinks)
      .set({ voidedAt: deps.now() })
      .where(and(isOpen, eq(mailedLinks.id, invitationId)))
      .returning();
    if (!link) throw new AppError("not_found");
    await announceOwners(deps, tx, visitor, people.filter(isOwner), {
      action: `${invitedRole(link)}_invitation_withdrawn`,
      ...{ by, accountId: by.id, email: link.email, detail: { invitation: link.id } },
    });
  });
}

/** Handles `GET /api/owners/invitation?t=`: what the link is for. Throws `not_found`. */
export async function getOwnerOffer(
  deps: Deps,
  visitor: Visitor,
  token: string,
): Promise<OwnerOffer> {
  await deps.limits.count("linkPerIp", visitor.address);
  const link = await findLink(deps, deps.db, token, [...joinPurposes]);
  const by = link && (await inviterOf(deps.db, link));
  if (!by) throw new AppError("not_found", { sentence: ownerMessages.deadInvitation });
  return { email: link.email, by: nameOf(by), role: invitedRole(link) };
}

/**
 * Handles `POST /api/owners/acceptances`: creates the account, or lets a removed person back in.
 * The link works once, even for concurrent requests. Throws `invalid` for a dead link or a common
 * password, and `conflict` if the address has gotten an account since.
 */
export async function joinOwners(deps: Deps, visitor: Visitor, input: OwnerJoining): Promise<void> {
  await deps.limits.count("linkPerIp", visitor.address);
  // The token is checked before hashing, so that an invented token doesn't cost CPU time.
  const found = await findLink(deps, deps.db, input.token, [...joinPurposes]);
  if (!found) throw deadInvitation();
  const { firstName, lastName, password } = input;
  await refuseCommonPassword(password, [found.email, firstName, lastName]);
  const passwordHash = await hashPassword(password);
  await deps.db.transaction(async (tx) => {
    const owners = (await lockConsole(tx)).filter(isOwner);
    const link = await consumeLink(deps, tx, input.token, [...joinPurposes]);
    const by = link && owners.find(({ id }) => id === link.accountId);
    if (!by) throw deadInvitation();
    const role = invitedRole(link);
    const person = { email: link.email, firstName, lastName, role };
    const joined =
      (await insertAdmin(deps, tx, person, passwordHash)) ??
      (await letBackIn(deps, tx, person, passwordHash));
    if (!joined) throw conflict(ownerMessages.hasAccount);
    await announceOwners(deps, tx, visitor, owners, {
      action: `${role}_joined`,
      ...{ by, accountId: joined.id, email: link.email, detail: { invitation: link.id } },
    });
  });
}

type JoiningPerson = { email: string; firstName: string; lastName: string; role: ConsoleRole };

/** A removed person gets the same account back, with its second factors. */
async function letBackIn(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { email, role, ...names }: JoiningPerson,
  passwordHash: string,
): Promise<Account | null> {
  const [removed] = await tx
    .select()
    .from(accounts)
    .where(eq(accounts.email, email))
    .for("no key update");
  if (removed?.kind !== "admin" || !removed.deactivatedAt) return null;
  const [account] = await tx
    .update(accounts)
    .set({
      ...{ ...names, passwordHash, consoleRole: role },
      ...{ deactivatedAt: null, emailConfirmedAt: deps.now() },
    })
    .where(eq(accounts.id, removed.id))
    .returning();
  return account ?? null;
}

async function refuseKnown(tx: Transaction, email: string) {
  const [known] = await tx.select().from(accounts).where(eq(accounts.email, email));
  if (!known || (known.kind === "admin" && known.deactivatedAt)) return;
  const { alreadyHere, hasAccount } = ownerMessages;
  throw conflict(known.kind === "admin" ? alreadyHere[known.consoleRole] : hasAccount);
}

const isOpen = and(
  inArray(mailedLinks.purpose, [...joinPurposes]),
  isNull(mailedLinks.usedAt),
  isNull(mailedLinks.voidedAt),
);

async function voidInvitations(deps: Pick<Deps, "now">, tx: Transaction, email: string) {
  await tx
    .update(mailedLinks)
    .set({ voidedAt: deps.now() })
    .where(and(isOpen, eq(mailedLinks.email, email)));
}

async function inviterOf(db: Deps["db"], { accountId }: MailedLink): Promise<Account | null> {
  const [by] = await db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId ?? ""), isNull(accounts.deactivatedAt)));
  return by && isOwner(by) ? by : null;
}

function nameOf({ firstName, lastName }: Account): string {
  return `${firstName} ${lastName}`;
}

function deadInvitation() {
  return new AppError("invalid", {
    sentence: ownerMessages.deadInvitation,
    fields: { token: "dead_link" },
  });
}
