// Counts calls by the person who made them, for a practice's managers.
import {
  and,
  count,
  countDistinct,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  sql,
} from "drizzle-orm";
import { spokenOutcomes } from "#contract/call-outcomes.ts";
import type { FigureQuery, FiguresByPerson } from "#contract/figures.ts";
import { accounts, calls, inquiries, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/**
 * Handles `GET /api/leads/figures/people`. People are sorted by name and never ranked. A call
 * counts in the period in which it was made, and a wait in the period in which the inquiry arrived.
 * The counting mode makes no difference.
 */
export async function countByPerson(
  { db }: Pick<Deps, "db">,
  clientId: string,
  { from, to, campaign }: Pick<FigureQuery, "from" | "to" | "campaign">,
): Promise<FiguresByPerson> {
  const people = await db.select().from(accounts).where(eq(accounts.clientId, clientId));
  const ofLead = and(eq(leads.clientId, clientId), eq(leads.id, calls.leadId));
  const ofPeriod = and(
    eq(calls.clientId, clientId),
    isNull(calls.voidedAt),
    eq(leads.isTest, false),
    from ? gte(calls.calledAt, new Date(from)) : undefined,
    to ? lt(calls.calledAt, new Date(to)) : undefined,
    campaign ? eq(leads.campaignId, campaign) : undefined,
  );
  const made = await db
    .select({
      accountId: calls.accountId,
      attempts: count(),
      reached:
        sql<number>`count(*) filter (where ${inArray(calls.outcome, spokenOutcomes)})`.mapWith(
          Number,
        ),
      booked: sql<number>`count(*) filter (where ${calls.outcome} = 'booked')`.mapWith(Number),
    })
    .from(calls)
    .innerJoin(leads, ofLead)
    .where(ofPeriod)
    .groupBy(calls.accountId);
  const forOthers = await db
    .select({ accountId: calls.outcomeBy, results: count() })
    .from(calls)
    .innerJoin(leads, ofLead)
    .where(
      and(
        ...[ofPeriod, isNotNull(calls.outcomeBy)],
        // `is distinct from` also counts results that a person entered for an office phone's call,
        // which has no account.
        sql`${calls.outcomeBy} is distinct from ${calls.accountId}`,
      ),
    )
    .groupBy(calls.outcomeBy);
  const wait = sql`extract(epoch from ${inquiries.firstCalledAt} - ${inquiries.clockStartedAt}) / 60`;
  const first = await db
    .select({
      accountId: calls.accountId,
      firstCalls: countDistinct(inquiries.id),
      medianMinutes: sql<number>`percentile_cont(0.5) within group (order by ${wait})`.mapWith(
        Number,
      ),
    })
    .from(inquiries)
    .innerJoin(
      calls,
      and(
        eq(calls.clientId, clientId),
        eq(calls.leadId, inquiries.leadId),
        eq(calls.calledAt, inquiries.firstCalledAt),
        isNull(calls.voidedAt),
      ),
    )
    .where(
      and(
        eq(inquiries.clientId, clientId),
        from ? gte(inquiries.clockStartedAt, new Date(from)) : undefined,
        to ? lt(inquiries.clockStartedAt, new Date(to)) : undefined,
        campaign ? eq(inquiries.campaignId, campaign) : undefined,
      ),
    )
    .groupBy(calls.accountId);
  const madeBy = new Map(made.map((row) => [row.accountId, row]));
  const resultsBy = new Map(forOthers.map((row) => [row.accountId, row.results]));
  const firstBy = new Map(first.map((row) => [row.accountId, row]));
  // Calls by office phones have no account, so their id is null.
  const figuresOf = (id: string | null) => {
    const { attempts = 0, reached = 0, booked = 0 } = madeBy.get(id) ?? {};
    const { firstCalls = 0, medianMinutes = null } = firstBy.get(id) ?? {};
    return { attempts, reached, booked, firstCalls, medianMinutes };
  };
  const ofPhones = figuresOf(null);
  return {
    officePhones: ofPhones.attempts + ofPhones.firstCalls > 0 ? ofPhones : null,
    people: people
      .flatMap(({ id, firstName, lastName, deactivatedAt }) => {
        const counted = figuresOf(id);
        const resultsForOthers = resultsBy.get(id) ?? 0;
        // A deactivated person is listed only if they called or entered results in the period.
        if (deactivatedAt && counted.attempts + resultsForOthers + counted.firstCalls === 0)
          return [];
        const name = `${firstName} ${lastName}`;
        return {
          ...{ _id: id, name, isDeactivated: deactivatedAt !== null },
          ...{ ...counted, resultsForOthers },
        };
      })
      .toSorted((a, b) => a.name.localeCompare(b.name, "en")),
  };
}
