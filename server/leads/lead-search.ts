// A search of the queue. It never reads all of it: what is common is met soon by walking along, and
// what is rare its pieces of three characters find at once.
import { and, sql } from "drizzle-orm";
import { type LeadSort, largestLeadPage } from "#contract/leads.ts";
import type { Database } from "#server/db/database.ts";
import { keptQuery } from "#server/db/prepared.ts";
import { leads } from "#server/db/schema.ts";
import { inWalkOrder, isInQueue, walk, walkValues } from "./queue-order.ts";
import { type FoundPage, type PageRequest, pageQuery, readPage } from "./queue-page.ts";

/**
 * How many leads are looked at one by one, in the order asked for: a few to tell the common from
 * the rare, then enough to fill a page of what is common. A thousand take about a millisecond.
 */
const steps = [500, 2000] as const;
/** So many of a page are met in the longest walk by what is just common enough. */
const commonShare = largestLeadPage / steps[1];

/** Part of a name or address in any case, or of a number in any notation. */
export async function searchQueue(
  db: Database,
  { clientId, sort, asOf, after, limit }: PageRequest,
  search: string,
): Promise<FoundPage> {
  const wanted = wantedText(search);
  const values = { ...walkValues(clientId, asOf, after), wanted, pattern: patternOf(wanted) };
  const afterPart = after?.part ?? 0;
  return findInSteps(
    wanted,
    (walked) => readPage(searchFirst(db, sort, afterPart, limit, walked), values),
    () => readPage(searchAll(db, sort, afterPart, limit), values),
  );
}

/** Asks among the first so many of an order, then among more, and among all where that is better. */
export async function findInSteps<Found extends { total: number; isTotalExact: boolean }>(
  wanted: string,
  findAmongFirst: (walked: number) => Promise<Found>,
  findAll: () => Promise<Found>,
): Promise<Found> {
  const [few, many] = steps;
  const near = await findAmongFirst(few);
  if (isEnough(near)) return near;
  if (hasPieces(wanted) && near.total < few * commonShare) return findAll();
  const further = await findAmongFirst(many);
  return isEnough(further) || !hasPieces(wanted) ? further : findAll();
}

const isEnough = (found: { total: number; isTotalExact: boolean }) =>
  found.isTotalExact || found.total > largestLeadPage;

export function wantedText(search: string): string {
  const isNumber = /^[\d\s().+-]+$/.test(search) && /\d/.test(search);
  return isNumber ? search.replace(/\D/g, "") : search.toLowerCase();
}

/** What a person types is text: % and _ stand for themselves. */
export function patternOf(wanted: string): string {
  return `%${wanted.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Whether it is long enough for the index: as the database counts, one for each code point. */
export function hasPieces(wanted: string): boolean {
  return [...wanted].length >= 3;
}

const given = sql.placeholder;

/**
 * Of a row of the leads: the practice's own, with all pieces of what is wanted, in that order. The
 * index has the practice in its pieces, so `client_id` is asked in a way that no index answers (else
 * all of the practice's rows are put together with the few found); the pieces stand in a query of
 * their own, so that PostgreSQL plans without them, once.
 */
export const isFoundByPieces = sql`search_keys(${leads.clientId}, ${leads.search})
    @> (select search_keys(${given("clientId")}::uuid, ${given("wanted")}))
  and ${leads.clientId} is not distinct from ${given("clientId")}::uuid
  and ${leads.search} like (select ${given("pattern")})`;

/** Among the first so many leads of the order; exact when these are all. */
const searchFirst = keptQuery(
  (db: Database, sort: LeadSort, afterPart: number, limit: number, walked: number) => {
    const first = walk({ sort, afterPart, limit: walked, isWithText: true });
    const found = sql`select * from first where first.search like (select ${given("pattern")})`;
    return pageQuery(
      db,
      {
        with: [db.$with("first", {}).as(first), db.$with("found", {}).as(found)],
        counted: sql`
          select (select count(*) from found)::int as total,
            (select count(*) from first) < ${sql.raw(String(walked))} as is_total_exact`,
        page: sql`select * from found order by ${inWalkOrder} limit ${sql.raw(String(limit))}`,
      },
      `search-${walked}-${sort}-${afterPart}-${limit}`,
    );
  },
);

/** Among all, in one go. */
const searchAll = keptQuery((db: Database, sort: LeadSort, afterPart: number, limit: number) => {
  const matches = and(isFoundByPieces, isInQueue);
  // What the orders go by, and no more: a thousand whole rows weigh.
  const columns = [
    leads.clientId,
    leads.id,
    leads.state,
    leads.deletedAt,
    leads.startedAt,
    leads.uncalledSince,
    leads.callBackAt,
    leads.touchedAt,
  ];
  const found = sql`select ${sql.join(columns, sql`, `)} from ${leads} where ${matches}`;
  return pageQuery(
    db,
    {
      with: [db.$with("found", {}).as(found)],
      counted: sql`select count(*)::int as total, true as is_total_exact from found`,
      // Under the table's own name, what was found takes the place of the whole queue.
      page: sql`with ${leads} as not materialized (select * from found)
        select * from (${walk({ sort, afterPart, limit })}) as walked`,
    },
    `search-all-${sort}-${afterPart}-${limit}`,
  );
});
