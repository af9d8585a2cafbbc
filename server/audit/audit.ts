// Writes the audit log.
import { and, eq, gt, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { auditEntries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Writes an entry in the transaction of the audited action. */
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

/** Automatic refetches, such as an open dashboard's, count as one view within this time. */
export const viewMs = 10 * 60_000;

type View = {
  action: "desk_viewed" | "letters_listed";
  accountId: string;
  clientId: string;
  address: string;
  detail?: Record<string, string>;
};

/** Audits that the owner viewed a practice's data, once in ten minutes per `detail`. */
export async function auditView(deps: Pick<Deps, "db" | "now">, view: View): Promise<void> {
  const { action, accountId, clientId, detail = {} } = view;
  const since = new Date(deps.now().getTime() - viewMs);
  const same = and(
    eq(auditEntries.action, action),
    eq(auditEntries.accountId, accountId),
    eq(auditEntries.clientId, clientId),
    gt(auditEntries.at, since),
    eq(auditEntries.detail, detail),
  );
  await deps.db.transaction(async (tx) => {
    // A dashboard sends several requests at once; they count as one view.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${accountId + clientId}, 0))`,
    );
    if ((await tx.$count(auditEntries, same)) === 0) await audit(deps, tx, { ...view, detail });
  });
}
