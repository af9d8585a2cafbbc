// People's pending invitations, and how they are withdrawn.
import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { personInvitations } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { SignedInClient, Visitor } from "#server/http/signed-in.ts";
import { voidLink } from "#server/people/mailed-links.ts";
import { audit } from "#server/records/audit/audit.ts";

/** The condition for invitations that weren't accepted or withdrawn; they may have expired. */
export const isOpenInvitation = and(
  isNull(personInvitations.acceptedAt),
  isNull(personInvitations.withdrawnAt),
);

/** Withdraws the practice's matching pending invitations and their links. Returns how many. */
export async function withdrawInvitations(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { address }: Visitor,
  client: SignedInClient,
  which: SQL | undefined,
): Promise<number> {
  const withdrawn = await tx
    .update(personInvitations)
    .set({ withdrawnAt: deps.now() })
    .where(and(eq(personInvitations.clientId, client.clientId), isOpenInvitation, which))
    .returning();
  for (const { id, linkId } of withdrawn) {
    if (linkId) await voidLink(deps, tx, linkId);
    const detail = { invitation: id };
    await audit(deps, tx, { action: "person_invitation_withdrawn", ...client, address, detail });
  }
  return withdrawn.length;
}
