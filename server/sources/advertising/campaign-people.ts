// The totals of two campaigns before they are merged.
import { and, asc, eq, ne, sql } from "drizzle-orm";
import type { MergePreview, MergeSums } from "#contract/campaigns.ts";
import type { Transaction } from "#server/db/database.ts";
import { campaignDays, campaigns, clients, inquiries, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { costOf } from "#server/desk/reports/costs.ts";
import { AppError } from "#server/errors.ts";
import { type CampaignOf, isShown } from "./campaigns.ts";

/**
 * Lists the campaigns that this one can be merged into and, with `into`, the totals of both before
 * and after the merge. Throws `not_found` for a campaign that it can't be merged into.
 */
export async function previewMerge(
  { db }: Pick<Deps, "db">,
  { id, clientId }: CampaignOf,
  into: string | undefined,
): Promise<MergePreview> {
  const others = await db
    .select({ _id: campaigns.id, name: campaigns.name, platform: campaigns.platform })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, clientId), ne(campaigns.id, id), isShown))
    .orderBy(asc(sql`lower(${campaigns.name})`), asc(campaigns.id));
  if (!into) return { others, sums: null };
  if (!others.some(({ _id }) => _id === into)) throw new AppError("not_found");
  const [from, other, result] = await Promise.all(
    [[id], [into], [id, into]].map((ids) => sumUp(db, clientId, ids)),
  );
  if (!from || !other || !result) throw new Error("The sums returned too few rows");
  return { others, sums: { from, into: other, result } };
}

/** Counts like `readCampaignWeeks`, but for all time and as if these campaigns were one. */
async function sumUp(db: Deps["db"], clientId: string, ids: string[]): Promise<MergeSums> {
  const among = sql`campaign_id = any(${sql.param(ids)}::uuid[])`;
  const { rows } = await db.execute<{ spend: number | null; leads: number; paid: number }>(sql`
    with days as (
      select day, sum(spend_cents) as spend_cents from ${campaignDays}
      where client_id = ${clientId} and ${among} group by day
    ), asked as (
      select coalesce(merged_from, lead_id) as lead_id, (clock_started_at at time zone (
        select time_zone from ${clients} where id = ${clientId}))::date as day
      from ${inquiries}
      where client_id = ${clientId} and ${among} and clock_started_at is not null
    )
    select (select sum(spend_cents) from days)::float8 as spend,
      count(distinct lead_id)::int as leads,
      count(distinct lead_id) filter (where spend_cents is not null)::int as paid
    from asked left join days on days.day = asked.day`);
  const [row] = rows;
  if (!row) throw new Error("The sums returned no row");
  return { spendCents: row.spend, leads: row.leads, perLead: costOf(row.spend, row.paid) };
}

/** Counts the people who came through it, including test leads and imported ones. */
export async function countPeople(tx: Transaction, { id, clientId }: CampaignOf): Promise<number> {
  const { rows } = await tx.execute<{ people: number }>(sql`
    select count(*)::int as people from (
      select lead_id from ${inquiries} where client_id = ${clientId} and campaign_id = ${id}
      union select id from ${leads} where client_id = ${clientId} and campaign_id = ${id}
    ) as people`);
  return rows[0]?.people ?? 0;
}
