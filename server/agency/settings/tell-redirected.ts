// Emails all owners when answers to the agency's emails start to go to another address, so that
// someone at an unattended screen can't redirect them unnoticed.
import { repliesRedirected } from "#content/emails/replies-redirected.ts";
import { site } from "#content/site.ts";
import { ownerNameOf } from "#server/agency/contact-requests/answers.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import type { SignedInAdmin } from "#server/http/signed-in.ts";
import { agencyReplyTo } from "#server/messages/mail/agency-reply-to.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import { type StoredSettings, withStored } from "./stored.ts";

type Change = { before: StoredSettings; after: StoredSettings };

/** Runs in the transaction of the change. Does nothing if the address stays the same. */
export async function tellRedirected(
  deps: Deps,
  tx: Transaction,
  { accountId }: Pick<SignedInAdmin, "accountId">,
  { before, after }: Change,
): Promise<void> {
  const [from, address] = [before, after].map((stored) =>
    agencyReplyTo({ config: withStored(deps.settings.machine, stored) }),
  );
  if (from === address) return;
  const { origin } = deps.config;
  await queueOwnerNotice(deps, tx, {
    kind: "replies-redirected",
    words: repliesRedirected,
    fields: {
      ...{ by: await ownerNameOf(tx, accountId), agency: site.mailName, address },
      ...{ settings: `${origin}/admin/settings#replies`, recover: `${origin}/lms/recover` },
    },
  });
}
