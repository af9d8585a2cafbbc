// An invited person opens their link, chooses a password, and joins the practice.
import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { peopleMessages } from "#content/desk/people.ts";
import type { Joining, JoinOffer } from "#contract/people.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, personInvitations } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { insertPerson } from "#server/people/accounts.ts";
import { consumeLink, findLink, voidLinks } from "#server/people/mailed-links.ts";
import { hashPassword } from "#server/people/passwords.ts";
import { findPracticeName } from "#server/people/words-about.ts";
import { audit } from "#server/records/audit/audit.ts";
import { isOpenInvitation } from "./open-invitations.ts";
import { tellManagers } from "./people-emails.ts";
import { refuseCommonPassword } from "./registration.ts";

/** Handles `GET /api/people/invitation?t=`: what the link is for. Throws `not_found`. */
export async function getJoinOffer(
  deps: Deps,
  visitor: Visitor,
  token: string,
): Promise<JoinOffer> {
  await deps.limits.count("linkPerIp", visitor.address);
  const invitation = await findInvitationOf(deps, token);
  if (!invitation) throw new AppError("not_found", { sentence: peopleMessages.deadInvitation });
  const { clientId, email, firstName, lastName, role, invitedBy } = invitation;
  const [by] = await deps.db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, invitedBy), eq(accounts.clientId, clientId)));
  return {
    practice: await findPracticeName(deps, clientId),
    ...{ email, firstName, lastName, role },
    by: by ? `${by.firstName} ${by.lastName}` : "",
  };
}

/**
 * Handles `POST /api/people/acceptances`: creates the account. The link works once, even for
 * concurrent requests. Throws `invalid` for a dead link or a common password, and `conflict` if the
 * address has gotten an account since.
 */
export async function joinPractice(deps: Deps, visitor: Visitor, input: Joining): Promise<void> {
  await deps.limits.count("linkPerIp", visitor.address);
  // The token is checked before hashing, so that an invented token doesn't cost CPU time.
  const found = await findInvitationOf(deps, input.token);
  if (!found) throw deadInvitation();
  const { firstName, lastName, password } = input;
  const practice = await findPracticeName(deps, found.clientId);
  await refuseCommonPassword(password, [found.email, firstName, lastName, practice]);
  const passwordHash = await hashPassword(password);
  await deps.db.transaction(async (tx) => {
    // Locks the invitation before its link, as withdrawing does.
    const [invitation] = await tx
      .update(personInvitations)
      .set({ acceptedAt: deps.now() })
      .where(
        and(
          eq(personInvitations.clientId, found.clientId),
          eq(personInvitations.id, found.id),
          eq(personInvitations.linkId, found.linkId ?? ""),
          isOpenInvitation,
        ),
      )
      .returning();
    const link = invitation && (await consumeLink(deps, tx, input.token, ["join_practice"]));
    if (!link) throw deadInvitation();
    const { clientId, email, role } = invitation;
    await freeAddress(deps, tx, email);
    const accountId = await insertPerson(tx, {
      ...{ clientId, role, passwordHash },
      person: { email, firstName, lastName },
      emailConfirmedAt: deps.now(),
    });
    if (!accountId) throw new AppError("conflict", { sentence: peopleMessages.addressHasAccount });
    await audit(deps, tx, {
      action: "person_joined",
      ...{ accountId, clientId, address: visitor.address },
      detail: { invitation: invitation.id, role },
    });
    if (role === "manager") {
      await tellManagers(deps, tx, { id: accountId, clientId, email, firstName, lastName });
    }
    await notifyPractice(tx, { clientId, kind: "people" });
  });
}

/**
 * Takes the email address from a registration that never confirmed it, because the person who
 * followed the emailed link reads its mail. The registration gets an address that can't receive
 * mail.
 */
async function freeAddress(deps: Deps, tx: Transaction, email: string): Promise<void> {
  const [moved] = await tx
    .update(accounts)
    .set({ email: `registration-${randomUUID()}@unconfirmed.invalid` })
    .where(
      and(
        eq(accounts.email, email),
        eq(accounts.kind, "client"),
        isNull(accounts.emailConfirmedAt),
      ),
    )
    .returning({ id: accounts.id });
  if (moved) await voidLinks(deps, tx, moved.id);
}

/** Returns a valid link's pending invitation, or null. */
async function findInvitationOf(deps: Deps, token: string) {
  const link = await findLink(deps, deps.db, token, ["join_practice"]);
  if (!link) return null;
  const [invitation] = await deps.db
    .select()
    .from(personInvitations)
    .where(and(eq(personInvitations.linkId, link.id), isOpenInvitation));
  return invitation ?? null;
}

function deadInvitation() {
  return new AppError("invalid", {
    sentence: peopleMessages.deadInvitation,
    fields: { token: "dead_link" },
  });
}
