// What a campaign did week by week, next to the same number of previous weeks.
import { and, between, desc, eq, sql } from "drizzle-orm";
import type {
  CampaignDay,
  CampaignPeriod,
  CampaignWeeks,
  CampaignWeeksQuery,
} from "#contract/campaigns.ts";
import { dayAfter, dayIn, startOfDay } from "#contract/zones.ts";
import { campaignDays, clients, inquiries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { costOf } from "#server/desk/reports/costs.ts";
import type { CampaignOf } from "./campaigns.ts";
import { type Span, spansOf } from "./week-spans.ts";

/**
 * Handles `GET /api/admin/campaigns/{id}/weeks`. People are counted as in `countCosts`, once per
 * week and once for the whole period, even on days without recorded spend; these days don't count
 * toward a cost. Days after today in the practice's time zone are cut off.
 */
export async function readCampaignWeeks(
  deps: Pick<Deps, "db" | "now">,
  which: CampaignOf,
  { weeks: count, until }: CampaignWeeksQuery,
): Promise<CampaignWeeks> {
  const timeZone = await readTimeZone(deps, which);
  const today = dayIn(deps.now(), timeZone);
  const last = until && until < today ? until : today;
  const { total, before, weeks } = spansOf(last, Number(count));
  const month = { from: `${today.slice(0, 7)}-01`, to: today };
  const [figures, days, monthSpendCents] = await Promise.all([
    countEach(deps, which, timeZone, [total, before, ...weeks]),
    listDays(deps, which, total),
    sumSpend(deps, which, month),
  ]);
  const [ofTotal, ofBefore, ...ofWeeks] = figures;
  if (!ofTotal || !ofBefore) throw new Error("The sums returned too few rows");
  return {
    total: ofTotal,
    before: ofBefore,
    weeks: ofWeeks.map((week) => ({
      ...week,
      days: days.filter(({ day }) => day >= week.from && day <= week.to),
    })),
    hasNewer: last < today,
    month: today.slice(0, 7),
    monthSpendCents,
  };
}

type Tools = Pick<Deps, "db">;

async function readTimeZone({ db }: Tools, { clientId }: CampaignOf): Promise<string> {
  const [practice] = await db
    .select({ timeZone: clients.timeZone })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!practice) throw new Error("The practice is gone");
  return practice.timeZone;
}

type Row = {
  impressions: number | null;
  clicks: number | null;
  spendCents: number | null;
  leads: number;
  booked: number;
  leadsWithSpend: number;
  bookedWithSpend: number;
};

/** Counts the spans in their order, in one statement so that all counts come from one snapshot. */
async function countEach(
  { db }: Tools,
  { id, clientId }: CampaignOf,
  timeZone: string,
  spans: Span[],
): Promise<CampaignPeriod[]> {
  const [firsts, lasts] = [spans.map(({ from }) => from), spans.map(({ to }) => to)];
  const [first = "", last = ""] = [firsts.toSorted()[0], lasts.toSorted().at(-1)];
  const since = startOfDay(first, timeZone).toISOString();
  const until = startOfDay(dayAfter(last, 1), timeZone).toISOString();
  const { rows } = await db.execute<Row>(sql`
    with days as (
      select day, impressions, clicks, spend_cents from ${campaignDays}
      where client_id = ${clientId} and campaign_id = ${id}
        and day between ${first}::date and ${last}::date
    ), asked as (
      select coalesce(merged_from, lead_id) as lead_id, first_booked_at is not null as is_booked,
        (clock_started_at at time zone ${timeZone})::date as day
      from ${inquiries}
      where client_id = ${clientId} and campaign_id = ${id}
        and clock_started_at >= ${since}::timestamptz and clock_started_at < ${until}::timestamptz
    ), people as (
      select asked.lead_id, asked.is_booked, asked.day, days.spend_cents is not null as is_paid
      from asked left join days on days.day = asked.day
    )
    select spent.impressions, spent.clicks, spent.spend_cents as "spendCents",
      counted.leads, counted.booked, counted.leads_with_spend as "leadsWithSpend",
      counted.booked_with_spend as "bookedWithSpend"
    from unnest(${sql.param(firsts)}::date[], ${sql.param(lasts)}::date[]) with ordinality
      as span(first, last, place)
    cross join lateral (
      select sum(days.impressions)::float8 as impressions, sum(days.clicks)::float8 as clicks,
        sum(days.spend_cents)::float8 as spend_cents
      from days where days.day between span.first and span.last
    ) as spent
    cross join lateral (
      select count(distinct people.lead_id)::int as leads,
        count(distinct people.lead_id) filter (where is_booked)::int as booked,
        count(distinct people.lead_id) filter (where is_paid)::int as leads_with_spend,
        count(distinct people.lead_id) filter (where is_paid and is_booked)::int
          as booked_with_spend
      from people where people.day between span.first and span.last
    ) as counted
    order by span.place`);
  return rows.map(({ leadsWithSpend, bookedWithSpend, ...row }, place) => ({
    ...{ from: firsts[place] ?? "", to: lasts[place] ?? "" },
    ...row,
    perLead: costOf(row.spendCents, leadsWithSpend),
    perBooked: costOf(row.spendCents, bookedWithSpend),
  }));
}

async function listDays({ db }: Tools, which: CampaignOf, span: Span): Promise<CampaignDay[]> {
  const { day, impressions, clicks, spendCents, origin } = campaignDays;
  return db
    .select({ day, impressions, clicks, spendCents, origin })
    .from(campaignDays)
    .where(isWithin(which, span))
    .orderBy(desc(day));
}

async function sumSpend({ db }: Tools, which: CampaignOf, span: Span): Promise<number | null> {
  const [sum] = await db
    .select({ cents: sql<number | null>`sum(${campaignDays.spendCents})::float8` })
    .from(campaignDays)
    .where(isWithin(which, span));
  return sum?.cents ?? null;
}

function isWithin({ id, clientId }: CampaignOf, { from, to }: Span) {
  return and(
    eq(campaignDays.clientId, clientId),
    eq(campaignDays.campaignId, id),
    between(campaignDays.day, from, to),
  );
}
