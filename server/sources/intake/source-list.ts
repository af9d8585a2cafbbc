// The owner's list of every practice's sources: filtered, sorted and paginated by the database.
// Leads are read only for the rows of one page, unless the list is sorted by them.
import { and, asc, eq, gt, inArray, isNull, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { sourceKindNames } from "#content/console/sources.ts";
import { dayMs } from "#contract/durations.ts";
import {
  type ListedSource,
  type SourceSort,
  type Sources,
  type SourcesExportQuery,
  type SourcesQuery,
  sourceSorts,
} from "#contract/sources.ts";
import { isOnCluster } from "#server/db/database.ts";
import { isCurrentPractice, isOfCurrentPractice } from "#server/db/real-practices.ts";
import { clients, inquiries, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { listOpenHours } from "#server/people/open-hours.ts";
import { historyDays, usualGap } from "./silence.ts";
import { maxLeads } from "./silent-sources.ts";
import { hasProblem } from "./source-problems.ts";
import { inHours, isListed, listedOf, type SourceOf, type SourceRow, toSource } from "./sources.ts";

const perPage = 50;

type Tools = Pick<Deps, "db" | "now">;

/** Handles `GET /api/admin/sources`. */
export async function listSources(
  tools: Tools,
  { page = 1, ...query }: SourcesQuery,
): Promise<Sources> {
  const found = await findSources(tools, query, { limit: perPage, offset: (page - 1) * perPage });
  const shown = await readListed(tools, found);
  const total = await countListed(tools, query);
  return { sources: shown, total, pages: Math.max(1, Math.ceil(total / perPage)) };
}

/**
 * Returns one part of the list, in its order; without a `limit`, the whole list. Practices are
 * sorted first, so that in the usual order, PostgreSQL reads their sources only until the page is
 * full.
 */
export async function findSources(
  { db, now }: Tools,
  { sort = "practice", order = sourceSorts[sort], ...filter }: SourcesExportQuery,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<SourceOf[]> {
  const byName = sql<string>`lower(${clients.name})`;
  const direction = sql.raw(order);
  const practice = db
    .select({ id: clients.id, name: clients.name, byName: byName.as("by_name") })
    .from(clients)
    .where(isCurrentPractice)
    .orderBy(sort === "practice" ? sql`${byName} ${direction}` : byName, asc(clients.id))
    .as("practice");
  const since = sinceOf(now());
  const isByLeads = sort === "lastLead" || sort === "leads";
  const isAllAtOnce = isByLeads && isOnCluster(db);
  const listed = db
    .select({ id: sources.id, clientId: sources.clientId })
    .from(practice)
    .innerJoin(sources, eq(sources.clientId, practice.id))
    .$dynamic();
  const joined = isAllAtOnce
    ? listed.leftJoin(
        askedOfAll(since),
        sql`asked.client_id = ${sources.clientId} and asked.source_id = ${sources.id}`,
      )
    : listed;
  const then = [asc(practice.id), bySource, asc(sources.id)];
  const sortedBy: Record<Exclude<SourceSort, "practice">, SQL> = {
    name: bySource,
    kind: byKind,
    state: byState,
    lastLead: isAllAtOnce ? sql`asked.last_at` : listedOf(sources.clientId).lastLeadAt,
    leads: isAllAtOnce ? sql`asked.leads` : recentLeads(since),
  };
  const ordered = joined
    .where(and(isListed, isWanted(filter), matches(filter, practice.name)))
    .orderBy(
      ...(sort === "practice"
        ? [sql`${practice.byName} ${direction}`, ...then]
        : [sql`${sortedBy[sort]} ${direction} nulls last`, practice.byName, ...then]),
    );
  return limit === null ? ordered : ordered.limit(limit).offset(offset);
}

type Filter = Pick<SourcesExportQuery, "search" | "only">;

async function countListed({ db }: Tools, filter: Filter): Promise<number> {
  const counted = db.select({ total: sql<number>`count(*)::integer` }).from(sources).$dynamic();
  const [found] = filter.search
    ? await counted
        .innerJoin(clients, eq(clients.id, sources.clientId))
        .where(and(isCurrentPractice, isListed, isWanted(filter), matches(filter, clients.name)))
    : await counted.where(and(isListed, isWanted(filter), isOfCurrentPractice(sources.clientId)));
  return found?.total ?? 0;
}

const { unread: _, ...otherProblems } = hasProblem;
const isOnly: Record<NonNullable<Filter["only"]>, SQL | undefined> = {
  unread: gt(sources.unread, 0),
  problems: or(...Object.values(otherProblems)),
};

function isWanted({ only }: Filter): SQL | undefined {
  return only && and(isOnly[only], isNull(sources.endedAt));
}

/** The condition for a search, in which % and _ aren't wildcards. */
function matches({ search }: Filter, practice: SQLWrapper): SQL | undefined {
  if (!search) return undefined;
  const text = search.toLowerCase();
  return sql`position(${text} in lower(${practice} || ' ' || ${sources.name})) > 0`;
}

const bySource = sql`lower(${sources.name})`;

/** Kinds are sorted by their names on screen. */
const kinds = Object.entries(sourceKindNames)
  .toSorted(([, one], [, other]) => one.localeCompare(other, "en"))
  .map(([kind]) => kind);
const byKind = sql`array_position(${sql.param(kinds)}::text[], ${sources.kind})`;

/** As in `stateOf`: the worst problem first, and disconnected sources last. */
const byState = sql`case when ${sources.endedAt} is not null then 5
  when ${hasProblem.unread} then 0 when ${hasProblem.failing} then 1
  when ${hasProblem.unsubscribed} then 2 when ${hasProblem.silent} then 3 else 4 end`;

const person = sql`coalesce(${inquiries.mergedFrom}, ${inquiries.leadId})`;

function sinceOf(now: Date): string {
  return new Date(now.getTime() - historyDays * dayMs).toISOString();
}

function recentLeads(since: string): SQL {
  return sql`(select count(distinct ${person}) from ${inquiries}
    where ${inquiries.clientId} = ${sources.clientId} and ${inquiries.sourceId} = ${sources.id}
      and ${inquiries.receivedAt} > ${since}::timestamptz and not ${inquiries.isTest})`;
}

/** The same for all sources at once, because a cluster can't look up each (db/distribution.ts). */
function askedOfAll(since: string): SQL {
  return sql`(
    select ${inquiries.clientId} as client_id, ${inquiries.sourceId} as source_id,
      max(${inquiries.receivedAt}) as last_at, count(distinct ${person}) filter (
        where ${inquiries.receivedAt} > ${since}::timestamptz and not ${inquiries.isTest}) as leads
    from ${inquiries} where ${inquiries.sourceId} is not null
    group by ${inquiries.clientId}, ${inquiries.sourceId}) as asked`;
}

/** Returns these sources with their figures, in the same order, without those deleted since. */
export async function readListed(tools: Tools, found: SourceOf[]): Promise<ListedSource[]> {
  if (found.length === 0) return [];
  const { db } = tools;
  const isApart = isOnCluster(db);
  const listed = listedOf(sources.clientId);
  const rows: SourceRow[] = await db
    .select(isApart ? { ...listed, lastLeadAt: sql<string | null>`null` } : listed)
    .from(sources)
    .innerJoin(clients, eq(clients.id, sources.clientId))
    .where(
      and(
        inArray(sources.clientId, clientIdsOf(found)),
        inArray(
          sources.id,
          found.map(({ id }) => id),
        ),
      ),
    );
  const lastOf = isApart ? await readLastLeads(tools, found) : null;
  const recent = await readRecent(tools, found);
  const hours = await listOpenHours(tools, clientIdsOf(found), tools.now());
  const places = new Map(found.map(({ id }, place) => [id, place]));
  const placeOf = ({ source }: SourceRow) => places.get(source.id) ?? 0;
  return rows
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((row) => {
      const { source } = row;
      const newest = recent.get(source.id);
      const open = hours.get(source.clientId);
      const asked = (newest?.times ?? []).map((at) => new Date(at));
      const gap = source.endedAt || !open ? null : usualGap(asked, open, tools.now());
      return {
        ...toSource(lastOf ? { ...row, lastLeadAt: lastOf.get(source.id) ?? null } : row),
        ...{ recentLeads: newest?.leads ?? 0, usualGapHours: gap && inHours(gap.usualMs) },
      };
    });
}

function clientIdsOf(found: SourceOf[]): string[] {
  return [...new Set(found.map(({ clientId }) => clientId))];
}

async function readLastLeads({ db }: Tools, found: SourceOf[]) {
  const last = await db
    .select({ id: inquiries.sourceId, at: sql<string>`max(${inquiries.receivedAt})` })
    .from(inquiries)
    .where(
      and(
        inArray(inquiries.clientId, clientIdsOf(found)),
        inArray(
          inquiries.sourceId,
          found.map(({ id }) => id),
        ),
      ),
    )
    .groupBy(inquiries.sourceId);
  return new Map(last.map(({ id, at }) => [id, at]));
}

type Recent = { id: string; leads: number; times: number[] | null };

/**
 * Reads how many people asked through each source in the last 30 days, and when its newest leads
 * were submitted, as in `readUsualGap`.
 */
async function readRecent({ db, now }: Tools, found: SourceOf[]): Promise<Map<string, Recent>> {
  const ids = found.map(({ id }) => id);
  const { rows } = await db.execute<Recent>(sql`
    select source_id as id,
      count(distinct coalesce(merged_from, lead_id)) filter (where not is_test)::int as leads,
      json_agg(extract(epoch from submitted_at) * 1000)
        filter (where place <= ${maxLeads} and not is_untimed) as times
    from (
      select client_id, source_id, lead_id, merged_from, is_test, is_untimed, submitted_at,
        row_number() over (partition by client_id, source_id, is_untimed
          order by received_at desc) as place
      from ${inquiries}
      where client_id = any(${sql.param(clientIdsOf(found))}::uuid[])
        and source_id = any(${sql.param(ids)}::uuid[])
        and received_at > ${sinceOf(now())}::timestamptz
    ) as recent
    group by client_id, source_id`);
  return new Map(rows.map((row) => [row.id, row]));
}
