// Filters the queue. A bounded scan of the sort order finds frequent values. An index with the
// filter's columns finds rare ones; it also has all sort columns, so no lead row is fetched.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { LeadQuery, LeadSort } from "#contract/queue.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery } from "#server/db/prepared.ts";
import { leads } from "#server/db/schema.ts";
import { searchWords } from "#server/desk/leads/search-text.ts";
import { AppError } from "#server/errors.ts";
import {
  hasTrigrams,
  hasWords,
  matchesTrigrams,
  scanLimitForText,
  searchValues,
} from "./lead-search.ts";
import { isInQueue, partsOf, walk, walkValues } from "./queue-order.ts";
import {
  type FoundPage,
  inQueue,
  type PageRequest,
  pageQuery,
  readPage,
  scannedPage,
} from "./queue-page.ts";

export type Filters = Pick<LeadQuery, "campaign" | "source" | "state" | "assignee" | "askedAgain">;

export function isFiltered({ campaign, source, state, assignee, askedAgain }: Filters): boolean {
  return Boolean(campaign || source || state || assignee || askedAgain);
}

/**
 * How many leads a bounded scan covers, by the kind of text search. Most filters have to fetch a
 * row for each lead. For short texts there is no index search after the scan, because they have no
 * trigrams.
 */
const scanLimits = { none: 500, words: scanLimitForText, letters: 2000 };
const samples = { none: null, words: { scanned: 800, minMatches: 2 }, letters: null };

/**
 * Returns a page of the filtered queue, with or without a search. Throws `invalid` for a cursor
 * from another filter.
 */
export async function filterQueue(
  db: Database,
  request: PageRequest,
  filters: Filters,
  search: string | undefined,
): Promise<FoundPage> {
  const { sort, after, limit } = request;
  const words = search ? searchWords(search) : null;
  const values = {
    ...walkValues(request),
    campaign: filters.campaign,
    source: filters.source,
    assignee: filters.assignee,
    ...(words && searchValues(words)),
  };
  const text = words === null ? "none" : hasTrigrams(words) ? "words" : "letters";
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
    filters.assignee !== undefined,
    filters.askedAgain !== undefined,
    text,
  ] as const;
  const near = await readPage(filterByScan(db, ...shape), values);
  if (near.isTotalExact || near.rows.length >= limit || text === "letters") return near;
  return readPage(filterByIndex(db, ...shape), values);
}

type Shape = [
  sort: LeadSort,
  afterPart: number,
  limit: number,
  state: NonNullable<LeadQuery["state"]> | "any",
  hasCampaign: boolean,
  hasSource: boolean,
  hasAssignee: boolean,
  hasAskedAgain: boolean,
  text: keyof typeof scanLimits,
];

const filterByScan = cachedQuery((db: Database, ...shape: Shape) => {
  const [sort, afterPart, limit, state, , , , , text] = shape;
  const hasText = text !== "none";
  const isPart = partsOf(sort, known(state)).length < partsOf(sort, undefined).length;
  const isMatch = conditions(shape, (name) => sql`first.${sql.identifier(name)}`);
  const isFound = hasText ? sql`and ${hasWords(sql`first.search`)}` : sql``;
  return scannedPage(
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
      scanLimit: scanLimits[text],
      // The rollup counts the whole queue, so it can't be used for a part.
      rollupCount: isPart ? sql`0` : inQueue,
      isMatch: sql`${isMatch} ${isFound}`,
      sample: samples[text],
    },
    limit,
    `filter-${shape.join("-")}`,
  );
});

/** Finds all matches by index instead of in a bounded scan. */
const filterByIndex = cachedQuery((db: Database, ...shape: Shape) => {
  const [sort, afterPart, limit, state, , , , , text] = shape;
  const columns = [
    leads.clientId,
    leads.id,
    leads.state,
    leads.startedAt,
    leads.uncalledSince,
    leads.callBackAt,
    leads.touchedAt,
    leads.doNotCallSince,
  ];
  const matches = and(
    text === "none" ? eq(leads.clientId, sql.placeholder("clientId")) : matchesTrigrams,
    isInQueue,
    conditions(shape, (name) => sql`${leads}.${sql.identifier(name)}`),
  );
  // Leads in the queue are never deleted, so a constant replaces `deleted_at`, which allows an
  // index-only scan.
  const found = sql`select ${sql.join(columns, sql`, `)}, null::timestamptz as deleted_at
    from ${leads} where ${matches}`;
  return pageQuery(
    db,
    {
      with: [db.$with("found", {}).as(found)],
      counted: sql`select count(*)::int as total, true as is_total_exact from found`,
      // The CTE is named like the leads table, so `walk` sorts the matches instead of the whole
      // queue.
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
    sql`${column("state")} = 'new' and ${column("uncalled_since")} is not null
      and ${column("do_not_call_since")} is null`,
  due: (column: Column) =>
    sql`${column("state")} = 'callback' and ${column("do_not_call_since")} is null`,
  called: (column: Column) =>
    sql`${column("state")} = 'new' and ${column("uncalled_since")} is null
      and ${column("do_not_call_since")} is null`,
};

type Column = (name: string) => SQL;

function conditions(shape: Shape, column: Column): SQL {
  const [, , , state, hasCampaign, hasSource, hasAssignee, hasAskedAgain] = shape;
  const given = sql.placeholder;
  return sql.join(
    [
      states[state](column),
      hasCampaign && sql`${column("campaign_id")} = ${given("campaign")}::uuid`,
      hasSource && sql`${column("source_id")} = ${given("source")}::uuid`,
      hasAssignee && sql`${column("assignee")} = ${given("assignee")}::uuid`,
      hasAskedAgain && sql`${column("asked_again_at")} is not null`,
    ].filter((one) => one !== false),
    sql` and `,
  );
}
