// The owner's actions on practices' accounts: approve, suspend, rename, invite.
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { accountApproved } from "#content/emails/account-approved.ts";
import { invitation } from "#content/emails/invitation.ts";
import { accountMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import type { ClientStatus } from "#contract/accounts.ts";
import type { AuditAction } from "#contract/audit.ts";
import type { InvitationRequest, Invitations, PracticeRename } from "#contract/practices.ts";
import { endSessions } from "#server/accounts/sign-in/sessions.ts";
import type { Transaction } from "#server/db/database.ts";
import { isDemoPractice, isRealPractice } from "#server/db/real-practices.ts";
import { accounts, clients, mailedLinks } from "#server/db/schema.ts";
import { isVersion, nextVersion } from "#server/db/version.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { type Account, statusOf } from "#server/people/accounts.ts";
import { linkTo, listOpenLinks, writeLink } from "#server/people/mailed-links.ts";
import { listManagers, lockPeople } from "#server/people/practice-people.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";

/** Handles `GET /api/admin/invitations`. */
export async function listInvitations(deps: Deps, admin: SignedInAdmin): Promise<Invitations> {
  const open = await listOpenLinks(deps, ["invitation"]);
  return {
    invitations: open.map((link) => ({
      _id: link.id,
      email: link.email,
      practiceName: link.practiceName,
      invitedAt: link.createdAt.toISOString(),
      expiresAt: link.expiresAt.toISOString(),
    })),
    admin_id: await codeOf(deps, admin),
  };
}

/** The actor for the audit log: an owner's account, or the command line. */
export type Actor = { accountId: string | null; address: string };

/**
 * Approves a pending practice and notifies it. Approving twice keeps the first time. Requires a
 * confirmed email address, because the registrant may have used another person's. The command line
 * counts as confirmation, for installations that don't send mail. Throws `conflict`.
 */
export async function approve(
  deps: Pick<Deps, "config" | "db" | "jobs" | "now">,
  by: Actor,
  clientId: string,
  { vouchesForAddress = false } = {},
): Promise<ClientStatus> {
  return deps.db.transaction(async (tx) => {
    const [account] = await lockClient(tx, clientId);
    if (!account.emailConfirmedAt && !vouchesForAddress) {
      throw new AppError("conflict", { sentence: accountMessages.confirmFirst });
    }
    const [approved] = await tx
      .update(clients)
      .set({ approvedAt: deps.now() })
      .where(and(isGoingOn(clientId), isNull(clients.approvedAt)))
      .returning({ id: clients.id });
    if (approved) {
      await audit(deps, tx, { action: "client_approved", clientId, ...by });
      await queueMail(deps, tx, {
        kind: "account-approved",
        to: account.email,
        words: accountApproved,
        fields: {
          firstName: account.firstName,
          signIn: `${deps.config.origin}/lms`,
          phone: site.phone,
        },
        causeKey: `approved:${clientId}`,
      });
    }
    const [client] = await tx.select().from(clients).where(eq(clients.id, clientId));
    if (!client) throw new AppError("not_found");
    return statusOf(client);
  });
}

/** Suspends a practice: keeps its data and ends every session. */
export async function suspend(
  deps: Pick<Deps, "db" | "now">,
  by: Actor,
  clientId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const people = await lockClient(tx, clientId);
    const [suspended] = await tx
      .update(clients)
      .set({ suspendedAt: deps.now() })
      .where(and(isGoingOn(clientId), isNull(clients.suspendedAt)))
      .returning({ id: clients.id });
    for (const { id } of people) await endSessions(deps, tx, id);
    if (suspended) await audit(deps, tx, { action: "client_suspended", clientId, ...by });
  });
}

/** Ends a suspension. A practice that was never approved is pending again. */
export async function reinstate(
  deps: Pick<Deps, "db" | "now">,
  by: Actor,
  clientId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockClient(tx, clientId);
    const [reinstated] = await tx
      .update(clients)
      .set({ suspendedAt: null })
      .where(and(isGoingOn(clientId), isNotNull(clients.suspendedAt)))
      .returning({ id: clients.id });
    if (reinstated) await audit(deps, tx, { action: "client_reinstated", clientId, ...by });
  });
}

/**
 * Corrects a practice's name. Throws `not_found`, and `stale` when the practice's profile has
 * changed since it was read.
 */
export async function rename(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  clientId: string,
  { name, changedAt }: PracticeRename,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const isThis = and(eq(clients.id, clientId), isRealPractice);
    const [before] = await tx
      .select({ name: clients.name })
      .from(clients)
      .where(isThis)
      .for("update");
    if (!before) throw new AppError("not_found");
    const profileChangedAt = nextVersion(clients.profileChangedAt, deps.now());
    const [renamed] = await tx
      .update(clients)
      .set({ name, profileChangedAt })
      .where(and(isThis, isVersion(clients.profileChangedAt, changedAt)))
      .returning({ id: clients.id });
    if (!renamed) throw new AppError("stale");
    const detail = changesDetail(changesIn(before, { name }));
    await audit(deps, tx, { action: "client_renamed", accountId, clientId, address, detail });
  });
}

/** Emails an invitation and voids any older one to the same email address. */
export async function invite(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAdmin,
  invited: InvitationRequest,
): Promise<void> {
  await deps.limits.count("unsolicitedPerEmail", invited.email);
  await deps.db.transaction((tx) => writeInvitation(deps, tx, visitor, admin, invited));
}

/**
 * Works like `invite`, in the caller's transaction. Returns the link's id. Throws `conflict` if the
 * email address has an account.
 */
export async function writeInvitation(
  deps: Deps,
  tx: Transaction,
  visitor: Visitor,
  admin: SignedInAdmin,
  invited: InvitationRequest & { contactRequestId?: string },
): Promise<string> {
  const { email, practiceName, templateSet, contactRequestId } = invited;
  const adminCode = await codeOf({ db: tx }, admin);
  // Invitations to one address are serialized, so that a second click voids the first click's link.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invite ${email}`}, 0))`);
  const [known] = await tx.select().from(accounts).where(eq(accounts.email, email));
  if (known && !(await mayBeTakenOver(tx, known))) {
    throw new AppError("conflict", { sentence: accountMessages.hasAccount });
  }
  await tx
    .update(mailedLinks)
    .set({ voidedAt: deps.now() })
    .where(
      and(
        eq(mailedLinks.purpose, "invitation"),
        eq(mailedLinks.email, email),
        isNull(mailedLinks.voidedAt),
      ),
    );
  const linkId = await writeLink(deps, tx, {
    ...{ purpose: "invitation", email, adminCode },
    contactRequestId: contactRequestId ?? null,
    practiceName: practiceName ?? null,
    templateSetId: templateSet ?? null,
  });
  const [owner] = await tx.select().from(accounts).where(eq(accounts.id, admin.accountId));
  await queueMail(deps, tx, {
    kind: "invitation",
    to: email,
    replyTo: owner?.email,
    ...(contactRequestId && { contactRequestId }),
    words: invitation,
    fields: {
      owner: `${owner?.firstName} ${owner?.lastName}`,
      agency: site.agency,
      link: linkTo(deps, "/lms"),
    },
    linkId,
  });
  await auditPractice(deps, tx, visitor, admin, null, "client_invited");
  return linkId;
}

/** Withdraws an invitation and voids its link. Throws `not_found`. */
export async function withdrawInvitation(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAdmin,
  invitationId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [withdrawn] = await tx
      .update(mailedLinks)
      .set({ voidedAt: deps.now() })
      .where(
        and(
          eq(mailedLinks.id, invitationId),
          eq(mailedLinks.purpose, "invitation"),
          isNull(mailedLinks.usedAt),
          isNull(mailedLinks.voidedAt),
        ),
      )
      .returning({ id: mailedLinks.id });
    if (!withdrawn) throw new AppError("not_found");
    await auditPractice(deps, tx, visitor, admin, null, "invitation_withdrawn");
  });
}

/**
 * Checks whether an account is an unconfirmed registration, which may be someone else's: see
 * `takeOver`.
 */
async function mayBeTakenOver(tx: Transaction, account: Account): Promise<boolean> {
  if (!account.clientId || account.emailConfirmedAt) return false;
  const isOpen = and(eq(clients.id, account.clientId), isNull(clients.suspendedAt));
  return (await tx.$count(clients, isOpen)) > 0;
}

async function codeOf(
  deps: { db: Deps["db"] | Transaction },
  admin: SignedInAdmin,
): Promise<string> {
  const [owner] = await deps.db.select().from(accounts).where(eq(accounts.id, admin.accountId));
  if (!owner?.adminCode) throw new AppError("unauthorized");
  return owner.adminCode;
}

/** Excludes an ended practice, which is restored to its previous state instead. */
function isGoingOn(clientId: string) {
  return and(eq(clients.id, clientId), isNull(clients.endedAt));
}

/**
 * Locks a practice's people, to make a double click idempotent. Returns them, the first manager
 * first. Throws `not_found`.
 */
export async function lockClient(
  tx: Transaction,
  clientId: string,
): Promise<[Account, ...Account[]]> {
  const people = await lockPeople(tx, clientId);
  const [manager] = await listManagers({ db: tx }, clientId);
  // Demos can't be administered.
  if (!manager || (await isDemoPractice({ db: tx }, clientId))) throw new AppError("not_found");
  return [manager, ...people.filter(({ id }) => id !== manager.id)];
}

function auditPractice(
  deps: Deps,
  tx: Transaction,
  visitor: Visitor,
  admin: SignedInAdmin,
  clientId: string | null,
  action: AuditAction,
): Promise<void> {
  const { accountId } = admin;
  return audit(deps, tx, { action, accountId, clientId, address: visitor.address });
}
