// The sort keys of the owner's list of practices, refreshed every few minutes, because sorting by a
// median needs every practice's median. The values shown are read live.
import { and, asc, gt, sql } from "drizzle-orm";
import type { PracticeFigures } from "#contract/practices.ts";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import { isCurrentPractice } from "#server/db/real-practices.ts";
import { clients, practiceSortKeys } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { countPracticeFigures } from "#server/desk/reports/practice-figures.ts";
import { findLastLeads, findLastSignIns } from "./last-events.ts";

/**
 * Practices are counted in batches: one takes a few milliseconds, and other requests run in
 * between.
 */
const practicesAtOnce = 100;
const beforeAll = "00000000-0000-0000-0000-000000000000";

type Tools = Pick<Deps, "db" | "now">;

/** Refreshes the keys of every practice. Unchanged keys aren't written. */
export async function refreshSortKeys(deps: Tools): Promise<void> {
  let clientIds = await listPractices(deps, beforeAll);
  while (clientIds.length > 0) {
    await writeKeys(deps, clientIds);
    clientIds = await listPractices(deps, clientIds.at(-1) ?? beforeAll);
  }
}

async function listPractices({ db }: Tools, after: string): Promise<string[]> {
  const rows = await db
    .select({ id: clients.id })
    .from(clients)
    .where(and(isCurrentPractice, gt(clients.id, after)))
    .orderBy(asc(clients.id))
    .limit(practicesAtOnce);
  return rows.map(({ id }) => id);
}

async function writeKeys(deps: Tools, clientIds: string[]): Promise<void> {
  const figures = await countPracticeFigures(deps, clientIds);
  const lastLeads = await findLastLeads(deps, clientIds);
  const lastSignIns = await findLastSignIns(deps, clientIds);
  const rows = [...figures].map(([clientId, counted]) => ({
    ...{ clientId, ...keysOf(counted) },
    lastLeadAt: lastLeads.get(clientId) ?? null,
    lastSignedInAt: lastSignIns.get(clientId) ?? null,
  }));
  await deps.db
    .insert(practiceSortKeys)
    .values(rows)
    .onConflictDoUpdate({
      target: practiceSortKeys.clientId,
      set: {
        leads: sql`excluded.leads`,
        onTimePermille: sql`excluded.on_time_permille`,
        latePermille: sql`excluded.late_permille`,
        neverCalled: sql`excluded.never_called`,
        median: sql`excluded.median`,
        lastLeadAt: sql`excluded.last_lead_at`,
        lastSignedInAt: sql`excluded.last_signed_in_at`,
      },
      setWhere: sql`${practiceSortKeys} is distinct from excluded`,
    });
}

function keysOf({ leads, timeDiff, neverCalled, median }: PracticeFigures) {
  const { lt10, lt60, other } = timeDiff;
  const all = lt10 + lt60 + other;
  const permille = (part: number) => (all === 0 ? null : Math.round((1000 * part) / all));
  return {
    ...{ leads, neverCalled, median: placeOf(median) },
    onTimePermille: permille(lt10),
    latePermille: permille(other),
  };
}

/**
 * Sorts medians within the first hour by minutes, then medians over an hour, then practices whose
 * median isn't known yet.
 */
function placeOf(median: PracticeFigures["median"]): number | null {
  if (median === "over_an_hour") return lateAfterMinutes + 1;
  if (median === "not_yet") return lateAfterMinutes + 2;
  return median;
}
