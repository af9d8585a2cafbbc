// The archive: archived leads, and leads with a callback. Each list scans its own index from the
// cursor on (keyset pagination); a search works like the queue's.
import { sql } from "drizzle-orm";
import { z } from "zod";
import {
  type ArchiveList,
  type ArchivePage,
  type ArchiveQuery,
  archiveLists,
} from "#contract/archive.ts";
import type { Database } from "#server/db/database.ts";
import { cachedQuery } from "#server/db/prepared.ts";
import {
  accounts,
  calls,
  campaigns,
  leads,
  rollups,
  sources,
  timeline,
} from "#server/db/schema.ts";
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

/**
 * `GET /api/leads/archive` for one practice. Throws `invalid` for an invalid cursor, or one from
 * the other list.
 */
export async function listArchive(
  deps: Pick<Deps, "db">,
  clientId: string,
  { list, limit, search, cursor }: ArchiveQuery,
): Promise<ArchivePage> {
  const last = lastPageOf(cursor, list);
  const values = {
    clientId,
    afterAt: last?.place.at ?? null,
    afterId: last?.place.id ?? null,
  };
  const shape = [list, last !== null, rowsFor(limit)] as const;
  const rows = search
    ? await findIn(deps.db, shape, values, searchWords(search))
    : await pageOf(deps.db, ...shape, "all").execute(values);
  const [first] = rows;
  if (!first) throw new Error("The count returned no row");
  const counts = { leads: first.archived, callback: first.callback };
  const counted = search ? first : { total: counts[list], isTotalExact: true };
  // A search counts once, on its first page; the cursor carries the count to later pages.
  const { total, isTotalExact } = (search && last) || counted;
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
      ? cursorAfter({ list, place: { at: end.at, id: end.lead.id }, total, isTotalExact })
      : null,
  };
}

type Shape = readonly [list: ArchiveList, isAfterPlace: boolean, limit: number];

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
 * `all`: without a search. `near`: matches among the first leads, and `letters` for searches too
 * short for the trigram index. `every`: all matches.
 */
const pageOf = cachedQuery(
  (
    db: Database,
    list: ArchiveList,
    isAfterPlace: boolean,
    limit: number,
    among: "all" | "near" | "letters" | "every",
  ) => {
    const { moment, isListed, order, to } = lists[list];
    const [direction, beyond] = [sql.raw(order), sql.raw(to)];
    const after = isAfterPlace
      ? sql`and (${moment}, ${leads.id}) ${beyond} (${given("afterAt")}::timestamptz, ${given("afterId")}::uuid)`
      : sql``;
    const isMatch = sql`${leads.deletedAt} is null and ${isListed} and ${moment} is not null ${after}`;
    const walk = (count: number) => sql`
      select ${leads.id} as id, ${moment} as at, ${leads.search} as search
      from ${leads} where ${leads.clientId} = ${given("clientId")} and ${isMatch}
      order by ${moment} ${direction}, ${leads.id} ${direction} limit ${sql.raw(String(count))}`;
    const countOfFound = db.$with("counted", {}).as(sql`
      select count(*)::int as total, true as is_total_exact from found`);
    const scan = (sample: typeof sampleForWords | null) =>
      boundedScan(db, {
        walk,
        scanLimit: scanLimitForText,
        rollupCount: rollupCounts[list],
        isMatch: hasWords(sql`search`),
        columns: sql`id, at`,
        sample,
      });
    const every = sql`select ${leads.id} as id, ${moment} as at from ${leads}
      where ${matchesTrigrams} and ${isMatch}`;
    const queries = {
      all: () => [db.$with("found", {}).as(walk(limit)), countOfFound],
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
        by: list === "leads" ? archivedBy : sql<string | null>`null`,
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
      .prepare(`archive-${list}-${isAfterPlace}-${limit}-${among}`);
  },
);

/** The account that archived the lead at exactly that time: by hand, or by a call's outcome. */
const archivedBy = sql<string | null>`coalesce(
  (select ${timeline.accountId} from ${timeline}
    where ${timeline.clientId} = ${given("clientId")} and ${timeline.leadId} = ${leads.id}
      and ${timeline.kind} = 'archived' and ${timeline.at} = ${leads.archivedAt} limit 1),
  (select coalesce(${calls.outcomeBy}, ${calls.accountId}) from ${calls}
    where ${calls.clientId} = ${given("clientId")} and ${calls.leadId} = ${leads.id}
      and ${calls.calledAt} = ${leads.archivedAt} and ${calls.voidedAt} is null limit 1)
)`;

/** A separate query: accounts aren't a practice's rows, and most pages name one or two. */
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

type LastPage = { list: ArchiveList; place: Place; total: number; isTotalExact: boolean };

const CursorText = z.tuple([
  z.enum(archiveLists),
  milliseconds,
  z.guid(),
  z.int().min(0),
  z.boolean(),
]);

function cursorAfter({ list, place, total, isTotalExact }: LastPage): string {
  const text: z.infer<typeof CursorText> = [
    list,
    place.at.getTime(),
    place.id,
    total,
    isTotalExact,
  ];
  return writeCursor(text);
}

function lastPageOf(cursor: string | undefined, wanted: ArchiveList): LastPage | null {
  if (!cursor) return null;
  const [list, at, id, total, isTotalExact] = readCursor(cursor, CursorText);
  if (list !== wanted) throw foreignCursor();
  return { list, place: { at: new Date(at), id }, total, isTotalExact };
}
