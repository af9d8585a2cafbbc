// Moves inquiries and their leads to another campaign, with what they count in the rollups.
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { inquiries, leads, rollups } from "#server/db/schema.ts";
import { beginning, counters } from "#server/desk/reports/facts.ts";
import { factsFromRows } from "#server/desk/reports/facts-from-rows.ts";
import { columns, rollupsLock } from "#server/desk/reports/rollups.ts";

type Move = { clientId: string; from: string; into: string };

/**
 * Moves all inquiries of a campaign and returns their ids. The caller must have locked the
 * campaign, so that no inquiry is added during the move.
 */
export async function moveCampaign(
  tx: Transaction,
  { clientId, from, into }: Move,
): Promise<string[]> {
  await lockLeads(tx, { clientId, from });
  await tx.execute(sql`select ${rollupsLock("shared", clientId)}`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    update ${inquiries} set campaign_id = ${into}::uuid
    where client_id = ${clientId} and campaign_id = ${from}::uuid returning id`);
  await tx.execute(sql`
    update ${leads} set campaign_id = ${into}::uuid
    where client_id = ${clientId} and campaign_id = ${from}::uuid`);
  // All rollup rows with this key are moved. No other transaction changes them, because the leads
  // are locked.
  await tx.execute(sql`
    update ${rollups} set key = ${into}
    where client_id = ${clientId} and part = 'campaign' and key = ${from}`);
  return rows.map(({ id }) => id);
}

/**
 * Moves only these inquiries. A lead's campaign is that of its newest inquiry that has an origin.
 */
export async function moveInquiries(
  tx: Transaction,
  { clientId, from, into }: Move,
  inquiryIds: string[],
): Promise<void> {
  if (inquiryIds.length === 0) return;
  await lockLeads(tx, { clientId, from });
  await tx.execute(sql`select ${rollupsLock("shared", clientId)}`);
  const ids = sql.param(inquiryIds);
  const areThey = sql`client_id = ${clientId} and id = any(${ids}::uuid[])`;
  const areMoved = sql`${areThey} and campaign_id = ${from}::uuid`;
  await addFacts(tx, clientId, "inquiries", areMoved, "-");
  const { rows: moved } = await tx.execute<{ id: string }>(sql`
    update ${inquiries} set campaign_id = ${into}::uuid where ${areMoved} returning id`);
  const movedIds = sql.param(moved.map(({ id }) => id));
  const areBack = sql`client_id = ${clientId} and id = any(${movedIds}::uuid[])`;
  await addFacts(tx, clientId, "inquiries", areBack, "+");
  // The rule is the same as in `valuesOf` in refresh-lead.ts.
  const { rows: found } = await tx.execute<{ id: string; campaignId: string | null }>(sql`
    select distinct on (coalesce(merged_from, lead_id)) coalesce(merged_from, lead_id) as id,
      campaign_id as "campaignId"
    from ${inquiries}
    where client_id = ${clientId} and coalesce(source_id, campaign_id) is not null
      and lead_id in (select lead_id from ${inquiries} where ${areBack})
    order by coalesce(merged_from, lead_id), submitted_at desc, ${inquiries}.id desc`);
  const followers = found.filter(({ campaignId }) => campaignId === into);
  const leadIds = sql.param(followers.map(({ id }) => id));
  const areFollowers = sql`client_id = ${clientId} and id = any(${leadIds}::uuid[])
    and campaign_id = ${from}::uuid`;
  await addFacts(tx, clientId, "leads", areFollowers, "-");
  const { rows: back } = await tx.execute<{ id: string }>(sql`
    update ${leads} set campaign_id = ${into}::uuid where ${areFollowers} returning id`);
  const backIds = sql.param(back.map(({ id }) => id));
  await addFacts(
    tx,
    clientId,
    "leads",
    sql`client_id = ${clientId} and id = any(${backIds}::uuid[])`,
    "+",
  );
}

/**
 * Locks the leads of these inquiries, survivors first. Everything that changes what a lead counts
 * locks that lead.
 */
async function lockLeads(tx: Transaction, { clientId, from }: Omit<Move, "into">): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
  const { rows } = await tx.execute<{ id: string }>(sql`
    select lead_id as id from ${inquiries}
    where client_id = ${clientId} and campaign_id = ${from}::uuid
    union select merged_from from ${inquiries}
    where client_id = ${clientId} and campaign_id = ${from}::uuid and merged_from is not null
    union select id from ${leads} where client_id = ${clientId} and campaign_id = ${from}::uuid
    union select merged_into from ${leads}
    where client_id = ${clientId} and campaign_id = ${from}::uuid and merged_into is not null`);
  const ids = sql.param(rows.map(({ id }) => id));
  await tx.execute(sql`
    select id from ${leads} where client_id = ${clientId} and id = any(${ids}::uuid[])
    order by merged_into is not null, id for no key update`);
}

/** Adds what these rows count to the rollups of their campaigns, or subtracts it. */
async function addFacts(
  tx: Transaction,
  clientId: string,
  table: "inquiries" | "leads",
  where: SQL,
  sign: "+" | "-",
): Promise<void> {
  const names = columns((name) => name);
  const facts = factsFromRows(table, where, { counters, parts: ["campaign"], isByDay: true });
  await tx.execute(sql`
    insert into ${rollups} (client_id, part, span, since, key, ${names})
    select ${clientId}, part,
      case grouping(day, month) when 1 then 'day' when 2 then 'month' else 'all' end as span,
      case grouping(day, month) when 1 then day when 2 then month else ${beginning} end as since,
      key, ${columns((name) => `${sign}sum(${name})`)}
    from (select *, date_trunc('month', day)::date as month from (${facts}) as days) as dated
    group by grouping sets ((part, key, day), (part, key, month), (part, key))`);
}
