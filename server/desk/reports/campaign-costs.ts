// Counts spend and the people who inquired by campaign. It is one statement, so the counts are a
// single snapshot.
import { eq, sql } from "drizzle-orm";
import type { CampaignCosts, CampaignPlatform } from "#contract/campaigns.ts";
import type { FigureQuery } from "#contract/figures.ts";
import { dayAfter, dayIn, daysUntil, startOfDay } from "#contract/zones.ts";
import { campaignDays, campaigns, clients, inquiries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { type Sums, withCosts } from "./costs.ts";

type Row = Sums & { id: string | null; name: string | null; platform: CampaignPlatform | null };

/**
 * Handles `GET /api/leads/figures/costs`. Each person counts once per campaign, on the local day
 * when the clock of their inquiry started, if that day has recorded spend. Inquiries without a
 * clock, tests, imports, walk-ins, repeated inquiries during a running clock, and voided bookings
 * don't count. Archived, deleted, erased and merged leads still count.
 */
export async function countCosts(
  { db, now }: Deps,
  clientId: string,
  { from, to, campaign }: Pick<FigureQuery, "from" | "to" | "campaign">,
): Promise<CampaignCosts> {
  const [practice] = await db
    .select({ timeZone: clients.timeZone })
    .from(clients)
    .where(eq(clients.id, clientId));
  if (!practice) throw new Error("The practice is gone");
  const { timeZone } = practice;
  const since = from ?? "-infinity";
  const until = to ?? "infinity";
  const ofCampaign = sql`(${campaign ?? null}::uuid is null or campaign_id = ${campaign ?? null}::uuid)`;
  const { rows } = await db.execute<Row>(sql`
    with days as (
      select campaign_id, day, impressions, clicks, spend_cents from ${campaignDays}
      where client_id = ${clientId} and ${ofCampaign}
        and day::timestamp at time zone ${timeZone} >= ${since}::timestamptz
        and day::timestamp at time zone ${timeZone} < ${until}::timestamptz
    ), asked as (
      select campaign_id, coalesce(merged_from, lead_id) as lead_id, (clock_started_at at time zone ${timeZone})::date as day,
        first_called_at is not null as is_called, first_booked_at is not null as is_booked
      from ${inquiries}
      where client_id = ${clientId} and campaign_id is not null and ${ofCampaign}
        and clock_started_at >= ${since}::timestamptz and clock_started_at < ${until}::timestamptz
    ), people as (
      select asked.campaign_id,
        count(distinct lead_id) filter (where spend_cents is not null)::int as leads,
        count(distinct lead_id) filter (where spend_cents is not null and is_called)::int as called,
        count(distinct lead_id) filter (where spend_cents is not null and is_booked)::int as booked,
        count(distinct lead_id) filter (where spend_cents is null)::int as without_spend
      from asked left join days on days.campaign_id = asked.campaign_id and days.day = asked.day
      group by grouping sets ((), (asked.campaign_id))
    ), spent as (
      select campaign_id, sum(spend_cents)::float8 as spend_cents, sum(impressions)::float8 as impressions,
        sum(clicks)::float8 as clicks,
        count(distinct day) filter (where spend_cents is not null)::int as spend_days,
        (min(day) filter (where spend_cents is not null))::text as first_spend_day,
        (max(day) filter (where spend_cents is not null))::text as last_spend_day
      from days group by grouping sets ((), (campaign_id))
    )
    select coalesce(people.campaign_id, spent.campaign_id) as id, campaigns.name, campaigns.platform,
      spent.spend_cents as "spendCents", spent.impressions, spent.clicks,
      coalesce(spend_days, 0) as "spendDays", first_spend_day as "firstSpendDay",
      last_spend_day as "lastSpendDay", coalesce(leads, 0) as leads, coalesce(called, 0) as called,
      coalesce(booked, 0) as booked, coalesce(without_spend, 0) as "leadsWithoutSpend"
    from people full join spent
      on coalesce(people.campaign_id::text, '') = coalesce(spent.campaign_id::text, '')
    left join ${campaigns} on campaigns.client_id = ${clientId}
      and campaigns.id = coalesce(people.campaign_id, spent.campaign_id)
    order by spent.spend_cents desc nulls last, leads desc nulls last, id`);
  const total = rows.find(({ id }) => id === null);
  if (!total) throw new Error("The sums returned no row");
  return {
    total: withCosts(sumsOf(total)),
    campaigns: rows.flatMap((row) =>
      row.id && row.name && row.platform
        ? [{ _id: row.id, name: row.name, platform: row.platform, ...withCosts(sumsOf(row)) }]
        : [],
    ),
    periodDays: from
      ? daysBetween(new Date(from), to ? new Date(to) : null, now(), timeZone)
      : null,
  };
}

function sumsOf({ id: _id, name: _name, platform: _platform, ...sums }: Row): Sums {
  return sums;
}

/** Counts the days that begin in the period, up to now. */
function daysBetween(from: Date, to: Date | null, now: Date, timeZone: string): number {
  const end = to && to < now ? to : now;
  if (end <= from) return 0;
  const day = dayIn(from, timeZone);
  const isWhole = startOfDay(day, timeZone).getTime() === from.getTime();
  const last = dayIn(new Date(end.getTime() - 1), timeZone);
  return Math.max(0, daysUntil(isWhole ? day : dayAfter(day, 1), last) + 1);
}
