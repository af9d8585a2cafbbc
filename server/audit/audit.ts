// Who did what that somebody may ask about later.
import { and, eq, gt, sql } from "drizzle-orm";
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

/** An open dashboard reads again at each event: within this time that is one look. */
const lookMinutes = 10;

/** Notes that the owner looked at a practice's desk, or with a lead's id at that lead. */
export async function auditLook(
  deps: Pick<Deps, "db" | "now">,
  look: { accountId: string; clientId: string; address: string; leadId: string | undefined },
): Promise<void> {
  const { leadId, ...who } = look;
  const since = new Date(deps.now().getTime() - lookMinutes * 60_000);
  const same = and(
    eq(auditEntries.action, "desk_viewed"),
    eq(auditEntries.accountId, look.accountId),
    eq(auditEntries.clientId, look.clientId),
    gt(auditEntries.at, since),
    sql`${auditEntries.detail} ->> 'lead' is not distinct from ${leadId ?? null}::text`,
  );
  await deps.db.transaction(async (tx) => {
    // A dashboard asks several things at once, and they are one look.
    await tx.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${look.accountId + look.clientId}, 0))`,
    );
    if ((await tx.$count(auditEntries, same)) > 0) return;
    await audit(deps, tx, {
      ...who,
      action: "desk_viewed",
      detail: leadId ? { lead: leadId } : {},
    });
  });
}
