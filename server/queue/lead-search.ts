// A search of the queue. It never reads all of it: what is common is met soon by walking along, and
// what is rare its pieces of three characters find at once.
import { and, sql } from "drizzle-orm";
import { type LeadSort, largestLeadPage } from "#contract/leads.ts";
import type { Database } from "#server/db/database.ts";
import { givenApart, keptQuery } from "#server/db/prepared.ts";
import { leads } from "#server/db/schema.ts";
import { isInQueue, walk, walkValues } from "./queue-order.ts";
import {
  type FoundPage,
  inQueue,
  type PageRequest,
  pageOnTheWay,
  pageQuery,
  readPage,
} from "./queue-page.ts";

/** So many leads are looked at one by one, in the order asked for: for letters, by filters, in the archive. */
export const walkedForText = 4000;

/**
 * For longer texts. Passing one takes 0.4 µs, and fetching one that the index of the pieces found 9:
 * what does not fill a page among so many is rare enough for the index.
 */
const walkedForWords = 8000;

/**
 * A text that so few of the first leads have is too rare for that. Not of fewer leads: what is common
 * may be rare among the hundreds that came last, and finding all of it takes three times as long.
 */
export const glanceForWords = { walked: 2000, met: 4 };

/** Part of a name or address in any case, or of a number in any notation. */
export async function searchQueue(
  db: Database,
  { clientId, sort, asOf, after, limit }: PageRequest,
  search: string,
): Promise<FoundPage> {
  const wanted = wantedText(search);
  const values = { ...walkValues(clientId, asOf, after), wanted, pattern: patternOf(wanted) };
  const shape = [sort, after?.part ?? 0, limit] as const;
  const canFindAll = hasPieces(wanted);
  const near = await readPage(searchFirst(db, ...shape, canFindAll), values);
  if (isEnough(near) || !canFindAll) return near;
  return readPage(searchAll(db, ...shape), values);
}

/** Whether what was found along a walk fills the largest page, or is all that there is. */
export const isEnough = (found: { total: number; isTotalExact: boolean }) =>
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
  and ${leads.search} like ${givenApart("pattern", "text")}`;

/** Among the first leads of the order. */
const searchFirst = keptQuery(
  (db: Database, sort: LeadSort, afterPart: number, limit: number, canFindAll: boolean) =>
    pageOnTheWay(
      db,
      {
        walk: (count) => walk({ sort, afterPart, limit: count, isWithText: true }),
        walked: canFindAll ? walkedForWords : walkedForText,
        kept: inQueue,
        isMeant: sql`search like ${givenApart("pattern", "text")}`,
        glance: canFindAll ? glanceForWords : null,
      },
      limit,
      `search-${sort}-${afterPart}-${limit}-${canFindAll}`,
    ),
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
