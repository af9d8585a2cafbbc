// The owner's overview of all practices: waiting leads and recent calls on time.
import { and, count, eq, isNotNull, isNull, min } from "drizzle-orm";
import type { PracticeToday } from "#contract/figures.ts";
import { clients, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { countCallsOnTime } from "#server/reports/figures.ts";

/** Long enough to include a weekend. */
const spanMs = 7 * 24 * 60 * 60_000;

/** `GET /api/admin/practices-today`: active practices, longest wait first, then by name. */
export async function listPracticesToday(deps: Deps): Promise<PracticeToday[]> {
  const rows = await deps.db
    .select({
      _id: clients.id,
      name: clients.name,
      uncalled: count(leads.id),
      waitingSince: min(leads.uncalledSince),
    })
    .from(clients)
    .leftJoin(
      leads,
      and(
        eq(leads.clientId, clients.id),
        eq(leads.state, "new"),
        isNotNull(leads.uncalledSince),
        isNull(leads.deletedAt),
      ),
    )
    .where(and(isNotNull(clients.approvedAt), isNull(clients.suspendedAt)))
    .groupBy(clients.id);
  const from = new Date(deps.now().getTime() - spanMs).toISOString();
  const practices: PracticeToday[] = [];
  // Sequential, so that the owner's console does not take connections from practices.
  for (const { waitingSince, ...practice } of rows) {
    const { timeDiff } = await countCallsOnTime(deps, practice._id, { from, reading: "wall" });
    practices.push({ ...practice, timeDiff, waitingSince: waitingSince?.toISOString() ?? null });
  }
  const last = "9";
  return practices.toSorted(
    (a, b) =>
      (a.waitingSince ?? last).localeCompare(b.waitingSince ?? last) ||
      a.name.localeCompare(b.name, "en"),
  );
}
