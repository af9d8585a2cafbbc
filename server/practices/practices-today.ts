// The owner's overview of all practices: waiting leads and recent calls on time.
import { and, count, eq, isNotNull, isNull, min } from "drizzle-orm";
import type { PracticeToday } from "#contract/figures.ts";
import { isUnreachable } from "#server/alerts/settings.ts";
import { clients, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { isRealPractice } from "#server/real-practices.ts";
import { countCallsOnTime } from "#server/reports/figures.ts";

/** Long enough to include a weekend. */
const spanMs = 7 * 24 * 60 * 60_000;

/** `GET /api/admin/practices-today`: active practices, longest wait first, then by name. */
export async function listPracticesToday(deps: Deps): Promise<PracticeToday[]> {
  const active = await deps.db
    .select({ _id: clients.id, name: clients.name })
    .from(clients)
    .where(and(isRealPractice, isNotNull(clients.approvedAt), isNull(clients.suspendedAt)));
  const from = new Date(deps.now().getTime() - spanMs).toISOString();
  const practices: PracticeToday[] = [];
  // Sequential, so that the owner's console does not take connections from practices.
  for (const practice of active) {
    const waiting = await countWaiting(deps, practice._id);
    const { timeDiff } = await countCallsOnTime(deps, practice._id, { from, reading: "wall" });
    const isNobodyTold = await isUnreachable(deps, practice._id);
    practices.push({ ...practice, ...waiting, timeDiff, isUnreachable: isNobodyTold });
  }
  const last = "9";
  return practices.toSorted(
    (a, b) =>
      (a.waitingSince ?? last).localeCompare(b.waitingSince ?? last) ||
      a.name.localeCompare(b.name, "en"),
  );
}

/** The practice's leads to call with a running clock, and since when the first of them has waited. */
async function countWaiting({ db }: Pick<Deps, "db">, clientId: string) {
  const [found] = await db
    .select({ uncalled: count(), since: min(leads.uncalledSince) })
    .from(leads)
    .where(
      and(
        eq(leads.clientId, clientId),
        eq(leads.state, "new"),
        isNotNull(leads.uncalledSince),
        isNull(leads.doNotCallSince),
        isNull(leads.deletedAt),
      ),
    );
  return { uncalled: found?.uncalled ?? 0, waitingSince: found?.since?.toISOString() ?? null };
}
