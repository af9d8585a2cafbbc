// The queue: new leads and call-backs that are due, in the order in which to call them.
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type LeadList, type LeadQuery, type LeadSort, leadSorts } from "#contract/leads.ts";
import type { Database } from "#server/db/database.ts";
import { keptQuery } from "#server/db/prepared.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { filterQueue, isFiltered } from "./lead-filter.ts";
import { toLead } from "./lead-rows.ts";
import { searchQueue } from "./lead-search.ts";
import { type Place, partsOf, walk, walkValues } from "./queue-order.ts";
import { type FoundPage, inQueue, type PageRequest, pageQuery, readPage } from "./queue-page.ts";

/**
 * `GET /api/leads/new` for one practice. Everything is judged as of one moment, which the cursor
 * carries, so that paging neither skips nor repeats. Throws `invalid` on a cursor that is not ours.
 */
export async function listNewLeads(
  deps: Deps,
  clientId: string,
  { sort, limit, search, cursor, ...filters }: LeadQuery,
): Promise<LeadList> {
  const last = readCursor(cursor, sort);
  const asOf = last?.asOf ?? deps.now();
  // One more than asked for, to know whether there are more.
  const request = { clientId, sort, asOf, after: last?.place ?? null, limit: limit + 1 };
  const isNarrowed = isFiltered(filters) || Boolean(search);
  const found = await (isFiltered(filters)
    ? filterQueue(deps.db, request, filters, search)
    : search
      ? searchQueue(deps.db, request, search)
      : readQueue(deps.db, request));
  // A search counts on its first page, and repeats on the others what it said there.
  const { total, isTotalExact } = (isNarrowed && last) || found;
  const shown = found.rows.slice(0, limit);
  const place = found.rows.length > limit ? shown.at(-1)?.place : undefined;
  return {
    leads: shown.map(toLead),
    total,
    isTotalExact,
    uncalled: found.uncalled,
    nextCursor: place ? writeCursor({ sort, asOf, place, total, isTotalExact }) : null,
  };
}

function readQueue(db: Database, request: PageRequest): Promise<FoundPage> {
  const { clientId, sort, asOf, after, limit } = request;
  const query = queuePage(db, sort, after?.part ?? 0, limit);
  return readPage(query, walkValues(clientId, asOf, after));
}

const queuePage = keptQuery((db: Database, sort: LeadSort, afterPart: number, limit: number) =>
  pageQuery(
    db,
    {
      counted: sql`select ${inQueue} as total, true as is_total_exact`,
      page: walk({ sort, afterPart, limit }),
    },
    `queue-${sort}-${afterPart}-${limit}`,
  ),
);

/** Where the last page ended, as of which moment it was judged, and what it counted. */
type Cursor = {
  sort: LeadSort;
  asOf: Date;
  place: Place;
  total: number;
  isTotalExact: boolean;
};

// The end of the year 9999: later moments are written in a way that the database does not read.
const lastMs = 253_402_300_799_999;
const milliseconds = z.int().min(0).max(lastMs);
const CursorText = z.tuple([
  z.enum(leadSorts),
  milliseconds,
  z.int(),
  milliseconds,
  z.guid(),
  z.int().min(0),
  z.boolean(),
]);

function writeCursor({ sort, asOf, place, total, isTotalExact }: Cursor): string {
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
  return Buffer.from(JSON.stringify(text)).toString("base64url");
}

function readCursor(text: string | undefined, wanted: LeadSort): Cursor | null {
  if (!text) return null;
  try {
    const read = CursorText.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    const [sort, asOf, part, dueAt, id, total, isTotalExact] = read;
    const place = { part, dueAt: new Date(dueAt), id };
    const isOurs = sort === wanted && partsOf(sort, undefined).includes(part);
    if (isOurs) return { sort, asOf: new Date(asOf), place, total, isTotalExact };
  } catch {
    // Refused below.
  }
  throw new AppError("invalid", { fields: { cursor: "invalid" } });
}
