// A practice's counts for a few days, for the morning email and to detect that nothing happened.
import { and, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { totalOf } from "#contract/month-lines.ts";
import { calls, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { breakDownFigures } from "./breakdown.ts";

export type PeriodCounts = {
  /** Inquiries with a clock that arrived, as in Reports, and how many of them weren't called. */
  leads: number;
  uncalled: number;
  /**
   * Calls that were made, regardless of when the lead arrived, and how many of them led to a
   * booking.
   */
  calls: number;
  booked: number;
};

export async function countPeriod(
  deps: Deps,
  clientId: string,
  { from, to }: { from: Date; to: Date },
): Promise<PeriodCounts> {
  const period = { from: from.toISOString(), to: to.toISOString() };
  const figures = await breakDownFigures(deps, clientId, { ...period, reading: "wall" });
  const { total, onTheClock, uncalled } = figures;
  const isOfLead = and(eq(leads.clientId, clientId), eq(leads.id, calls.leadId));
  const [made] = await deps.db
    .select({
      calls: sql`count(*)`.mapWith(Number),
      booked: sql`count(*) filter (where ${calls.outcome} = 'booked')`.mapWith(Number),
    })
    .from(calls)
    .innerJoin(leads, isOfLead)
    .where(
      and(
        eq(calls.clientId, clientId),
        isNull(calls.voidedAt),
        eq(leads.isTest, false),
        gte(calls.calledAt, from),
        lt(calls.calledAt, to),
      ),
    );
  if (!made) throw new Error("The sums returned no row");
  return { leads: totalOf(total) + onTheClock, uncalled: uncalled + onTheClock, ...made };
}
