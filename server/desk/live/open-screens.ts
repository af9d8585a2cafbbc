// Stores which practices have a dashboard open on any machine, because an open screen already shows
// new leads.
import { and, eq, exists, gt, lt, type SQL, sql } from "drizzle-orm";
import { clients, openScreens } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

const refreshMs = 60_000;
/** How long a screen counts as open if its process dies. */
const openMs = 2 * refreshMs;

/**
 * Records that a practice has a screen open. Called for its own open streams only. Writes at most
 * once a minute.
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

/** Returns a condition on `clients`, true for practices with an open screen. */
export function hasOpenScreen({ db, now }: Pick<Deps, "db" | "now">): SQL {
  return exists(
    db
      .select({ one: sql`1` })
      .from(openScreens)
      .where(and(eq(openScreens.clientId, clients.id), gt(openScreens.until, now()))),
  );
}
