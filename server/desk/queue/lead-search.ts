// Searches the queue without reading all of it. A bounded scan finds frequent texts, and a trigram
// index finds rare ones.
import { and, type SQL, sql } from "drizzle-orm";
import { maxLeadPageSize } from "#contract/leads.ts";
import type { LeadSort } from "#contract/queue.ts";
import type { Database } from "#server/db/database.ts";
import { containing } from "#server/db/like.ts";
import { cachedQuery, genericPlaceholder } from "#server/db/prepared.ts";
import { leads } from "#server/db/schema.ts";
import { searchWords } from "#server/desk/leads/search-text.ts";
import { isInQueue, walk, walkValues } from "./queue-order.ts";
import {
  type FoundPage,
  inQueue,
  type PageRequest,
  pageQuery,
  readPage,
  scannedPage,
} from "./queue-page.ts";

/**
 * How many leads a bounded scan covers in the archive, and in the queue for short texts and
 * filters.
 */
export const scanLimitForText = 4000;

/**
 * How many leads it covers for longer texts. Scanning a lead takes 0.4 µs, and fetching one by the
 * trigram index takes 9 µs. A text that doesn't fill a page among this many leads is rare enough
 * for the index.
 */
const scanLimitForWords = 8000;

/**
 * A text with fewer matches among this many first leads is too rare for the bounded scan. The
 * sample can't be smaller: a frequent text may be rare among the newest few hundred leads, and
 * finding all of its matches by index takes three times as long.
 */
export const sampleForWords = { scanned: 2000, minMatches: 4 };

/**
 * Finds leads by words of their names and email addresses (or parts of words) in any order, or by
 * part of a phone number in any format. Ignores accents, apostrophes and capitals.
 */
export async function searchQueue(
  db: Database,
  request: PageRequest,
  search: string,
): Promise<FoundPage> {
  const { sort, after, limit } = request;
  const words = searchWords(search);
  const values = { ...walkValues(request), ...searchValues(words) };
  const shape = [sort, after?.part ?? 0, limit] as const;
  const canFindAll = hasTrigrams(words);
  const near = await readPage(searchByScan(db, ...shape, canFindAll), values);
  if (isEnough(near) || !canFindAll) return near;
  return readPage(searchByIndex(db, ...shape), values);
}

/**
 * Checks whether a bounded scan found enough matches for the largest page, or covered everything.
 */
export const isEnough = (found: { total: number; isTotalExact: boolean }) =>
  found.isTotalExact || found.total > maxLeadPageSize;

/** Returns the placeholder values for the search conditions in this file. */
export function searchValues(words: string[]): { words: string[]; patterns: string[] } {
  const isShortNumber = (word: string) => words.length > 1 && /^\d{1,2}$/.test(word);
  // A short number must match a whole word: "Unit 8" shouldn't find everyone whose phone number has
  // an 8.
  const patterns = words.map((word) => (isShortNumber(word) ? `% ${word} %` : containing(word)));
  return { words, patterns };
}

/** Checks whether any word is long enough for a trigram. Counts code points, as PostgreSQL does. */
export function hasTrigrams(words: string[]): boolean {
  return words.some((word) => [...word].length >= 3);
}

/** Returns the condition that a column contains every word, in any order. */
export function hasWords(column: SQL): SQL {
  return sql`${column} like all (${genericPlaceholder("patterns", "text[]")}::text[])`;
}

const given = sql.placeholder;

/**
 * The condition for the practice's leads that contain the text, found by all of its trigrams. The
 * index keys include the practice. `client_id` is compared in a way that no index supports, so that
 * PostgreSQL doesn't intersect with all of the practice's rows. The keys are in a subquery, so that
 * it uses a generic plan.
 */
export const matchesTrigrams = sql`search_keys(${leads.clientId}, ${leads.search})
    @> (select array_agg(distinct key) from unnest(${given("words")}::text[]) as word,
      unnest(search_keys(${given("clientId")}::uuid, word)) as key)
  and ${leads.clientId} is not distinct from ${given("clientId")}::uuid
  and ${hasWords(sql`${leads.search}`)}`;

const searchByScan = cachedQuery(
  (db: Database, sort: LeadSort, afterPart: number, limit: number, canFindAll: boolean) =>
    scannedPage(
      db,
      {
        walk: (count) => walk({ sort, afterPart, limit: count, isWithText: true }),
        scanLimit: canFindAll ? scanLimitForWords : scanLimitForText,
        rollupCount: inQueue,
        isMatch: hasWords(sql`search`),
        sample: canFindAll ? sampleForWords : null,
      },
      limit,
      `search-${sort}-${afterPart}-${limit}-${canFindAll}`,
    ),
);

/** Finds all matches by index instead of in a bounded scan. */
const searchByIndex = cachedQuery(
  (db: Database, sort: LeadSort, afterPart: number, limit: number) => {
    const matches = and(matchesTrigrams, isInQueue);
    // Selects only the sort columns, because a thousand whole rows would be expensive.
    const columns = [
      leads.clientId,
      leads.id,
      leads.state,
      leads.deletedAt,
      leads.startedAt,
      leads.uncalledSince,
      leads.callBackAt,
      leads.touchedAt,
      leads.doNotCallSince,
    ];
    const found = sql`select ${sql.join(columns, sql`, `)} from ${leads} where ${matches}`;
    return pageQuery(
      db,
      {
        with: [db.$with("found", {}).as(found)],
        counted: sql`select count(*)::int as total, true as is_total_exact from found`,
        // The CTE is named like the leads table, so `walk` sorts the matches instead of the whole
        // queue.
        page: sql`with ${leads} as not materialized (select * from found)
        select * from (${walk({ sort, afterPart, limit })}) as walked`,
      },
      `search-all-${sort}-${afterPart}-${limit}`,
    );
  },
);
