// The owner's list of practices: filtered, sorted and paginated by the database. Details are read
// only for the rows of one page: see practice-rows.ts.
import {
  and,
  arrayContains,
  asc,
  desc,
  eq,
  exists,
  gte,
  inArray,
  isNotNull,
  isNull,
  ne,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { site } from "#content/site.ts";
import type { ClientStatus } from "#contract/accounts.ts";
import { monthAfter } from "#contract/month-reports.ts";
import {
  type ClientList,
  type ClientsExportQuery,
  type ClientsQuery,
  type PracticeNames,
  type PracticeNamesQuery,
  type PracticeNeed,
  type PracticeSort,
  practiceSorts,
} from "#contract/practices.ts";
import { dayIn, startOfDay } from "#contract/zones.ts";
import { isOnCluster } from "#server/db/database.ts";
import { isCurrentPractice, isRealPractice } from "#server/db/real-practices.ts";
import {
  accounts,
  clients,
  invoices,
  practiceSortKeys as keys,
  leads,
  mails,
  sources,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { findLabeledNumbers } from "#server/desk/rings/labeled-numbers.ts";
import { hasChannel } from "#server/messages/alerts/reachability.ts";
import { hasProblem } from "#server/sources/intake/source-problems.ts";
import { isWaiting } from "./last-events.ts";
import { hasAny, stepsDone } from "./onboarding.ts";
import { readPractices } from "./practice-rows.ts";
import { listTags } from "./practice-tags.ts";

const perPage = 50;

/** Handles `GET /api/admin/clients`. */
export async function listClients(
  deps: Deps,
  { page = 1, limit = perPage, ...query }: ClientsQuery,
): Promise<ClientList> {
  const total = await countClients(deps, query);
  const ids = await findClients(deps, query, { limit, offset: (page - 1) * limit });
  const clients = await readPractices(deps, ids);
  const pages = Math.max(1, Math.ceil(total / limit));
  const [packages, tags] = [await listPackages(deps), await listTags(deps)];
  return { clients, total, pages, packages, tags };
}

/**
 * If there were more packages, each would belong to one practice, so filtering by them would be
 * useless.
 */
const packagesShown = 50;

async function listPackages({ db }: Pick<Deps, "db">): Promise<string[]> {
  const rows = await db
    .selectDistinct({ name: clients.package })
    .from(clients)
    .where(and(isCurrentPractice, ne(clients.package, "")))
    .orderBy(asc(clients.package))
    .limit(packagesShown);
  return rows.map(({ name }) => name);
}

const namesShown = 50;

/**
 * Handles `GET /api/admin/practice-names`. `isNameOnly`: a helper can't search by email addresses.
 */
export async function listNames(
  deps: Deps,
  { search, chosen, isNameOnly = false }: PracticeNamesQuery & { isNameOnly?: boolean },
): Promise<PracticeNames> {
  const filter = { search, isNameOnly };
  const isChosen = chosen ? eq(clients.id, chosen) : undefined;
  const isFound = await isListed(deps, filter);
  const { id, name, city, state } = clients;
  const practices = await deps.db
    .select({ _id: id, name, city, state })
    .from(clients)
    .where(isChosen ? and(isRealPractice, or(isChosen, isFound)) : isFound)
    .orderBy(...(isChosen ? [desc(isChosen)] : []), byName, asc(clients.id))
    .limit(namesShown);
  return { practices, total: await countClients(deps, filter) };
}

/** Returns the ids in one part of the list, in its order; without a `limit`, all ids. */
export async function findClients(
  deps: Deps,
  query: ClientsExportQuery,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<string[]> {
  const listed = deps.db
    .select({ id: clients.id })
    .from(clients)
    .leftJoin(keys, eq(keys.clientId, clients.id))
    .$dynamic();
  const isAllAtOnce = query.sort === "waiting" && isOnCluster(deps.db);
  const joined = isAllAtOnce
    ? listed.leftJoin(waitingOfAll, sql`waiting.client_id = ${clients.id}`)
    : listed;
  const ordered = joined.where(await isListed(deps, query)).orderBy(...orderOf(deps, query));
  const rows = await (limit === null ? ordered : ordered.limit(limit).offset(offset));
  return rows.map(({ id }) => id);
}

async function countClients(deps: Deps, query: Filter): Promise<number> {
  const [counted] = await deps.db
    .select({ total: sql<number>`count(*)::integer` })
    .from(clients)
    .leftJoin(keys, eq(keys.clientId, clients.id))
    .where(await isListed(deps, query));
  return counted?.total ?? 0;
}

type Filter = Omit<ClientsExportQuery, "sort" | "order"> & {
  /** Whether the search leaves out people's email addresses. */
  isNameOnly?: boolean;
};

export async function isListed(
  deps: Deps,
  { search, status, late, needs, package: name, tag, isNameOnly }: Filter,
): Promise<SQL | undefined> {
  return and(
    isRealPractice,
    hasStatus[status ?? "any"],
    late ? gte(keys.latePermille, Number(late) * 10) : undefined,
    needs && (await hasNeed(deps, needs)),
    name ? eq(clients.package, name === "none" ? "" : name) : undefined,
    tag ? arrayContains(clients.tags, [tag]) : undefined,
    search ? matches(deps, search.toLowerCase(), isNameOnly) : undefined,
  );
}

/** Ended practices are listed only on request. */
const hasStatus: Record<ClientStatus | "any", SQL | undefined> = {
  any: isNull(clients.endedAt),
  pending: and(isNull(clients.approvedAt), isNull(clients.suspendedAt)),
  active: and(isNotNull(clients.approvedAt), isNull(clients.suspendedAt)),
  suspended: and(isNotNull(clients.suspendedAt), isNull(clients.endedAt)),
  ended: isNotNull(clients.endedAt),
};

/** Inactive practices can only need an approval. */
async function hasNeed(deps: Deps, need: PracticeNeed): Promise<SQL | undefined> {
  const steps = Object.values(stepsDone(deps));
  const { timeZone } = site.officeHours;
  const today = dayIn(deps.now(), timeZone);
  const thisMonth = today.slice(0, 7);
  const needs: Record<PracticeNeed, SQL> = {
    sources: hasAny(
      deps.db,
      sources,
      and(isNull(sources.endedAt), or(...Object.values(hasProblem))),
    ),
    alerts: not(hasChannel(deps, clients.id)),
    setup: sql`not (${and(...steps)})`,
    calls: hasAny(deps.db, leads, isWaiting),
    invoice: sql`${clients.nextInvoiceOn} <= ${today}`,
    payment: hasAny(deps.db, invoices, isNull(invoices.paidOn)),
    report: sql`${clients.approvedAt} < ${startOfDay(`${thisMonth}-01`, timeZone).toISOString()}
      and ${clients.monthMailOnAt} is null
      and not ${hasAny(deps.db, mails, eq(mails.reportMonth, monthAfter(thisMonth, -1)))}`,
    number: inArray(clients.id, need === "number" ? await findLabeledNumbers(deps) : []),
  };
  return and(hasStatus.active, needs[need]);
}

/** A literal search: % and _ are not wildcards. */
function matches({ db }: Deps, text: string, isNameOnly = false): SQL | undefined {
  const named = sql`position(${text} in lower(${clients.name} || ' ' || ${clients.city})) > 0`;
  if (isNameOnly) return named;
  const person = db
    .select({ one: sql`1` })
    .from(accounts)
    .where(and(eq(accounts.clientId, clients.id), sql`position(${text} in ${accounts.email}) > 0`));
  return or(named, exists(person));
}

export const byName = sql`lower(${clients.name})`;
const rank = sql`case when ${hasStatus.suspended} then 2 when ${hasStatus.pending} then 0 else 1 end`;
const waitingSince = sql`(select min(${leads.uncalledSince}) from ${leads}
  where ${leads.clientId} = ${clients.id} and ${isWaiting})`;
const waitingOfAll = sql`(
  select ${leads.clientId} as client_id, min(${leads.uncalledSince}) as since from ${leads}
  where ${isWaiting} group by ${leads.clientId}) as waiting`;

const sortedBy: Record<Exclude<PracticeSort, "waiting">, SQL> = {
  name: byName,
  registered: sql`${clients.createdAt}`,
  package: sql`nullif(lower(${clients.package}), '')`,
  leads: sql`${keys.leads}`,
  onTime: sql`${keys.onTimePermille}`,
  median: sql`${keys.median}`,
  neverCalled: sql`${keys.neverCalled}`,
  lastLead: sql`${keys.lastLeadAt}`,
  lastSignIn: sql`${keys.lastSignedInAt}`,
};

function orderOf(
  { db }: Deps,
  { sort, order = sort && practiceSorts[sort] }: ClientsExportQuery,
): SQL[] {
  const by = { ...sortedBy, waiting: isOnCluster(db) ? sql`waiting.since` : waitingSince };
  const then = [byName, asc(clients.id)];
  if (!sort || !order) return [rank, ...then];
  return [sql`${by[sort]} ${sql.raw(order)} nulls last`, ...then];
}
