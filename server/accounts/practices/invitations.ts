// How an invited person uses an invitation: the values that it fills in, how it is used up, and what
// the practice gets from it.
import { and, eq, gt, isNull } from "drizzle-orm";
import { accountMessages } from "#content/messages.ts";
import type { InvitationAnswer, Registration } from "#contract/accounts.ts";
import { findWritten, markRegistered } from "#server/agency/contact-requests/conversion.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, mailedLinks } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { copyInvitedSet } from "#server/messages/template-sets/copies.ts";
import { consumeLink, findLink, type MailedLink } from "#server/people/mailed-links.ts";

/** Handles `GET /api/clients/invitation?t=`: the values to fill in the form. Throws `not_found`. */
export async function getInvitation(
  deps: Deps,
  visitor: Visitor,
  token: string,
): Promise<InvitationAnswer> {
  await deps.limits.count("linkPerIp", visitor.address);
  const link = await findLink(deps, deps.db, token, ["invitation"]);
  if (!link?.adminCode) throw new AppError("not_found");
  const written = await findWritten(deps, link.contactRequestId);
  const { email, practiceName } = link;
  return { email, admin_id: link.adminCode, practiceName, written };
}

/** Returns a registration's invitation, if it was emailed to exactly this address. */
export async function findInvitation(
  deps: Deps,
  tx: Transaction,
  input: Registration,
): Promise<{ token: string; practiceName: string | null } | null> {
  const { invitation: token } = input;
  if (!token) return null;
  const link = await findLink(deps, tx, token, ["invitation"]);
  return link?.email === input.email ? { token, practiceName: link.practiceName } : null;
}

/**
 * Uses up the invitation. If it was withdrawn in the meantime, throws `conflict`, which rolls back
 * the registration.
 */
export async function consumeInvitation(
  deps: Deps,
  tx: Transaction,
  visitor: Visitor,
  token: string,
  practiceId: string | null,
) {
  const spent = await consumeLink(deps, tx, token, ["invitation"]);
  if (!spent) throw new AppError("conflict", { sentence: accountMessages.deadInvitation });
  await followUp(deps, tx, visitor, spent, practiceId);
}

/** Uses up a pending invitation to the email address. Returns false if there is none. */
export async function redeemInvitation(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  visitor: Visitor,
  email: string,
  practiceId: string,
): Promise<boolean> {
  const [invited] = await tx
    .update(mailedLinks)
    .set({ usedAt: deps.now() })
    .where(
      and(
        eq(mailedLinks.purpose, "invitation"),
        eq(mailedLinks.email, email),
        isNull(mailedLinks.usedAt),
        isNull(mailedLinks.voidedAt),
        gt(mailedLinks.expiresAt, deps.now()),
      ),
    )
    .returning();
  if (invited) await followUp(deps, tx, visitor, invited, practiceId);
  return invited !== undefined;
}

/**
 * Links the invitation's contact request to its practice, and copies the invitation's template set
 * to the practice for the owner who sent the invitation.
 */
async function followUp(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  visitor: Visitor,
  { contactRequestId, templateSetId, adminCode }: MailedLink,
  practiceId: string | null,
) {
  if (!practiceId) return;
  if (contactRequestId) await markRegistered(deps, tx, { contactRequestId, practiceId });
  if (!templateSetId || !adminCode) return;
  const [owner] = await tx
    .select({ accountId: accounts.id })
    .from(accounts)
    .where(eq(accounts.adminCode, adminCode));
  if (owner) await copyInvitedSet(deps, tx, visitor, owner, { setId: templateSetId, practiceId });
}
