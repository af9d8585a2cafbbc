// Recomputes the rollups from the rows that they count. Needed after rows were written directly.
import { sql } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/database.ts";
import { clients, inquiries, leads, rollups } from "#server/db/schema.ts";
import { beginning, counters } from "./facts.ts";
import { factsFromRows, queueFactsFromRows } from "./facts-from-rows.ts";
import { columns, rollupsLock } from "./rollups.ts";

/** Rebuilds the rollups of every practice, each in its own transactions. */
export async function rebuildAllRollups(db: Database): Promise<void> {
  for (const { id } of await db.select({ id: clients.id }).from(clients)) {
    // This is committed first. Otherwise, a rebuild that has locked a lead's row would wait for a
    // change to that lead, which waits for the row: a deadlock.
    await db.transaction((tx) => repairRows(tx, id));
    await db.transaction((tx) => rebuildRollups(tx, id));
  }
}

/**
 * Rebuilds the rollups of one practice. It locks only those, so only changes to this practice's
 * leads wait for it.
 */
export async function rebuildRollups(tx: Transaction, clientId: string): Promise<void> {
  const isOurs = sql`client_id = ${clientId}`;
  await allowLongStatements(tx);
  // Changes committed before this lock are included in the counts below, and later changes are
  // added to them.
  await tx.execute(sql`select ${rollupsLock("exclusive", clientId)}`);
  await tx.execute(sql`delete from ${rollups} where ${isOurs}`);
  const names = columns((name) => name);
  const whole = { counters, isByDay: true };
  await tx.execute(sql`
    with days as (
      ${factsFromRows("inquiries", isOurs, whole)} union all ${factsFromRows("leads", isOurs, whole)}
    )
    insert into rollups (client_id, part, span, since, key, ${names})
    select ${clientId}, part,
      case grouping(day, month) when 1 then 'day' when 2 then 'month' else 'all' end as span,
      case grouping(day, month) when 1 then day when 2 then month else ${beginning} end as since,
      key, ${columns((name) => `sum(${name})`)}
    from (select *, date_trunc('month', day)::date as month from days) as dated
    group by grouping sets ((part, key, day), (part, key, month), (part, key))
    -- The rows of a period are stored together.
    order by span, since`);
  await tx.execute(sql`
    insert into rollups (client_id, part, span, since, key, leads)
    select ${clientId}, part, span, since, '', leads from (${queueFactsFromRows(isOurs)}) as queue`);
}

/** Fills in derived columns that are missing because rows were written directly. */
async function repairRows(tx: Transaction, clientId: string): Promise<void> {
  await allowLongStatements(tx);
  await tx.execute(sql`
    update ${leads} set is_counted = deleted_at is null
    where client_id = ${clientId} and erased_at is null and merged_into is null
      and is_counted <> (deleted_at is null)`);
  // The hour of the week, in the time zone that was in effect when the clock started.
  await tx.execute(sql`
    update ${inquiries} as asked
    set started_hour = extract(dow from local) * 24 + extract(hour from local)
    from (
      select client_id, id, clock_started_at at time zone coalesce(
        (select time_zone from open_hours where open_hours.client_id = inquiries.client_id
          and in_force_from <= clock_started_at order by in_force_from desc limit 1),
        (select time_zone from clients where clients.id = inquiries.client_id)) as local
      from inquiries
      where client_id = ${clientId} and clock_started_at is not null and started_hour is null
    ) as found
    where asked.client_id = found.client_id and asked.id = found.id`);
}

/** Turns off the statement timeout, because a large practice may take longer than that. */
async function allowLongStatements(tx: Transaction): Promise<void> {
  await tx.execute(sql`set local statement_timeout = 0`);
}
