// The archive: archived leads, and leads with a callback. Each list and filter starts at the cursor
// in its own index (keyset pagination). A search works as it does in the queue.
import { createHash } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import {
  type ArchiveList,
  type ArchivePage,
  type ArchiveQuery,
  archiveLists,
} from "#contract/archive.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery, genericPlaceholder } from "#server/db/prepared.ts";
import { accounts, campaigns, leads, rollups, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { leadOf, listedLead, toLead } from "#server/desk/leads/lead-rows.ts";
import { searchWords } from "#server/desk/leads/search-text.ts";
import { boundedScan } from "#server/desk/queue/bounded-scan.ts";
import {
  hasTrigrams,
  hasWords,
  isEnough,
  matchesTrigrams,
  sampleForWords,
  scanLimitForText,
  searchValues,
} from "#server/desk/queue/lead-search.ts";
import { rowsFor } from "#server/desk/queue/queue-page.ts";
import { leadsCounted } from "#server/desk/reports/rollups.ts";
import { foreignCursor, milliseconds, readCursor, writeCursor } from "#server/http/cursor.ts";

type Place = { at: Date; id: string };
type Filters = Pick<ArchiveQuery, "reason" | "by">;

/**
 * Handles `GET /api/leads/archive` for one practice. Throws `invalid` for a cursor that is invalid,
 * or from the other list or other filters.
 */
export async function listArchive(
  deps: Pick<Deps, "db">,
  clientId: string,
  { list, limit, search, cursor, ...asked }: ArchiveQuery,
): Promise<ArchivePage> {
  const filters: Filters = list === "leads" ? asked : {};
  const filter = filterOf(filters);
  const order = { list, filtersKey: filtersKeyOf(filters) };
  const last = lastPageOf(cursor, order);
  const values = {
    clientId,
    afterAt: last?.place.at ?? null,
    afterId: last?.place.id ?? null,
    reason: filters.reason,
    by: filters.by,
  };
  const shape = [list, last !== null, rowsFor(limit), filter] as const;
  const rows = search
    ? await findIn(deps.db, shape, values, searchWords(search))
    : await pageOf(deps.db, ...shape, "all").execute(values);
  const [first] = rows;
  if (!first) throw new Error("The count returned no row");
  const counts = { leads: first.archived, callback: first.callback };
  const isNarrowed = Boolean(search) || filter !== "none";
  const counted = isNarrowed ? first : { total: counts[list], isTotalExact: true };
  // With a search or a filter, matches are counted only for the first page, and the cursor carries
  // the count to later pages.
  const { total, isTotalExact } = (isNarrowed && last) || counted;
  const found = rows.flatMap((row) => (row.lead ? [{ ...row, lead: row.lead }] : []));
  const shown = found.slice(0, limit);
  const end = found.length > limit ? shown.at(-1) : undefined;
  const nameOf = await findNames(deps.db, shown);
  return {
    leads: shown.map((row) => ({
      ...toLead(row),
      archived:
        list === "leads"
          ? { at: row.at.toISOString(), reason: row.reason, by: nameOf.get(row.by ?? "") ?? null }
          : null,
    })),
    total,
    isTotalExact,
    counts,
    nextCursor: end
      ? cursorAfter({ ...order, place: { at: end.at, id: end.lead.id }, total, isTotalExact })
      : null,
  };
}

type Filter = "none" | "reason" | "by" | "both";

function filterOf({ reason, by }: Filters): Filter {
  if (!reason) return by ? "by" : "none";
  return by ? "both" : "reason";
}

type Shape = readonly [list: ArchiveList, isAfterPlace: boolean, limit: number, filter: Filter];

async function findIn(
  db: Database,
  shape: Shape,
  values: Record<string, unknown>,
  words: string[],
) {
  const asked = { ...values, ...searchValues(words) };
  const canFindAll = hasTrigrams(words);
  const near = await pageOf(db, ...shape, canFindAll ? "near" : "letters").execute(asked);
  const [first] = near;
  if (!first) throw new Error("The count returned no row");
  if (isEnough(first) || !canFindAll) return near;
  return pageOf(db, ...shape, "every").execute(asked);
}

const given = sql.placeholder;

const rollupCounts = {
  leads: leadsCounted("archived"),
  // Callbacks are counted by due day.
  callback: leadsCounted("queue", sql`${rollups.span} = 'day'`),
};

const lists = {
  leads: { moment: leads.archivedAt, isListed: sql`state = 'archived'`, order: "desc", to: "<" },
  callback: { moment: leads.callBackAt, isListed: sql`state = 'callback'`, order: "asc", to: ">" },
} as const;

/**
 * A filter stops counting at this many leads, because counting more would take longer than reading
 * the page.
 */
const maxCounted = 10_000;

/**
 * How a page is read: `all` has no search, `near` searches only the first leads, `letters` does so
 * for texts too short for the trigram index, and `every` finds all matches.
 */
const pageOf = cachedQuery(
  (
    db: Database,
    list: ArchiveList,
    isAfterPlace: boolean,
    limit: number,
    filter: Filter,
    among: "all" | "near" | "letters" | "every",
  ) => {
    const { moment, isListed, order, to } = lists[list];
    const [direction, beyond] = [sql.raw(order), sql.raw(to)];
    const after = isAfterPlace
      ? sql`and (${moment}, ${leads.id}) ${beyond} (${given("afterAt")}::timestamptz, ${given("afterId")}::uuid)`
      : sql``;
    const isInList = sql`${leads.deletedAt} is null and ${isListed} and ${moment} is not null`;
    const isMatch = sql`${isInList} ${after}`;
    const ofFilter = matchesFilter(filter, sql`=`);
    const walk = (count: number) => sql`
      select ${leads.id} as id, ${moment} as at, ${leads.search} as search
      from ${leads} where ${leads.clientId} = ${given("clientId")} and ${isMatch} ${ofFilter}
      order by ${moment} ${direction}, ${leads.id} ${direction} limit ${sql.raw(String(count))}`;
    const countOfFound = db.$with("counted", {}).as(sql`
      select count(*)::int as total, true as is_total_exact from found`);
    const countOfFilter = db.$with("counted", {}).as(sql`
      select count(*)::int as total, count(*) < ${sql.raw(String(maxCounted))} as is_total_exact
      from (select 1 from ${leads}
        where ${leads.clientId} = ${given("clientId")} and ${isInList} ${ofFilter}
        limit ${sql.raw(String(maxCounted))}) as matches`);
    const scan = (sample: typeof sampleForWords | null) =>
      boundedScan(db, {
        walk,
        scanLimit: scanLimitForText,
        // The rollups count whole lists only, so there is none for a filtered list.
        rollupCount: filter === "none" ? rollupCounts[list] : sql`0`,
        isMatch: hasWords(sql`search`),
        columns: sql`id, at`,
        sample,
      });
    // Compares the filter in a way that no index supports, so PostgreSQL reads only the trigram
    // index.
    const every = sql`select ${leads.id} as id, ${moment} as at from ${leads}
      where ${matchesTrigrams} and ${isMatch} ${matchesFilter(filter, sql`is not distinct from`)}`;
    const isCounted = filter !== "none" && !isAfterPlace;
    const queries = {
      all: () => [db.$with("found", {}).as(walk(limit)), isCounted ? countOfFilter : countOfFound],
      near: () => scan(sampleForWords),
      letters: () => scan(null),
      every: () => [db.$with("found", {}).as(every), countOfFound],
    };
    return db
      .with(...queries[among]())
      .select({
        lead: listedLead,
        campaign: campaigns.name,
        script: campaigns.script,
        source: sources.name,
        at: sql<Date>`page.at`.mapWith(leads.startedAt),
        reason: sql<string>`coalesce(${leads.archiveReason}, '')`,
        by: sql<string | null>`${leads.archivedBy}`,
        total: sql<number>`counted.total`,
        isTotalExact: sql<boolean>`counted.is_total_exact`,
        archived: rollupCounts.leads,
        callback: rollupCounts.callback,
      })
      .from(sql`counted`)
      .leftJoin(
        sql`(select * from found order by at ${direction}, id ${direction} limit ${sql.raw(String(limit))}) as page`,
        sql`true`,
      )
      .leftJoin(leads, sql`${leads.clientId} = ${given("clientId")} and ${leads.id} = page.id`)
      .leftJoin(campaigns, leadOf.campaign)
      .leftJoin(sources, leadOf.source)
      .orderBy(sql`page.at ${direction}, page.id ${direction}`)
      .prepare(
        `archive-${list}-${isAfterPlace}-${limit}-${among}${filter === "none" ? "" : `-${filter}`}`,
      );
  },
);

/** Returns a filter's SQL condition, which compares with the operator `is`. */
function matchesFilter(filter: Filter, is: SQL): SQL {
  const isForReason = sql`and ${leads.archiveReason} ${is} ${genericPlaceholder("reason", "text")}`;
  const isByPerson = sql`and ${leads.archivedBy} ${is} ${genericPlaceholder("by", "uuid")}`;
  switch (filter) {
    case "none":
      return sql``;
    case "reason":
      return isForReason;
    case "by":
      return isByPerson;
    case "both":
      return sql`${isForReason} ${isByPerson}`;
  }
}

/**
 * Finds the names of these rows' accounts in a separate query, because accounts don't belong to a
 * practice and most pages need only one or two names.
 */
async function findNames(db: Database, rows: { by: string | null }[]) {
  const ids = [...new Set(rows.flatMap(({ by }) => by ?? []))];
  const found = ids.length > 0 ? await accountNames(db).execute({ ids }) : [];
  return new Map(found.map(({ id, firstName, lastName }) => [id, `${firstName} ${lastName}`]));
}

const accountNames = cachedQuery((db: Database) =>
  db
    .select({ id: accounts.id, firstName: accounts.firstName, lastName: accounts.lastName })
    .from(accounts)
    .where(sql`${accounts.id} = any(${given("ids")}::uuid[])`)
    .prepare("archive-names"),
);

/** The list and filters that a cursor is for. `filtersKey` is empty without filters. */
type Order = { list: ArchiveList; filtersKey: string };
type LastPage = Order & { place: Place; total: number; isTotalExact: boolean };

const CursorText = z.tuple([
  z.enum(archiveLists),
  milliseconds,
  z.guid(),
  z.int().min(0),
  z.boolean(),
  z.string(),
]);

/** Hashes the filters, because a reason may be longer than a cursor. */
function filtersKeyOf(filters: Filters): string {
  if (filterOf(filters) === "none") return "";
  const text = JSON.stringify([filters.reason ?? "", filters.by ?? ""]);
  return createHash("sha256").update(text).digest("base64url").slice(0, 16);
}

function cursorAfter({ list, filtersKey, place, total, isTotalExact }: LastPage): string {
  const text: z.infer<typeof CursorText> = [
    list,
    place.at.getTime(),
    place.id,
    total,
    isTotalExact,
    filtersKey,
  ];
  return writeCursor(text);
}

function lastPageOf(cursor: string | undefined, wanted: Order): LastPage | null {
  if (!cursor) return null;
  const [list, at, id, total, isTotalExact, filtersKey] = readCursor(cursor, CursorText);
  if (list !== wanted.list || filtersKey !== wanted.filtersKey) throw foreignCursor();
  return { ...wanted, place: { at: new Date(at), id }, total, isTotalExact };
}
