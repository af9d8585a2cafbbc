// Turns a contact request into an invited practice.
import type { ContactRequest, ContactRequestInvitation } from "#contract/contact-request-work.ts";
import { markInvited } from "#server/agency/contact-requests/conversion.ts";
import { lockContactRequest } from "#server/agency/contact-requests/refresh-contact-request.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { writeInvitation } from "./practices.ts";

/**
 * Emails an invitation whose link opens the registration form with what the person wrote, and marks
 * the contact request as won, in one transaction. Throws `not_found`, `stale`, and `conflict` if it
 * has become a practice or the email address has an account.
 */
export async function inviteContactRequest(
  deps: Deps,
  visitor: Visitor,
  admin: SignedInAdmin,
  contactRequestId: string,
  { version, ...invitation }: ContactRequestInvitation,
): Promise<ContactRequest> {
  await deps.limits.count("unsolicitedPerEmail", invitation.email);
  return deps.db.transaction(async (tx) => {
    const row = await lockContactRequest(tx, contactRequestId, version);
    if (row.practiceId) throw new AppError("conflict");
    const invited = { ...invitation, contactRequestId: row.id };
    const linkId = await writeInvitation(deps, tx, visitor, admin, invited);
    return markInvited(deps, tx, admin, row, { linkId, email: invitation.email });
  });
}
