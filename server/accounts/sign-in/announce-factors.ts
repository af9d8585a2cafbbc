// Every change of an account's two-step login is audited and emailed, so that someone with a stolen
// session can't change it unnoticed.
import { codesLeftText, secondFactorChanged } from "#content/emails/second-factor-changed.ts";
import { site } from "#content/site.ts";
import type { AuditAction } from "#contract/audit.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import type { Account } from "#server/people/accounts.ts";
import { audit } from "#server/records/audit/audit.ts";

/** Who makes a change, and from which IP address; `accountId` is null for the command line. */
export type Actor = { accountId: string | null; address: string };

type Change = {
  account: Account;
  action: Extract<
    AuditAction,
    | "factor_added"
    | "factor_removed"
    | "passkey_added"
    | "passkey_removed"
    | "passkey_copied"
    | "factors_reset"
    | "recovery_codes_renewed"
    | "recovery_code_used"
  >;
  /** The email's text, if the action has several. */
  words?: keyof typeof secondFactorChanged;
  /** Set for `recovery_code_used`. */
  codesLeft?: number;
};

export async function announceFactors(
  deps: Pick<Deps, "db" | "now" | "config" | "jobs">,
  tx: Transaction,
  by: Actor,
  { account, action, words = action, codesLeft = 0 }: Change,
): Promise<void> {
  const { id: person, clientId, email, firstName } = account;
  await audit(deps, tx, { action, ...by, clientId, detail: { person } });
  await queueMail(deps, tx, {
    kind: "second-factor-changed",
    to: email,
    words: secondFactorChanged[words],
    fields: {
      firstName,
      codesLeft: codesLeftText(codesLeft),
      recover: `${deps.config.origin}/lms/recover`,
      phone: site.phone,
    },
  });
}
