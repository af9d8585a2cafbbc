// What a practice's figures say. They count enquiries, called or not, and take nothing back.
import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { CallsOnTime, FigureQuery, LeadCounts } from "#contract/leads.ts";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import { campaigns, enquiries, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** `GET /api/leads/cot`: uncalled ones are late as soon as an hour has passed, before that nothing. */
export async function countCallsOnTime(
  deps: Deps,
  clientId: string,
  query: FigureQuery,
): Promise<CallsOnTime> {
  const judgedAt = sql`coalesce(${enquiries.firstCalledAt}, ${deps.now()})`;
  const isCalled = sql`${enquiries.firstCalledAt} is not null`;
  const { onTimeUntil, lateAt } = limits[query.reading];
  const isLate = sql`${judgedAt} >= ${lateAt}`;
  const [row] = await deps.db
    .select({
      lt10: countWhere(sql`${isCalled} and ${judgedAt} < ${onTimeUntil}`),
      lt60: countWhere(sql`${isCalled} and ${judgedAt} >= ${onTimeUntil} and not ${isLate}`),
      other: countWhere(isLate),
      enteredLater: countWhere(sql`${enquiries.isFirstCallEnteredLater}`),
    })
    .from(enquiries)
    .where(
      and(
        eq(enquiries.clientId, clientId),
        isNotNull(enquiries.clockStartedAt),
        inPeriod(sql`${enquiries.clockStartedAt}`, query),
        query.campaign ? eq(enquiries.campaignId, query.campaign) : undefined,
      ),
    );
  const { enteredLater = 0, ...timeDiff } = row ?? { lt10: 0, lt60: 0, other: 0 };
  return { timeDiff, enteredLater };
}

const after = (minutes: number) =>
  sql`${enquiries.clockStartedAt} + make_interval(mins => ${minutes}::int)`;

/** Until when a call is on time and from when on it is late. A practice that never opens is never late. */
const limits = {
  wall: { onTimeUntil: after(onTimeMinutes), lateAt: after(lateAfterMinutes) },
  open: {
    onTimeUntil: sql`coalesce(${enquiries.openOnTimeUntil}, 'infinity')`,
    lateAt: sql`coalesce(${enquiries.openLateAt}, 'infinity')`,
  },
};

/** `GET /api/leads/count` */
export async function countLeads(
  deps: Deps,
  clientId: string,
  query: FigureQuery,
): Promise<LeadCounts> {
  const [counted] = await deps.db
    .select({
      leadsCount: countWhere(sql`true`),
      newCustomers: countWhere(sql`${leads.bookedAt} is not null`),
    })
    .from(leads)
    .where(
      and(
        eq(leads.clientId, clientId),
        isNull(leads.deletedAt),
        inPeriod(sql`${leads.startedAt}`, query),
        query.campaign ? eq(leads.campaignId, query.campaign) : undefined,
      ),
    );
  const [recorded] = await deps.db
    .select({
      campaigns: countWhere(sql`${campaigns.endedAt} is null`),
      impressions: sql<number>`coalesce(sum(${campaigns.impressions}), 0)::float8`,
      impressionsAsOf: sql<string | null>`max(${campaigns.impressionsAsOf})::text`,
    })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.clientId, clientId),
        query.campaign ? eq(campaigns.id, query.campaign) : undefined,
      ),
    );
  return {
    leadsCount: counted?.leadsCount ?? 0,
    newCustomers: counted?.newCustomers ?? 0,
    campaigns: recorded?.campaigns ?? 0,
    impressions: recorded?.impressions ?? 0,
    impressionsAsOf: recorded?.impressionsAsOf ?? null,
  };
}

function countWhere(condition: SQL) {
  return sql<number>`(count(*) filter (where ${condition}))::int`;
}

function inPeriod(moment: SQL, { from, to }: FigureQuery): SQL | undefined {
  return and(
    from ? gte(moment, new Date(from)) : undefined,
    to ? lt(moment, new Date(to)) : undefined,
  );
}
