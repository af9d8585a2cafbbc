// Finds which practices have copied a set and which have an update to take. This is the rule of
// offers.ts and set-settings.ts in SQL, for many practices at once. A test compares the two.
import { type SQL, sql } from "drizzle-orm";
import { usualWeek } from "#contract/open-hours.ts";
import { type TemplateSet, templateSetLimits } from "#contract/template-sets.ts";
import type { Transaction } from "#server/db/database.ts";
import { isCurrentPractice } from "#server/db/real-practices.ts";
import { clients, openHours, practiceTemplateSets, sources, templates } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

type Reader = { db: Deps["db"] | Transaction };

/** Counts users by set, without sets that no practice has copied. */
export async function countUsers(
  { db }: Reader,
  setId?: string,
): Promise<Map<string, { practices: number; behind: number }>> {
  const { rows } = await db.execute<{ set_id: string; practices: number; behind: number }>(sql`
    ${latestTemplates(setId ? sql`where v.set_id = ${setId}` : sql``)}
    select copy.set_id, count(*)::int as practices,
      (count(*) filter (where ${isBehind}))::int as behind
    from ${practiceTemplateSets} copy join ${clients} on ${clients.id} = copy.client_id
    where ${isCurrentPractice} ${setId ? sql`and copy.set_id = ${setId}` : sql``}
    group by copy.set_id`);
  return new Map(rows.map(({ set_id, ...counts }) => [set_id, counts]));
}

/** Lists practices with an update first, then by name. */
export async function listUsers({ db }: Reader, setId: string): Promise<TemplateSet["users"]> {
  const { rows } = await db.execute<{
    id: string;
    name: string;
    copied_at: Date | string;
    is_behind: boolean;
  }>(sql`
    ${latestTemplates(sql`where v.set_id = ${setId}`)}
    select ${clients.id}, ${clients.name}, copy.copied_at, ${isBehind} as is_behind
    from ${practiceTemplateSets} copy join ${clients} on ${clients.id} = copy.client_id
    where ${isCurrentPractice} and copy.set_id = ${setId}
    order by is_behind desc, ${clients.name}, ${clients.id} limit ${templateSetLimits.practices}`);
  return rows.map(({ id, name, copied_at, is_behind }) => ({
    ...{ _id: id, name, isBehind: is_behind },
    copiedAt: new Date(copied_at).toISOString(),
  }));
}

/** Returns the ids of the sets that a practice has, and whether it has an update for each. */
export async function behindOf({ db }: Reader, clientId: string): Promise<Map<string, boolean>> {
  const { rows } = await db.execute<{ set_id: string; is_behind: boolean }>(sql`
    ${latestTemplates(sql``)}
    select copy.set_id, ${isBehind} as is_behind
    from ${practiceTemplateSets} copy where copy.client_id = ${clientId}`);
  return new Map(rows.map(({ set_id, is_behind }) => [set_id, is_behind]));
}

/** A row for each template, and for each setting, of each set's latest version. */
function latestTemplates(where: SQL) {
  return sql`
    with version as (
      select distinct on (v.set_id) v.set_id, v.templates, v.settings
      from template_set_versions v ${where} order by v.set_id, v.number desc
    ), latest as materialized (
      select version.set_id, one.* from version, jsonb_to_recordset(version.templates) as one(
        "_id" uuid, subject text, body text, language text, "delayMinutes" int,
        "isInOpenHoursOnly" boolean, "receivedWhile" text, "firstIn" int, "changedIn" int)
    ), carried as materialized (
      select version.set_id, one.key as name, one.value -> 'value' as value,
        (one.value ->> 'changedIn')::int as changed_in
      from version, jsonb_each(version.settings) as one
    )`;
}

const isBehind = sql`(exists (
  select from latest left join ${templates} own
    on own.client_id = copy.client_id and own.set_id = copy.set_id
      and own.set_template_id = latest._id
  where latest.set_id = copy.set_id and case
    when own.id is null then latest."firstIn" > copy.copied_version
    else own.deleted_at is null and latest."changedIn" > own.set_version
      and (own.subject, own.body, own.language, own.delay_minutes, own.is_in_open_hours_only,
        own.received_while)
        is distinct from
        (latest.subject, latest.body, coalesce(latest.language, 'en'), latest."delayMinutes",
          latest."isInOpenHoursOnly", coalesce(latest."receivedWhile", 'any'))
  end) or exists (
  select from carried
    join ${clients} on ${clients.id} = copy.client_id
    left join ${openHours} hours on hours.client_id = copy.client_id and not exists (
      select from ${openHours} later
      where later.client_id = copy.client_id and later.in_force_from > hours.in_force_from)
  where carried.set_id = copy.set_id
    and carried.changed_in > coalesce((copy.setting_versions ->> carried.name)::int,
      copy.copied_version)
    and case carried.name
      when 'sources' then exists (
        select from jsonb_to_recordset(carried.value) as wanted(kind text, name text)
        where not exists (
          select from ${sources} known
          where known.client_id = copy.client_id and known.kind = wanted.kind
            and known.name = wanted.name))
      when 'week' then carried.value <> coalesce(hours.week, ${JSON.stringify(usualWeek)}::jsonb)
      else carried.value <> to_jsonb(${clients.attemptGaps}) end))`;
