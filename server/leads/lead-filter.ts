// The queue, filtered. What many have is met soon by walking along the order; what is rarer an index
// of the filter finds at once, with all that the orders go by, so that no lead's row is fetched.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { LeadQuery, LeadSort } from "#contract/leads.ts";
import type { Database } from "#server/db/database.ts";
import { keptQuery } from "#server/db/prepared.ts";
import { leads } from "#server/db/schema.ts";
import { AppError } from "#server/errors.ts";
import { hasPieces, isFoundByPieces, patternOf, wantedText } from "./lead-search.ts";
import { inWalkOrder, isInQueue, partsOf, walk, walkValues } from "./queue-order.ts";
import { type FoundPage, type PageRequest, pageQuery, readPage } from "./queue-page.ts";

export type Filters = Pick<LeadQuery, "campaign" | "source" | "state" | "askedAgain">;

export function isFiltered({ campaign, source, state, askedAgain }: Filters): boolean {
  return Boolean(campaign || source || state || askedAgain);
}

/** How many leads are looked at one by one; a thousand take about a millisecond. */
const walked = 500;
/** Fewer than three letters are sought among so many, and not beyond. */
const walkedForLetters = 2000;

/** Composes with a search and every order. Throws `invalid` for a cursor of another filter. */
export async function filterQueue(
  db: Database,
  { clientId, sort, asOf, after, limit }: PageRequest,
  filters: Filters,
  search: string | undefined,
): Promise<FoundPage> {
  const wanted = search ? wantedText(search) : null;
  const values = {
    ...walkValues(clientId, asOf, after),
    campaign: filters.campaign,
    source: filters.source,
    wanted,
    pattern: wanted && patternOf(wanted),
  };
  const afterPart = after?.part ?? 0;
  const parts = partsOf(sort, filters.state);
  if (parts.every((part) => part < afterPart)) {
    throw new AppError("invalid", { fields: { cursor: "invalid" } });
  }
  const isLetters = wanted !== null && !hasPieces(wanted);
  const shape = [
    sort,
    afterPart,
    limit,
    filters.state ?? "any",
    filters.campaign !== undefined,
    filters.source !== undefined,
    filters.askedAgain !== undefined,
    wanted !== null,
  ] as const;
  const near = await readPage(
    filterFirst(db, isLetters ? walkedForLetters : walked, ...shape),
    values,
  );
  if (near.isTotalExact || near.rows.length >= limit || isLetters) return near;
  return readPage(filterAll(db, ...shape), values);
}

type Shape = [
  sort: LeadSort,
  afterPart: number,
  limit: number,
  state: NonNullable<LeadQuery["state"]> | "any",
  hasCampaign: boolean,
  hasSource: boolean,
  hasAskedAgain: boolean,
  hasText: boolean,
];

/** Among the first so many leads of the order; exact when these are all. */
const filterFirst = keptQuery((db: Database, count: number, ...shape: Shape) => {
  const [sort, afterPart, limit, state, , , , hasText] = shape;
  const first = walk({
    sort,
    afterPart,
    state: known(state),
    limit: count,
    isWithText: hasText,
    isWithFilters: true,
  });
  const isMeant = conditions(shape, (name) => sql`first.${sql.identifier(name)}`);
  const hasWords = hasText ? sql`and first.search like ${sql.placeholder("pattern")}` : sql``;
  const found = sql`select * from first where ${isMeant} ${hasWords}`;
  return pageQuery(
    db,
    {
      with: [db.$with("first", {}).as(first), db.$with("found", {}).as(found)],
      counted: sql`
        select (select count(*) from found)::int as total,
          (select count(*) from first) < ${sql.raw(String(count))} as is_total_exact`,
      page: sql`select * from found order by ${inWalkOrder} limit ${sql.raw(String(limit))}`,
    },
    `filter-${count}-${shape.join("-")}`,
  );
});

/** Among all, in one go. */
const filterAll = keptQuery((db: Database, ...shape: Shape) => {
  const [sort, afterPart, limit, state, , , , hasText] = shape;
  const columns = [
    leads.clientId,
    leads.id,
    leads.state,
    leads.startedAt,
    leads.uncalledSince,
    leads.callBackAt,
    leads.touchedAt,
  ];
  const matches = and(
    hasText ? isFoundByPieces : eq(leads.clientId, sql.placeholder("clientId")),
    isInQueue,
    conditions(shape, (name) => sql`${leads}.${sql.identifier(name)}`),
  );
  // Nothing in the queue is deleted; saying so without reading it leaves the index enough.
  const found = sql`select ${sql.join(columns, sql`, `)}, null::timestamptz as deleted_at
    from ${leads} where ${matches}`;
  return pageQuery(
    db,
    {
      with: [db.$with("found", {}).as(found)],
      counted: sql`select count(*)::int as total, true as is_total_exact from found`,
      // Under the table's own name, what was found takes the place of the whole queue.
      page: sql`with ${leads} as not materialized (select * from found)
        select * from (${walk({ sort, afterPart, state: known(state), limit })}) as walked`,
    },
    `filter-all-${shape.join("-")}`,
  );
});

function known(state: Shape[3]) {
  return state === "any" ? undefined : state;
}

const states = {
  any: () => sql`true`,
  uncalled: (column: Column) =>
    sql`${column("state")} = 'new' and ${column("uncalled_since")} is not null`,
  due: (column: Column) => sql`${column("state")} = 'callback'`,
  called: (column: Column) =>
    sql`${column("state")} = 'new' and ${column("uncalled_since")} is null`,
};

type Column = (name: string) => SQL;

function conditions(shape: Shape, column: Column): SQL {
  const [, , , state, hasCampaign, hasSource, hasAskedAgain] = shape;
  const given = sql.placeholder;
  return sql.join(
    [
      states[state](column),
      hasCampaign && sql`${column("campaign_id")} = ${given("campaign")}::uuid`,
      hasSource && sql`${column("source_id")} = ${given("source")}::uuid`,
      hasAskedAgain && sql`${column("asked_again_at")} is not null`,
    ].filter((one) => one !== false),
    sql` and `,
  );
}
