// Who did what that somebody may ask about later.
import type { Transaction } from "#server/db/database.ts";
import { auditEntries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Writes an entry in the transaction of what it tells of. */
export async function audit(
  deps: Pick<Deps, "now">,
  tx: Transaction | Deps["db"],
  entry: {
    action: (typeof auditEntries.$inferInsert)["action"];
    address: string;
    accountId?: string | null;
    clientId?: string | null;
    detail?: Record<string, string>;
  },
): Promise<void> {
  const { accountId = null, clientId = null } = entry;
  await tx.insert(auditEntries).values({ ...entry, accountId, clientId, at: deps.now() });
}
