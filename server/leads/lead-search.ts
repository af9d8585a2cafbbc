// A search of the queue. It never reads all of it: what is common is met soon by walking along, and
// what is rare the trigram index finds at once.
import { and, eq, type SQL, sql } from "drizzle-orm";
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
const steps = [500, 2000];
/** So many of a page are met in the longest walk by what is just common enough. */
const commonShare = largestLeadPage / 2000;

/** Part of a name or address in any case, or of a number in any notation. */
export async function searchQueue(
  db: Database,
  { clientId, sort, asOf, after, limit }: PageRequest,
  search: string,
): Promise<FoundPage> {
  const wanted = wantedText(search);
  const values = { ...walkValues(clientId, asOf, after), pattern: patternOf(wanted) };
  const afterPart = after?.part ?? 0;
  let found: FoundPage | null = null;
  for (const step of steps) {
    found = await readPage(searchFirst(db, sort, afterPart, limit, step), values);
    if (found.isTotalExact || found.total > largestLeadPage) return found;
    if (hasTrigram(wanted) && found.total < step * commonShare) break;
  }
  if (found && !hasTrigram(wanted)) return found;
  return readPage(searchAll(db, sort, afterPart, limit), values);
}

export function wantedText(search: string): string {
  const isNumber = /^[\d\s().+-]+$/.test(search) && /\d/.test(search);
  return isNumber ? search.replace(/\D/g, "") : search.toLowerCase();
}

/** What a person types is text: % and _ stand for themselves. */
export function patternOf(wanted: string): string {
  return `%${wanted.replace(/[\\%_]/g, "\\$&")}%`;
}

/** Three letters in a row, where a space before a word stands for two and one after it for one. */
export function hasTrigram(wanted: string): boolean {
  return /[\p{L}\p{N}]{3}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]|[^\p{L}\p{N}][\p{L}\p{N}]/u.test(wanted);
}

const isWanted = (text: SQL) => sql`${text} like ${sql.placeholder("pattern")}`;

/** Among the first so many leads of the order; exact when these are all. */
const searchFirst = keptQuery(
  (db: Database, sort: LeadSort, afterPart: number, limit: number, walked: number) => {
    const first = walk({ sort, afterPart, limit: walked, isWithText: true });
    const found = sql`select * from first where ${isWanted(sql`first.search`)}`;
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
  const matches = and(
    eq(leads.clientId, sql.placeholder("clientId")),
    isInQueue,
    isWanted(sql`${leads.search}`),
  );
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
