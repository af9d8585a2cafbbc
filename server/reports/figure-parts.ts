// The rollups behind the figures by hour of the week, campaign, source, minute of the first call
// and bucket. Updated in the transaction that changes what they count, per day, per month and for
// all time, like the totals in `rollups.ts`.
import { type SQL, sql } from "drizzle-orm";
import { bucketOf, lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import { dayOf } from "#server/clock/period.ts";
import type { Transaction } from "#server/db/database.ts";
import type { figureParts, inquiries } from "#server/db/schema.ts";
import { openBucketOf } from "./rollups.ts";

type Inquiry = Pick<
  typeof inquiries.$inferSelect,
  | "clockStartedAt"
  | "startedHour"
  | "campaignId"
  | "sourceId"
  | "firstCalledAt"
  | "openOnTimeUntil"
  | "openLateAt"
  | "isFirstCallEnteredLater"
  | "firstSpokeAt"
  | "firstBookedAt"
>;

export type Part = (typeof figureParts.$inferSelect)["part"];

/** What is counted under each key. */
const countNames = [
  "asked",
  "called",
  "lt10",
  "lt60",
  "open_lt10",
  "open_lt60",
  "entered_later",
  "reached",
  "booked",
] as const;
type CountName = (typeof countNames)[number];

/** Subtracts the previous counts and adds the new ones, in one statement. */
export async function updateFigureParts(
  tx: Transaction,
  clientId: string,
  before: Inquiry[],
  after: Inquiry[],
): Promise<void> {
  const changes = changesBetween(before.flatMap(entriesOf), after.flatMap(entriesOf));
  if (changes.length === 0) return;
  const counts = columns((name) => sql.raw(name));
  const added = columns((name) => sql.raw(`${name} = kept.${name} + held.${name}`));
  // A row that another transaction has locked is skipped, and a new row is started. The conditions
  // repeat the wording of each partial index, so that PostgreSQL uses it.
  await tx.execute(sql`
    with change as (
      select * from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as given(
        span text, since date, part text, key text, ${columns((name) => sql.raw(`${name} int`))})
    ), held as (
      select change.*, case span
        when 'all' then (${freeCounter("figure_parts", sql`kept.month is null`, clientId)})
        when 'month' then (${freeCounter("figure_parts", sql`kept.month = since`, clientId)})
        else (${freeCounter("figure_days", sql`kept.day = since`, clientId)})
      end as kept_id
      from change
    ), added_to_parts as (
      update figure_parts as kept set ${added} from held
      where kept.client_id = ${clientId} and kept.id = held.kept_id and span <> 'day'
    ), added_to_days as (
      update figure_days as kept set ${added} from held
      where kept.client_id = ${clientId} and kept.id = held.kept_id and span = 'day'
    ), begun_days as (
      insert into figure_days (client_id, day, part, key, ${counts})
      select ${clientId}, since, part, key, ${counts} from held
      where kept_id is null and span = 'day'
    )
    insert into figure_parts (client_id, month, part, key, ${counts})
    select ${clientId}, since, part, key, ${counts} from held where kept_id is null and span <> 'day'`);
}

function freeCounter(table: "figure_parts" | "figure_days", isOfSpan: SQL, clientId: string): SQL {
  return sql`
    select id from ${sql.identifier(table)} as kept
    where kept.client_id = ${clientId} and ${isOfSpan}
      and kept.part = change.part and kept.key = change.key
    limit 1 for update skip locked`;
}

/** `since`: the first day of the month, or the day; null: all time. */
type Span = { span: "day" | "month" | "all"; since: string | null };
type Entry = Span & { part: Part; key: string; names: CountName[] };
type Change = Omit<Entry, "names"> & { [name in CountName]: number };

function entriesOf(inquiry: Inquiry): Entry[] {
  const { clockStartedAt, firstCalledAt } = inquiry;
  if (!clockStartedAt) return [];
  const names = countersOf(inquiry);
  const waitedMs = firstCalledAt && firstCalledAt.getTime() - clockStartedAt.getTime();
  const parts: { part: Part; key: string }[] = [
    { part: "bucket", key: bucketKeyOf(inquiry) },
    { part: "hour", key: String(inquiry.startedHour) },
    { part: "campaign", key: inquiry.campaignId ?? "" },
    { part: "source", key: inquiry.sourceId ?? "" },
    ...(waitedMs !== null && waitedMs < lateAfterMinutes * minuteMs
      ? [{ part: "minute" as const, key: String(Math.floor(waitedMs / minuteMs)) }]
      : []),
  ];
  const day = dayOf(clockStartedAt);
  const spans: Span[] = [
    { span: "day", since: day },
    { span: "month", since: `${day.slice(0, 7)}-01` },
    { span: "all", since: null },
  ];
  return spans.flatMap((span) => parts.map((part) => ({ ...span, ...part, names })));
}

const minuteMs = 60_000;

function countersOf(inquiry: Inquiry): CountName[] {
  const { clockStartedAt, firstCalledAt, openOnTimeUntil, openLateAt } = inquiry;
  if (!clockStartedAt || !firstCalledAt) return ["asked"];
  const wall = bucketOf(firstCalledAt.getTime() - clockStartedAt.getTime());
  const open = openBucketOf(firstCalledAt, openOnTimeUntil, openLateAt);
  return [
    "asked",
    "called",
    ...(wall === "other" ? [] : [wall]),
    ...(open === "other" ? [] : [`open_${open}` as const]),
    ...(inquiry.isFirstCallEnteredLater ? (["entered_later"] as const) : []),
    ...(inquiry.firstSpokeAt ? (["reached"] as const) : []),
    ...(inquiry.firstBookedAt ? (["booked"] as const) : []),
  ];
}

/** Both readings' buckets, so that results per bucket are known in either reading. */
function bucketKeyOf(inquiry: Inquiry): string {
  const { clockStartedAt, firstCalledAt, openOnTimeUntil, openLateAt } = inquiry;
  if (!clockStartedAt || !firstCalledAt) return "";
  const wall = bucketOf(firstCalledAt.getTime() - clockStartedAt.getTime());
  return `${wall} ${openBucketOf(firstCalledAt, openOnTimeUntil, openLateAt)}`;
}

function changesBetween(before: Entry[], after: Entry[]): Change[] {
  const changes = new Map<string, Change>();
  const add = ({ names, ...key }: Entry, count: number) => {
    const text = Object.values(key).join(" ");
    const change = changes.get(text) ?? { ...key, ...none };
    for (const name of names) change[name] += count;
    changes.set(text, change);
  };
  for (const entry of before) add(entry, -1);
  for (const entry of after) add(entry, 1);
  return [...changes.values()].filter((change) => countNames.some((name) => change[name] !== 0));
}

const none = Object.fromEntries(countNames.map((name) => [name, 0])) as Record<CountName, 0>;

function columns(make: (name: CountName) => SQL): SQL {
  return sql.join(countNames.map(make), sql`, `);
}

// ── The same from the rows ──────────────────────────────────────────────────────────────────────

/**
 * The same counts from the inquiries that `where` selects, by part and key, preceded by the columns
 * in `by`. Grouped by kind of row first: summing nine counts per row and part would take three
 * times as long.
 */
export function partsFromRows(where: SQL, by: ("client_id" | "month" | "day")[] = []): SQL {
  const keys = sql.raw(keysText(by));
  const grouped = sql.raw(
    ["", "hour, ", "campaign_id, ", "source_id, ", "minute, "]
      .map((one) => `(${keysText(by)}${one}kind)`)
      .join(", "),
  );
  return sql`
    select ${keys} part, key, ${countsOfKind} from (
      select ${keys} kind, count(*)::int as n,
        case grouping(hour, campaign_id, source_id, minute)
          when 15 then 'bucket' when 7 then 'hour' when 11 then 'campaign' when 13 then 'source'
          else 'minute' end as part,
        case grouping(hour, campaign_id, source_id, minute)
          when 15 then ${bucketKeyOfKind}
          when 7 then hour::text
          when 11 then coalesce(campaign_id::text, '')
          when 13 then coalesce(source_id::text, '')
          else minute::text end as key
      from (
        select client_id, date_trunc('month', clock_started_at at time zone 'UTC')::date as month,
          (clock_started_at at time zone 'UTC')::date as day, started_hour as hour, campaign_id, source_id,
          case when first_called_at < ${wallLimit(lateAfterMinutes)}
            then floor(extract(epoch from first_called_at - clock_started_at) / 60)::int end as minute,
          case when first_called_at is null then 0 else ${calledBit}
            + ${enteredLaterBit} * is_first_call_entered_later::int
            + ${reachedBit} * (first_spoke_at is not null)::int
            + ${bookedBit} * (first_booked_at is not null)::int
            + ${wallUnit} * case when first_called_at < ${wallLimit(onTimeMinutes)} then 0
                when first_called_at < ${wallLimit(lateAfterMinutes)} then 1 else 2 end
            + ${openUnit} * case
                when first_called_at < coalesce(open_on_time_until, 'infinity') then 0
                when first_called_at < coalesce(open_late_at, 'infinity') then 1 else 2 end
          end as kind
        from inquiries where ${where}
      ) as facts
      group by grouping sets (${grouped})
    ) as counted
    where key is not null
    group by ${keys} part, key`;
}

function keysText(by: string[]): string {
  return by.map((name) => `${name}, `).join("");
}

/** A limit of wall time for a first call. */
function wallLimit(minutes: number): SQL {
  return sql.raw(`clock_started_at + make_interval(mins => ${minutes})`);
}

// Packs everything that is counted of a row into one number: a few flags, and the two buckets in
// base three.
const calledBit = sql.raw("1");
const enteredLaterBit = sql.raw("2");
const reachedBit = sql.raw("4");
const bookedBit = sql.raw("8");
const wallUnit = sql.raw("16");
const openUnit = sql.raw("48");
const wallOfKind = sql.raw("(kind / 16 % 3)");
const openOfKind = sql.raw("(kind / 48)");

const countsOfKind = sql.join(
  [
    sql`sum(n)::int as asked`,
    sumWhere(sql`kind > 0`, "called"),
    sumWhere(sql`kind > 0 and ${wallOfKind} = 0`, "lt10"),
    sumWhere(sql`kind > 0 and ${wallOfKind} = 1`, "lt60"),
    sumWhere(sql`kind > 0 and ${openOfKind} = 0`, "open_lt10"),
    sumWhere(sql`kind > 0 and ${openOfKind} = 1`, "open_lt60"),
    sumWhere(sql`kind & ${enteredLaterBit} > 0`, "entered_later"),
    sumWhere(sql`kind & ${reachedBit} > 0`, "reached"),
    sumWhere(sql`kind & ${bookedBit} > 0`, "booked"),
  ],
  sql`, `,
);

function sumWhere(condition: SQL, name: CountName): SQL {
  return sql`coalesce(sum(n) filter (where ${condition}), 0)::int as ${sql.raw(name)}`;
}

const bucketNames = sql.raw("(array['lt10', 'lt60', 'other'])");
const bucketKeyOfKind = sql`case when kind = 0 then ''
  else ${bucketNames}[1 + ${wallOfKind}] || ' ' || ${bucketNames}[1 + ${openOfKind}] end`;

/**
 * Rebuilds every part from the rows; this defines what the rollups mean. The caller holds the table
 * lock.
 */
export async function rebuildFigureParts(tx: Transaction, clientId: string): Promise<void> {
  const meant = sql`client_id = ${clientId}`;
  // For rows that were not written by the verbs: the hour in the time zone in effect then, like the
  // verbs.
  await tx.execute(sql`
    update inquiries as asked set started_hour = extract(dow from local) * 24 + extract(hour from local)
    from (
      select client_id, id, clock_started_at at time zone coalesce(
        (select time_zone from open_hours where open_hours.client_id = inquiries.client_id
          and in_force_from <= clock_started_at order by in_force_from desc limit 1),
        (select time_zone from clients where clients.id = inquiries.client_id)) as local
      from inquiries
      where ${meant} and clock_started_at is not null and started_hour is null
    ) as found
    where asked.client_id = found.client_id and asked.id = found.id`);
  await tx.execute(sql`delete from figure_parts where ${meant}`);
  await tx.execute(sql`delete from figure_days where ${meant}`);
  const counts = columns((name) => sql.raw(name));
  const isTimed = sql`${meant} and clock_started_at is not null`;
  // Ordered by day, so that the rows of a period are stored together.
  await tx.execute(sql`
    insert into figure_days (client_id, day, part, key, ${counts})
    select client_id, day, part, key, ${counts}
    from (${partsFromRows(isTimed, ["client_id", "day"])}) as counted order by client_id, day`);
  await tx.execute(sql`
    with counted as (${partsFromRows(isTimed, ["client_id", "month"])})
    insert into figure_parts (client_id, month, part, key, ${counts})
    select client_id, month, part, key, ${counts} from counted
    union all
    select client_id, null, part, key, ${columns((name) => sql.raw(`sum(${name})`))}
    from counted group by client_id, part, key
    order by client_id, month`);
}
