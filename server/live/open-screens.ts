// Which practices have a dashboard open, on any machine: nobody else needs to be told of a new lead.
import { and, eq, gt, lt, sql } from "drizzle-orm";
import { openScreens } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

const refreshMs = 60_000;
/** A screen whose process died counts for this long. */
const openMs = 2 * refreshMs;

/** For an open stream of the practice's own; writes at most once a minute. */
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

export async function hasOpenScreen(
  { db, now }: Pick<Deps, "db" | "now">,
  clientId: string,
): Promise<boolean> {
  const [open] = await db
    .select({ until: openScreens.until })
    .from(openScreens)
    .where(and(eq(openScreens.clientId, clientId), gt(openScreens.until, now())));
  return open !== undefined;
}
