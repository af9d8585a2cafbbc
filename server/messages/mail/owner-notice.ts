// Notices to the owners, or to the site's address if there are none yet.
import { site } from "#content/site.ts";
import type { HelperArea } from "#contract/console-roles.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { listAdminAddresses } from "#server/people/accounts.ts";
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
  /** The area of the helpers who also get it. */
  area?: HelperArea;
};

/** Writes the notice and its jobs in the caller's transaction. Returns the first one's id. */
export async function queueOwnerNotice(
  deps: Deps,
  tx: Transaction,
  { area, ...notice }: OwnerNotice,
): Promise<string | null> {
  let first: string | null = null;
  const owners = await listAdminAddresses(tx, area);
  for (const to of owners.length > 0 ? owners : [site.email]) {
    const causeKey = notice.causeKey && `${notice.causeKey}:${to}`;
    const mailId = await queueMail(deps, tx, { ...notice, to, causeKey });
    first ??= mailId;
  }
  return first;
}
