// How a person joins a practice: a manager invites an email address, and its holder chooses a
// password.
import { and, eq, isNotNull } from "drizzle-orm";
import { peopleMessages } from "#content/desk/people.ts";
import { personInvitation } from "#content/emails/person-invitation.ts";
import { personKnown } from "#content/emails/person-known.ts";
import { dayMs } from "#contract/durations.ts";
import { invitationDays, type NewPerson } from "#contract/people.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, clients, personInvitations } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { safeGreetingName } from "#server/documents/greeting/safe-greeting.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import type { Account } from "#server/people/accounts.ts";
import { linkTo, voidLink, writeLink } from "#server/people/mailed-links.ts";
import { lockPeopleAs } from "#server/people/practice-people.ts";
import { audit } from "#server/records/audit/audit.ts";
import { isOpenInvitation, withdrawInvitations } from "./open-invitations.ts";
import { refuseTooMany } from "./people.ts";

type Invitation = typeof personInvitations.$inferSelect;

/**
 * Handles `POST /api/clients/me/people`. An email address that has an account elsewhere gets the
 * same response, and an email that explains it. Inviting an address again changes its pending
 * invitation and resends it.
 */
export async function invitePerson(
  deps: Deps,
  visitor: Visitor,
  client: SignedInClient,
  input: NewPerson,
): Promise<void> {
  await countInvitation(deps, client, input.email);
  await deps.db.transaction(async (tx) => {
    const people = await lockPeopleAs(tx, client);
    const here = people.find(({ email }) => email === input.email);
    if (here) {
      const { alreadyHere, deactivatedHere } = peopleMessages;
      throw new AppError("conflict", {
        sentence: here.deactivatedAt ? deactivatedHere : alreadyHere,
      });
    }
    const { clientId, accountId } = client;
    const now = deps.now();
    const values = { ...input, invitedBy: accountId, invitedAt: now, expiresAt: now };
    const ofAddress = and(eq(personInvitations.clientId, clientId), isOpenInvitation);
    const [again] = await tx
      .update(personInvitations)
      .set(values)
      .where(and(ofAddress, eq(personInvitations.email, input.email)))
      .returning();
    if (!again) await refuseTooMany(tx, clientId);
    const [invitation] = again
      ? [again]
      : await tx
          .insert(personInvitations)
          .values({ ...values, clientId })
          .returning();
    if (!invitation) throw new Error("The invitation was not stored");
    await send(deps, tx, visitor, client, people, invitation);
  });
}

/**
 * Resends a pending invitation, even an expired one, and voids its older link. Throws `not_found`.
 */
export async function resendPersonInvitation(
  deps: Deps,
  visitor: Visitor,
  client: SignedInClient,
  invitationId: string,
): Promise<void> {
  const [found] = await deps.db.select().from(personInvitations).where(ofId(client, invitationId));
  if (!found) throw new AppError("not_found");
  await countInvitation(deps, client, found.email);
  await deps.db.transaction(async (tx) => {
    const people = await lockPeopleAs(tx, client);
    const [invitation] = await tx
      .update(personInvitations)
      .set({ invitedBy: client.accountId, invitedAt: deps.now() })
      .where(ofId(client, invitationId))
      .returning();
    if (!invitation) throw new AppError("not_found");
    await send(deps, tx, visitor, client, people, invitation);
  });
}

/** Withdraws a pending invitation and voids its link. Throws `not_found`. */
export async function withdrawPersonInvitation(
  deps: Deps,
  visitor: Visitor,
  client: SignedInClient,
  invitationId: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockPeopleAs(tx, client);
    const ofThis = eq(personInvitations.id, invitationId);
    if ((await withdrawInvitations(deps, tx, visitor, client, ofThis)) === 0) {
      throw new AppError("not_found");
    }
  });
}

function ofId({ clientId }: SignedInClient, invitationId: string) {
  return and(
    eq(personInvitations.clientId, clientId),
    eq(personInvitations.id, invitationId),
    isOpenInvitation,
  );
}

async function countInvitation(deps: Deps, { clientId }: SignedInClient, email: string) {
  await deps.limits.count("personInvitationPerPractice", clientId);
  await deps.limits.count("unsolicitedPerEmail", email);
}

/**
 * Queues the email with a new link, or without one if the address has an account. An account with
 * an unconfirmed address may be a stranger's, so it doesn't count.
 */
async function send(
  deps: Deps,
  tx: Transaction,
  visitor: Visitor,
  client: SignedInClient,
  people: Account[],
  invitation: Invitation,
): Promise<void> {
  const { clientId, email, role } = invitation;
  if (invitation.linkId) await voidLink(deps, tx, invitation.linkId);
  const isAccount = and(eq(accounts.email, email), isNotNull(accounts.emailConfirmedAt));
  const isKnown = (await tx.$count(accounts, isAccount)) > 0;
  const linkId = isKnown ? null : await writeLink(deps, tx, { purpose: "join_practice", email });
  const expiresAt = new Date(deps.now().getTime() + invitationDays * dayMs);
  await tx.update(personInvitations).set({ linkId, expiresAt }).where(ofId(client, invitation.id));
  const [practice] = await tx.select().from(clients).where(eq(clients.id, clientId));
  const by = people.find(({ id }) => id === client.accountId);
  const fields = {
    firstName: safeGreetingName(invitation.firstName),
    by: safeGreetingName(`${by?.firstName} ${by?.lastName}`) ?? practice?.name,
    practice: practice?.name,
  };
  await queueMail(deps, tx, {
    to: email,
    ...(linkId
      ? {
          kind: "person-invitation",
          words: personInvitation,
          fields: { ...fields, link: linkTo(deps, "/lms/join") },
          linkId,
        }
      : { kind: "person-known", words: personKnown, fields }),
  });
  await audit(deps, tx, {
    action: "person_invited",
    ...client,
    address: visitor.address,
    detail: { invitation: invitation.id, role },
  });
}
