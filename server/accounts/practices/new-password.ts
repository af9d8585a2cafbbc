// Side effects of every new password: ends all sessions and PINs, voids all emailed links, and
// notifies the account's owner.
import { eq } from "drizzle-orm";
import { passwordChanged } from "#content/emails/password-changed.ts";
import { site } from "#content/site.ts";
import { forgetOtherDevices } from "#server/accounts/sign-in/known-devices.ts";
import { leaveSharedDevices } from "#server/accounts/sign-in/leave-shared-devices.ts";
import { endSessions } from "#server/accounts/sign-in/sessions.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { Visitor } from "#server/http/signed-in.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { voidLinks } from "#server/people/mailed-links.ts";
import { audit } from "#server/records/audit/audit.ts";

/** Sets the password. The caller holds the account's lock: see `lockAccount`. */
export async function setPassword(
  deps: Deps,
  tx: Transaction,
  visitor: Visitor,
  change: {
    accountId: string;
    passwordHash: string;
    action: "password_reset" | "password_changed";
  },
): Promise<void> {
  const { accountId, passwordHash, action } = change;
  const [account] = await tx
    .update(accounts)
    .set({ passwordHash })
    .where(eq(accounts.id, accountId))
    .returning();
  if (!account) throw new Error("The account no longer exists");
  await endSessions(deps, tx, accountId);
  // Someone who knew the old password may have used it to set a PIN.
  if (account.clientId) {
    await leaveSharedDevices(tx, { accountId, clientId: account.clientId });
  }
  await forgetOtherDevices(tx, accountId, visitor);
  await voidLinks(deps, tx, accountId);
  await audit(deps, tx, {
    action,
    accountId,
    clientId: account.clientId,
    address: visitor.address,
  });
  await queueMail(deps, tx, {
    kind: "password-changed",
    to: account.email,
    words: passwordChanged,
    fields: {
      firstName: account.firstName,
      recover: `${deps.config.origin}/lms/recover`,
      phone: site.phone,
    },
  });
}
