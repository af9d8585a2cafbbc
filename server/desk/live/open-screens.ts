// Which practices have a dashboard open on any machine, because an open screen already shows new
// leads.
import { and, eq, exists, gt, lt, type SQL, sql } from "drizzle-orm";
import { clients, openScreens } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

const refreshMs = 60_000;
/** A screen whose process died still counts as open for this long. */
const openMs = 2 * refreshMs;

/**
 * Keeps a practice's screen marked as open. Called for the practice's own open streams; writes at
 * most once a minute.
 */
export async function keepScreenOpen(
  { db, now }: Pick<Deps, "db" | "now">,
  clientId: string,
): Promise<void> {
  const until = new Date(now().getTime() + openMs);
  const isStale = lt(
    openScreens.until,
    sql`${new Date(now().getTime() + refreshMs).toISOString()}::timestamptz`,
  );
  await db
    .insert(openScreens)
    .values({ clientId, until })
    .onConflictDoUpdate({ target: openScreens.clientId, set: { until }, setWhere: isStale });
}

/** Returns a condition for a statement that reads `clients`. */
export function hasOpenScreen({ db, now }: Pick<Deps, "db" | "now">): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(openScreens)
      .where(and(eq(openScreens.clientId, clients.id), gt(openScreens.until, now()))),
  );
}
