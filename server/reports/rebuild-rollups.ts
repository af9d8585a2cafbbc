// Rebuilds every rollup from the rows that it counts; this defines what `rollups.ts` maintains.
import { sql } from "drizzle-orm";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import type { Transaction } from "#server/db/database.ts";
import { clients } from "#server/db/schema.ts";
import { rebuildFigureParts } from "./figure-parts.ts";

/** Rebuilds every practice, one after the other. Changes of leads wait until all are done. */
export async function rebuildAllRollups(tx: Transaction): Promise<void> {
  for (const { id } of await tx.select({ id: clients.id }).from(clients)) {
    await rebuildRollups(tx, id);
  }
}

/** Rebuilds one practice. Concurrent changes of leads wait until it is done. */
export async function rebuildRollups(tx: Transaction, clientId: string): Promise<void> {
  const meant = sql`client_id = ${clientId}`;
  // A large practice may take longer than the usual statement timeout.
  await tx.execute(sql`set local statement_timeout = 0`);
  // Changes before this lock are visible to the counts below; later ones are added after them.
  await lockRollups(tx);
  await tx.execute(sql`
    update leads set is_counted = deleted_at is null
    where ${meant} and erased_at is null and is_counted <> (deleted_at is null)`);
  await tx.execute(sql`delete from figure_rollups where ${meant}`);
  await tx.execute(sql`delete from queue_rollups where ${meant}`);
  await tx.execute(sql`
    insert into figure_rollups (client_id, day, campaign_id, leads, customers, lt10, lt60, other,
      open_lt10, open_lt60, open_other, entered_later)
    select client_id, day, campaign_id, sum(leads), sum(customers), sum(lt10), sum(lt60), sum(other),
      sum(open_lt10), sum(open_lt60), sum(open_other), sum(entered_later)
    from (
      select client_id, ${dayOf("started_at")} as day, campaign_id, count(*) as leads,
        count(booked_at) as customers, 0 as lt10, 0 as lt60, 0 as other, 0 as open_lt10,
        0 as open_lt60, 0 as open_other, 0 as entered_later
      from leads where ${meant} and is_counted and not is_test group by 1, 2, 3
      union all
      select client_id, ${dayOf("clock_started_at")}, campaign_id, 0, 0,
        ${countCalled("-infinity", "wall_on_time_until")},
        ${countCalled("wall_on_time_until", "wall_late_at")},
        ${countCalled("wall_late_at", "infinity")},
        ${countCalled("-infinity", "open_until")},
        ${countCalled("open_until", "open_late")},
        ${countCalled("open_late", "infinity")},
        count(*) filter (where is_first_call_entered_later)
      from (
        select *,
          clock_started_at + make_interval(mins => ${onTimeMinutes}::int) as wall_on_time_until,
          clock_started_at + make_interval(mins => ${lateAfterMinutes}::int) as wall_late_at,
          coalesce(open_on_time_until, 'infinity') as open_until,
          coalesce(open_late_at, 'infinity') as open_late
        from inquiries
        where ${meant} and clock_started_at is not null and first_called_at is not null
      ) as called
      group by 1, 2, 3
    ) as counted
    group by 1, 2, 3`);
  await tx.execute(sql`
    insert into queue_rollups (client_id, due_on, leads, uncalled, archived)
    select client_id, case when state = 'callback' then ${dayOf("call_back_at")} end,
      count(*) filter (where state <> 'archived'),
      count(*) filter (where state = 'new' and uncalled_since is not null),
      count(*) filter (where state = 'archived')
    from leads
    where ${meant} and deleted_at is null
      and (state in ('new', 'archived') or (state = 'callback' and call_back_at is not null))
    group by 1, 2`);
  await rebuildFigureParts(tx, clientId);
}

async function lockRollups(tx: Transaction) {
  await tx.execute(sql`lock table figure_rollups, queue_rollups, figure_parts, figure_days
    in exclusive mode`);
}

/** The UTC day of a timestamp column. */
function dayOf(column: string) {
  return sql`(${sql.identifier(column)} at time zone 'UTC')::date`;
}

/** Counts first calls from one column's timestamp (inclusive) to the other's (exclusive). */
function countCalled(from: string, to: string) {
  const end = (name: string) =>
    name.endsWith("infinity") ? sql`${sql.raw(`'${name}'`)}::timestamptz` : sql.identifier(name);
  return sql`count(*) filter (where first_called_at >= ${end(from)} and first_called_at < ${end(to)})`;
}
