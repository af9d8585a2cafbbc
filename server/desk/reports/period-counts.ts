// Counts what happened at a practice in a few days, for the morning email and to notice when
// nothing happened.
import { and, eq, gte, isNull, lt, sql } from "drizzle-orm";
import { totalOf } from "#contract/month-lines.ts";
import { calls, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { breakDownFigures } from "./breakdown.ts";

export type PeriodCounts = {
  /**
   * How many inquiries with a clock arrived, as in Reports, and how many of those weren't called.
   */
  leads: number;
  uncalled: number;
  /**
   * How many calls were made, regardless of when their leads arrived, and how many of those ended
   * in a booking.
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
