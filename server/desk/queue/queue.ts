// The queue has new leads and due callbacks, in the order in which to call them.
import { sql } from "drizzle-orm";
import { z } from "zod";
import { openStarts } from "#contract/open-time.ts";
import { type LeadList, type LeadQuery, type LeadSort, leadSorts } from "#contract/queue.ts";
import { wallStarts } from "#contract/timeliness.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery } from "#server/db/prepared.ts";
import type { Deps } from "#server/deps.ts";
import { toLead } from "#server/desk/leads/lead-rows.ts";
import { foreignCursor, milliseconds, readCursor, writeCursor } from "#server/http/cursor.ts";
import { getOpenHours } from "#server/people/open-hours.ts";
import type { Place } from "./lanes.ts";
import { filterQueue, isFiltered } from "./lead-filter.ts";
import { searchQueue } from "./lead-search.ts";
import { partsOf, walk, walkValues } from "./queue-order.ts";
import {
  type FoundPage,
  inQueue,
  type PageRequest,
  pageQuery,
  readPage,
  rowsFor,
} from "./queue-page.ts";

/**
 * Handles `GET /api/leads/new` for one practice. The cursor has the time of the first page, and
 * later pages are computed as of that time, so that paging doesn't skip or repeat leads. Throws
 * `invalid` for an invalid cursor.
 */
export async function listNewLeads(
  deps: Deps,
  clientId: string,
  { sort, reading, limit, search, cursor, ...filters }: LeadQuery,
): Promise<LeadList> {
  const last = lastPageOf(cursor, sort);
  const asOf = last?.asOf ?? deps.now();
  const starts =
    reading === "open"
      ? openStarts(asOf, await getOpenHours(deps, clientId, deps.now()))
      : wallStarts(asOf);
  const after = last?.place ?? null;
  const request = { clientId, sort, asOf, starts, after, limit: rowsFor(limit) };
  const isNarrowed = isFiltered(filters) || Boolean(search);
  const found = await (isFiltered(filters)
    ? filterQueue(deps.db, request, filters, search)
    : search
      ? searchQueue(deps.db, request, search)
      : readQueue(deps.db, request));
  // With a search or a filter, matches are counted only for the first page, and the cursor carries
  // the count to later pages.
  const { total, isTotalExact } = (isNarrowed && last) || found;
  const shown = found.rows.slice(0, limit);
  const place = found.rows.length > limit ? shown.at(-1)?.place : undefined;
  return {
    leads: shown.map(toLead),
    total,
    isTotalExact,
    uncalled: found.uncalled,
    doNotCall: found.doNotCall,
    nextCursor: place ? cursorAfter({ sort, asOf, place, total, isTotalExact }) : null,
  };
}

function readQueue(db: Database, request: PageRequest): Promise<FoundPage> {
  const { sort, after, limit } = request;
  const query = queuePage(db, sort, after?.part ?? 0, limit);
  return readPage(query, walkValues(request));
}

const queuePage = cachedQuery((db: Database, sort: LeadSort, afterPart: number, limit: number) =>
  pageQuery(
    db,
    {
      counted: sql`select ${inQueue} as total, true as is_total_exact`,
      page: walk({ sort, afterPart, limit }),
    },
    `queue-${sort}-${afterPart}-${limit}`,
  ),
);

/**
 * What the cursor says about the previous page: where it ended, the time used to compute it, and
 * the count.
 */
type LastPage = {
  sort: LeadSort;
  asOf: Date;
  place: Place;
  total: number;
  isTotalExact: boolean;
};

const CursorText = z.tuple([
  z.enum(leadSorts),
  // The time of the first page.
  milliseconds.min(0),
  z.int(),
  milliseconds,
  z.guid(),
  z.int().min(0),
  z.boolean(),
]);

function cursorAfter({ sort, asOf, place, total, isTotalExact }: LastPage): string {
  const { part, dueAt, id } = place;
  const text: z.infer<typeof CursorText> = [
    sort,
    asOf.getTime(),
    part,
    dueAt.getTime(),
    id,
    total,
    isTotalExact,
  ];
  return writeCursor(text);
}

function lastPageOf(cursor: string | undefined, wanted: LeadSort): LastPage | null {
  if (!cursor) return null;
  const [sort, asOf, part, dueAt, id, total, isTotalExact] = readCursor(cursor, CursorText);
  if (sort !== wanted || !partsOf(sort, undefined).includes(part)) throw foreignCursor();
  const place = { part, dueAt: new Date(dueAt), id };
  return { sort, asOf: new Date(asOf), place, total, isTotalExact };
}
