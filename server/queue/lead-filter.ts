// The queue, filtered. What many have is met soon by walking along the order; what is rarer an index
// of the filter finds at once, with all that the orders go by, so that no lead's row is fetched.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { LeadQuery, LeadSort } from "#contract/leads.ts";
import type { Database } from "#server/db/database.ts";
import { givenApart, keptQuery } from "#server/db/prepared.ts";
import { leads } from "#server/db/schema.ts";
import { AppError } from "#server/errors.ts";
import { hasPieces, isFoundByPieces, patternOf, walkedForText, wantedText } from "./lead-search.ts";
import { isInQueue, partsOf, walk, walkValues } from "./queue-order.ts";
import {
  type FoundPage,
  inQueue,
  type PageRequest,
  pageOnTheWay,
  pageQuery,
  readPage,
} from "./queue-page.ts";

export type Filters = Pick<LeadQuery, "campaign" | "source" | "state" | "askedAgain">;

export function isFiltered({ campaign, source, state, askedAgain }: Filters): boolean {
  return Boolean(campaign || source || state || askedAgain);
}

/**
 * So many leads are looked at one by one, by what is sought in them besides: the rows of most
 * filters are fetched for it. Of letters no index has pieces, so they are not sought beyond.
 */
const walked = { none: 500, words: walkedForText, letters: 2000 };
const glances = { none: null, words: { walked: 800, met: 2 }, letters: null };

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
  const text = wanted === null ? "none" : hasPieces(wanted) ? "words" : "letters";
  const afterPart = after?.part ?? 0;
  const parts = partsOf(sort, filters.state);
  if (parts.every((part) => part < afterPart)) {
    throw new AppError("invalid", { fields: { cursor: "invalid" } });
  }
  const shape = [
    sort,
    afterPart,
    limit,
    filters.state ?? "any",
    filters.campaign !== undefined,
    filters.source !== undefined,
    filters.askedAgain !== undefined,
    text,
  ] as const;
  const near = await readPage(filterFirst(db, ...shape), values);
  if (near.isTotalExact || near.rows.length >= limit || text === "letters") return near;
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
  text: keyof typeof walked,
];

/** Among the first leads of the order. */
const filterFirst = keptQuery((db: Database, ...shape: Shape) => {
  const [sort, afterPart, limit, state, , , , text] = shape;
  const hasText = text !== "none";
  const isPart = partsOf(sort, known(state)).length < partsOf(sort, undefined).length;
  const isMeant = conditions(shape, (name) => sql`first.${sql.identifier(name)}`);
  const hasWords = hasText ? sql`and first.search like ${givenApart("pattern", "text")}` : sql``;
  return pageOnTheWay(
    db,
    {
      walk: (count) =>
        walk({
          sort,
          afterPart,
          limit: count,
          state: known(state),
          isWithText: hasText,
          isWithFilters: true,
        }),
      walked: walked[text],
      // Of a part of the queue no count is kept.
      kept: isPart ? sql`0` : inQueue,
      isMeant: sql`${isMeant} ${hasWords}`,
      glance: glances[text],
    },
    limit,
    `filter-${shape.join("-")}`,
  );
});

/** Among all, in one go. */
const filterAll = keptQuery((db: Database, ...shape: Shape) => {
  const [sort, afterPart, limit, state, , , , text] = shape;
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
    text === "none" ? eq(leads.clientId, sql.placeholder("clientId")) : isFoundByPieces,
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
