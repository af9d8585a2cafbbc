// A contact request that becomes a practice: invited, then registered.
import { eq } from "drizzle-orm";
import type { ContactRequest } from "#contract/contact-request-work.ts";
import type { Transaction } from "#server/db/database.ts";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { capitalizeName } from "#server/documents/greeting/capitalize-name.ts";
import { toAnswers } from "#server/documents/presentation/makeover-answers.ts";
import type { SignedInAdmin } from "#server/http/signed-in.ts";
import { type ContactRequestRow, toContactRequest } from "./contact-request-rows.ts";
import { refreshContactRequest, writeEvent } from "./refresh-contact-request.ts";

/**
 * Marks the request as invited, in the transaction that writes the invitation, with the row locked.
 */
export async function markInvited(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  admin: SignedInAdmin,
  row: ContactRequestRow,
  { linkId, email }: { linkId: string; email: string },
): Promise<ContactRequest> {
  const invited = { invitationId: linkId, invitedAt: deps.now() };
  await tx.update(contactRequests).set(invited).where(eq(contactRequests.id, row.id));
  const { accountId } = admin;
  await writeEvent(deps, tx, row, { kind: "invited", text: email, accountId });
  return toContactRequest(await refreshContactRequest(deps, tx, { ...row, ...invited }));
}

/**
 * Marks a contact request as registered, in the transaction that uses up the invitation. An erased
 * contact request stays erased.
 */
export async function markRegistered(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { contactRequestId, practiceId }: { contactRequestId: string; practiceId: string },
): Promise<void> {
  const [row] = await tx
    .update(contactRequests)
    .set({ practiceId })
    .where(eq(contactRequests.id, contactRequestId))
    .returning();
  if (!row || row.erasedAt) return;
  await writeEvent(deps, tx, row, { kind: "registered", accountId: null });
  await refreshContactRequest(deps, tx, row);
}

/** Finds the values that fill in the registration form, as the person wrote them. */
export async function findWritten(
  { db }: Pick<Deps, "db">,
  contactRequestId: string | null,
): Promise<{ firstName: string; lastName: string; phone: string; city: string } | null> {
  if (!contactRequestId) return null;
  const [row] = await db
    .select()
    .from(contactRequests)
    .where(eq(contactRequests.id, contactRequestId));
  if (!row || row.erasedAt) return null;
  const { firstName, lastName } = namesOf(row.fullName);
  const city = toAnswers(row.questions, row.language).city ?? "";
  return { firstName, lastName, phone: row.phone ?? "", city };
}

/** "Dr. Lena Okoro" is Lena Okoro; the last word is the last name. */
function namesOf(fullName: string): { firstName: string; lastName: string } {
  const words = capitalizeName(fullName)
    .split(/\s+/)
    .filter((word) => !/^(dr|mr|mrs|ms|prof)\.?$/i.test(word));
  return {
    firstName: words.slice(0, -1).join(" ") || (words[0] ?? ""),
    lastName: words.length > 1 ? (words.at(-1) ?? "") : "",
  };
}
