// The owner's administration of practice accounts: list, approve, suspend, invite.
import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { accountApproved } from "#content/emails/account-approved.ts";
import { invitation } from "#content/emails/invitation.ts";
import { accountMessages } from "#content/messages.ts";
import { site } from "#content/site.ts";
import type { AuditAction } from "#contract/audit.ts";
import type { ClientList, ListedClient } from "#contract/practices.ts";
import { type Account, statusOf } from "#server/accounts/accounts.ts";
import { linkTo, listOpenLinks, writeLink } from "#server/accounts/mailed-links.ts";
import { listManagers, lockPeople } from "#server/accounts/practice-people.ts";
import { audit } from "#server/audit/audit.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, clients, mailedLinks, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { queueMail } from "#server/mail/mail.ts";
import { isDemoPractice, isRealPractice } from "#server/real-practices.ts";
import { endSessions } from "#server/sessions/sessions.ts";
import type { SignedInAdmin, Visitor } from "#server/signed-in.ts";

const ranks = { pending: 0, active: 1, suspended: 2 } as const;

/** `GET /api/admin/clients`: pending practices first, then by name. */
export async function listClients(deps: Deps, admin: SignedInAdmin): Promise<ClientList> {
  const listed = await readClients(deps.db);
  const open = await listOpenLinks(deps, ["invitation"]);
  return {
    clients: listed.toSorted(
      (a, b) => ranks[a.status] - ranks[b.status] || a.name.localeCompare(b.name, "en"),
    ),
    invitations: open.map((link) => ({
      _id: link.id,
      email: link.email,
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
 * confirmed address: the registrant knows the password, so approving an unconfirmed address could
 * admit someone who used another person's address. The command line counts as confirmation: an
 * installation that sends no mail has no other way. Throws `conflict`.
 */
export async function approve(
  deps: Pick<Deps, "config" | "db" | "jobs" | "now">,
  by: Actor,
  clientId: string,
  { vouchesForAddress = false } = {},
): Promise<ListedClient> {
  return deps.db.transaction(async (tx) => {
    const [account] = await lockClient(tx, clientId);
    if (!account.emailConfirmedAt && !vouchesForAddress) {
      throw new AppError("conflict", { sentence: accountMessages.confirmFirst });
    }
    const [approved] = await tx
      .update(clients)
      .set({ approvedAt: deps.now() })
      .where(and(eq(clients.id, clientId), isNull(clients.approvedAt)))
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
    return readClient(tx, clientId);
  });
}

/** Suspends a practice: keeps its data and ends every session. */
export async function suspend(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAdmin,
  clientId: string,
): Promise<ListedClient> {
  return deps.db.transaction(async (tx) => {
    const people = await lockClient(tx, clientId);
    const [suspended] = await tx
      .update(clients)
      .set({ suspendedAt: deps.now() })
      .where(and(eq(clients.id, clientId), isNull(clients.suspendedAt)))
      .returning({ id: clients.id });
    for (const { id } of people) await endSessions(deps, tx, id);
    if (suspended) await note(deps, tx, visitor, admin, clientId, "client_suspended");
    return readClient(tx, clientId);
  });
}

/** Ends a suspension. A practice that was never approved is pending again. */
export async function reinstate(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAdmin,
  clientId: string,
): Promise<ListedClient> {
  return deps.db.transaction(async (tx) => {
    await lockClient(tx, clientId);
    const [reinstated] = await tx
      .update(clients)
      .set({ suspendedAt: null })
      .where(and(eq(clients.id, clientId), isNotNull(clients.suspendedAt)))
      .returning({ id: clients.id });
    if (reinstated) await note(deps, tx, visitor, admin, clientId, "client_reinstated");
    return readClient(tx, clientId);
  });
}

/** Mails an invitation and voids an older one to the same address. */
export async function invite(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAdmin,
  email: string,
): Promise<void> {
  await deps.limits.count("unsolicitedPerEmail", email);
  const adminCode = await codeOf(deps, admin);
  await deps.db.transaction(async (tx) => {
    // Serialized, so that the second of two clicks voids the first one's link.
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
    const linkId = await writeLink(deps, tx, { purpose: "invitation", email, adminCode });
    const [owner] = await tx.select().from(accounts).where(eq(accounts.id, admin.accountId));
    await queueMail(deps, tx, {
      kind: "invitation",
      to: email,
      replyTo: owner?.email,
      words: invitation,
      fields: {
        owner: `${owner?.firstName} ${owner?.lastName}`,
        agency: site.agency,
        link: linkTo(deps, "/lms"),
      },
      linkId,
    });
    await note(deps, tx, visitor, admin, null, "client_invited");
  });
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
    await note(deps, tx, visitor, admin, null, "invitation_withdrawn");
  });
}

/**
 * A registration that nobody has confirmed, by the mailbox's owner or someone else: see `takeOver`.
 */
async function mayBeTakenOver(tx: Transaction, account: Account): Promise<boolean> {
  if (!account.clientId || account.emailConfirmedAt) return false;
  const isOpen = and(eq(clients.id, account.clientId), isNull(clients.suspendedAt));
  return (await tx.$count(clients, isOpen)) > 0;
}

async function codeOf(deps: Deps, admin: SignedInAdmin): Promise<string> {
  const [owner] = await deps.db.select().from(accounts).where(eq(accounts.id, admin.accountId));
  if (!owner?.adminCode) throw new AppError("unauthorized");
  return owner.adminCode;
}

/**
 * Makes a double click idempotent. Returns the practice's people, its first manager first. Throws
 * `not_found`.
 */
async function lockClient(tx: Transaction, clientId: string): Promise<[Account, ...Account[]]> {
  const people = await lockPeople(tx, clientId);
  const [manager] = await listManagers({ db: tx }, clientId);
  // Nobody administers a demo.
  if (!manager || (await isDemoPractice({ db: tx }, clientId))) throw new AppError("not_found");
  return [manager, ...people.filter(({ id }) => id !== manager.id)];
}

async function readClient(tx: Transaction, clientId: string): Promise<ListedClient> {
  const [client] = await readClients(tx, clientId);
  if (!client) throw new AppError("not_found");
  return client;
}

async function readClients(
  db: Transaction | Deps["db"],
  clientId?: string,
): Promise<ListedClient[]> {
  const lastSignedInAt = sql<Date | null>`(
    select max(${sessions.createdAt}) from ${sessions}
    join ${accounts} person on person.id = ${sessions.accountId}
    where person.client_id = ${clients.id}
  )`.mapWith(sessions.createdAt);
  const firstManager = sql`(
    select manager.id from ${accounts} manager
    where manager.client_id = ${clients.id} and manager.role = 'manager'
      and manager.deactivated_at is null
    order by manager.created_at, manager.id limit 1
  )`;
  const rows = await db
    .select({ client: clients, account: accounts, lastSignedInAt })
    .from(clients)
    .innerJoin(accounts, and(eq(accounts.id, firstManager), eq(accounts.clientId, clients.id)))
    .where(and(isRealPractice, clientId ? eq(clients.id, clientId) : undefined));
  return rows.map(({ client, account, lastSignedInAt }) => ({
    _id: client.id,
    name: client.name,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    phone: client.phone,
    city: client.city,
    state: client.state,
    status: statusOf(client),
    isAddressConfirmed: account.emailConfirmedAt !== null,
    registeredAt: client.createdAt.toISOString(),
    approvedAt: client.approvedAt?.toISOString() ?? null,
    suspendedAt: client.suspendedAt?.toISOString() ?? null,
    lastSignedInAt: lastSignedInAt?.toISOString() ?? null,
  }));
}

function note(
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
