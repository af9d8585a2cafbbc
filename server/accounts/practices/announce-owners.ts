// Every change to the list of owners and helpers is audited and emailed to all owners, so that
// someone with a stolen account can't add an owner unnoticed.
import { ownersChanged } from "#content/emails/owners-changed.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import type { Account } from "#server/people/accounts.ts";
import { audit } from "#server/records/audit/audit.ts";

type Change = {
  action: keyof typeof ownersChanged;
  /** The owner who makes the change, or who invited the person who joins. */
  by: Account;
  /** Who acted, for the audit log. */
  accountId: string;
  /** The affected person's email address. */
  email: string;
  detail: Record<string, string>;
};

/** Audits the change and notifies `to`: all owners before and after the change, and the person. */
export async function announceOwners(
  deps: Pick<Deps, "config" | "jobs" | "now">,
  tx: Transaction,
  { address }: Visitor,
  to: Account[],
  { action, by, accountId, email, detail }: Change,
): Promise<void> {
  await audit(deps, tx, { action, accountId, address, detail });
  const { origin } = deps.config;
  for (const owner of to) {
    await queueMail(deps, tx, {
      kind: "owners-changed",
      to: owner.email,
      words: ownersChanged[action],
      fields: {
        firstName: owner.firstName,
        by: `${by.firstName} ${by.lastName}`,
        email,
        recover: `${origin}/lms/recover`,
        account: `${origin}/admin/account#owners`,
      },
    });
  }
}
