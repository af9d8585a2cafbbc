// Counts the facts of facts.ts from rows, in SQL. Used for a rebuild, for the partial days of a
// period, and where there is no rollup. rollups.test.ts checks that SQL and TypeScript agree.
import { type SQL, sql } from "drizzle-orm";
import { lateAfterMinutes } from "#contract/timeliness.ts";
import { inquiries, leads } from "#server/db/schema.ts";
import { bucketOfCall, minutes } from "#server/desk/clock/time-limits.ts";
import { beginning, type Counter } from "./facts.ts";

type CountedTable = {
  /** Returns a query with one row per counted item, which has the item's day and keys. */
  rows: (where: SQL) => SQL;
  /** SQL for each counter that these rows add to. */
  counts: { [name in Counter]?: string };
  parts: Grouped[];
};

const tables: Record<"inquiries" | "leads", CountedTable> = {
  inquiries: {
    rows: (where) => sql`
      select (${inquiries.clockStartedAt} at time zone 'UTC')::date as day,
        ${bucketOfCall("wall")} as wall, ${bucketOfCall("open")} as open,
        ${inquiries.startedHour} as hour, ${inquiries.campaignId} as campaign,
        ${inquiries.sourceId} as source, ${minuteOfCall} as minute,
        ${inquiries.isFirstCallEnteredLater} as is_later, ${inquiries.firstSpokeAt} as spoke_at,
        ${inquiries.firstBookedAt} as booked_at
      from ${inquiries} where ${where} and ${inquiries.clockStartedAt} is not null`,
    counts: {
      asked: "count(*)",
      lt10: "count(*) filter (where wall = 'lt10')",
      lt60: "count(*) filter (where wall = 'lt60')",
      open_lt10: "count(*) filter (where open = 'lt10')",
      open_lt60: "count(*) filter (where open = 'lt60')",
      entered_later: "count(*) filter (where is_later)",
      reached: "count(spoke_at)",
      booked: "count(booked_at)",
    },
    parts: ["bucket", "hour", "campaign", "source", "minute", "total"],
  },
  leads: {
    rows: (where) => sql`
      select (${leads.startedAt} at time zone 'UTC')::date as day, ${leads.campaignId} as campaign,
        ${leads.bookedAt} as booked_at
      from ${leads} where ${where} and ${leads.isCounted} and not ${leads.isTest}`,
    counts: { leads: "count(*)", customers: "count(booked_at)" },
    parts: ["campaign", "total"],
  },
};

const minuteOfCall = sql`case
  when ${inquiries.firstCalledAt} < ${inquiries.clockStartedAt} + ${minutes(lateAfterMinutes)}
  then floor(extract(epoch from ${inquiries.firstCalledAt} - ${inquiries.clockStartedAt}) / 60)::int
  end`;

/** How the rows are grouped for each part. A part doesn't count rows whose `key` is null. */
const groups = {
  bucket: { by: "wall, open", key: "coalesce(wall || ' ' || open, '')" },
  hour: { by: "hour", key: "hour::text" },
  campaign: { by: "campaign", key: "coalesce(campaign::text, '')" },
  source: { by: "source", key: "coalesce(source::text, '')" },
  minute: { by: "minute", key: "minute::text" },
  // This comes last, because its condition matches everything that the others don't match.
  total: { by: "", key: "''" },
};
type Grouped = keyof typeof groups;

/**
 * Returns a query for the rows that `where` selects. It has the columns `part`, `key`, the
 * requested counters and, with `isByDay`, the UTC day. It counts in one pass with grouping sets,
 * because one row per inquiry and part would take several times as long.
 */
export function factsFromRows(
  table: keyof typeof tables,
  where: SQL,
  wanted: { counters: readonly Counter[]; parts?: readonly Grouped[]; isByDay?: boolean },
): SQL {
  const { rows, counts, parts } = tables[table];
  const meant = (wanted.parts ?? parts).map((part) => ({ part, ...groups[part] }));
  const day = wanted.isByDay ? "day" : "";
  const sets = meant.map(({ by }) => `(${[day, by].filter(Boolean).join(", ")})`);
  const whichOf = (ofGroup: (group: (typeof meant)[number]) => string) => {
    const arms = meant.map(
      (group) => `when ${group.by ? `grouping(${group.by}) = 0` : "true"} then ${ofGroup(group)}`,
    );
    return `case ${arms.join(" ")} end`;
  };
  const selected = [
    ...(day ? [day] : []),
    `${whichOf(({ part }) => `'${part}'`)} as part`,
    `${whichOf(({ key }) => key)} as key`,
    // An integer, as in rollups, because PostgreSQL sums the bigint result of `count` as a numeric,
    // which is slower.
    ...wanted.counters.map((name) => `(${counts[name] ?? "0"})::int as ${name}`),
  ];
  return sql`
    select * from (
      select ${sql.raw(selected.join(", "))} from (${rows(where)}) as counted
      group by grouping sets (${sql.raw(sets.join(", "))})
    ) as facts where key is not null`;
}

export function queueFactsFromRows(where: SQL): SQL {
  return sql`
    select part, span, since, count(*) as leads from (
      select state, uncalled_since, call_back_at from ${leads}
      where ${where} and ${leads.isCounted} and ${leads.erasedAt} is null
        and ${leads.mergedInto} is null
    ) as listed, lateral (values
      ('queue', 'all', ${beginning}::date, state = 'new'),
      ('uncalled', 'all', ${beginning}::date, state = 'new' and uncalled_since is not null),
      ('archived', 'all', ${beginning}::date, state = 'archived'),
      ('queue', 'day', (call_back_at at time zone 'UTC')::date,
        state = 'callback' and call_back_at is not null)
    ) as facts(part, span, since, is_meant)
    where is_meant group by part, span, since`;
}
