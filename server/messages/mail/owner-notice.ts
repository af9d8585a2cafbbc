// Notices to the owner: to every admin's address or, before the first admin, to the site's address.
import { site } from "#content/site.ts";
import { listAdminAddresses } from "#server/accounts/people/accounts.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { queueMail } from "./mail.ts";
import type { EmailWords } from "./render-email.ts";

type OwnerNotice = {
  kind: string;
  words: EmailWords;
  fields: Record<string, unknown>;
  replyTo?: string;
  contactRequestId?: string;
  /** The practice that it is about. */
  clientId?: string;
  /** One notice per cause and owner. */
  causeKey?: string;
};

/** Writes the notice and its jobs in the caller's transaction. Returns the first one's id. */
export async function queueOwnerNotice(
  deps: Deps,
  tx: Transaction,
  notice: OwnerNotice,
): Promise<string | null> {
  let first: string | null = null;
  const owners = await listAdminAddresses(tx);
  for (const to of owners.length > 0 ? owners : [site.email]) {
    const causeKey = notice.causeKey && `${notice.causeKey}:${to}`;
    const mailId = await queueMail(deps, tx, { ...notice, to, causeKey });
    first ??= mailId;
  }
  return first;
}
