// The owner's lists of contact requests.
import { and, asc, desc, eq, gt, inArray, isNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { site } from "#content/site.ts";
import {
  type ContactRequestExportQuery,
  type ContactRequestList,
  type ContactRequestQuery,
  type ContactRequestSort,
  type ContactRequestsWaiting,
  contactRequestSorts,
  contactRequestStates,
  mostContactRequestsCounted,
} from "#contract/contact-request-work.ts";
import { weekOf } from "#contract/office-hours.ts";
import { openStarts } from "#contract/open-time.ts";
import { wallStarts } from "#contract/timeliness.ts";
import { dayIn, dayOf } from "#contract/zones.ts";
import { containing } from "#server/db/like.ts";
import { cachedQuery, genericPlaceholder } from "#server/db/prepared.ts";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { Place } from "#server/desk/queue/lanes.ts";
import { foreignCursor, milliseconds, readCursor, writeCursor } from "#server/http/cursor.ts";
import type { SignedInAdmin } from "#server/http/signed-in.ts";
import { matching, walkOpen } from "./contact-request-order.ts";
import { type ContactRequestRow, toContactRequest } from "./contact-request-rows.ts";

const { id, state, kind, assignee, receivedAt, callBackAt, nextStepOn } = contactRequests;

/**
 * Handles `GET /api/admin/contact-requests`. The cursor carries the time of the first page, and
 * every page is computed as of that time. Throws `invalid` for a cursor from another list.
 */
export async function listContactRequests(
  deps: Pick<Deps, "db" | "now">,
  { accountId }: SignedInAdmin,
  query: ContactRequestQuery,
): Promise<ContactRequestList> {
  const sort = query.sort === "next" && query.list !== "open" ? "newest" : query.sort;
  const last = lastPageOf(query.cursor, sort);
  const asOf = last?.asOf ?? deps.now();
  const after = last?.place ?? null;
  const reader = { asOf, accountId };
  const found = await (sort === "next"
    ? readNext(deps, query, reader, after)
    : readInOrder(deps, query, sort, reader, after));
  const counts = await countLists(deps, asOf);
  const shown = found.slice(0, query.limit);
  const place = found.length > query.limit ? shown.at(-1)?.place : undefined;
  return {
    contactRequests: shown.map(({ contactRequest }) => toContactRequest(contactRequest)),
    total: isNarrowed(query) ? await countMatches(deps, query, reader) : counts[query.list],
    counts,
    nextCursor: place ? cursorAfter({ sort, asOf, place }) : null,
  };
}

function isNarrowed({ kind, assignee, search }: ContactRequestQuery): boolean {
  return kind !== undefined || assignee !== undefined || Boolean(search);
}

/** The time for which the list is computed, and the owner whose requests are "mine". */
type Reader = { asOf: Date; accountId: string };

async function countMatches(deps: Tools, query: ContactRequestQuery, reader: Reader) {
  const [counted] = await deps.db
    .select({ total: upTo(isListed(query, reader)) })
    .from(sql`(select 1) as one`);
  return counted?.total ?? 0;
}

type Found = { contactRequest: ContactRequestRow; place: Place };
type Tools = Pick<Deps, "db" | "now">;

function readNext(
  deps: Tools,
  query: ContactRequestQuery,
  { asOf, accountId }: Reader,
  after: Place | null,
): Promise<Found[]> {
  const isOpen = query.reading === "open";
  const starts = isOpen ? openStarts(asOf, weekOf(site.officeHours)) : wallStarts(asOf);
  const pattern = query.search && containing(wantedText(query.search));
  return walkOpen(
    deps.db,
    { asOf, starts, after },
    {
      kind: query.kind,
      assignee: query.assignee && { mine: accountId, nobody: null }[query.assignee],
      pattern: pattern || undefined,
    },
    query.limit + 1,
  );
}

async function readInOrder(
  deps: Tools,
  query: ContactRequestQuery,
  sort: Exclude<ContactRequestSort, "next">,
  reader: Reader,
  after: Place | null,
): Promise<Found[]> {
  const { key, order, dueAtOf, idOrder } = orders[sort];
  const beyond = { asc: gt, desc: lt };
  const at = after && (sort === "step" ? sql`${dayOf(after.dueAt)}::date` : after.dueAt);
  const isAfter =
    after && or(beyond[order](key, at), and(eq(key, at), beyond[idOrder](id, after.id)));
  const by = { asc, desc };
  const rows = await deps.db
    .select()
    .from(contactRequests)
    .where(and(isListed(query, reader), isAfter || undefined))
    .orderBy(by[order](key), by[idOrder](id))
    .limit(query.limit + 1);
  return rows.map((contactRequest) => ({
    contactRequest,
    place: { part: 1, dueAt: dueAtOf(contactRequest), id: contactRequest.id },
  }));
}

/** This sorts after any date that a step can have. */
const noDay = "9999-12-31";

const byTime = { key: sql`${receivedAt}`, dueAtOf: (row: ContactRequestRow) => row.receivedAt };
const orders = {
  newest: { ...byTime, order: "desc", idOrder: "desc" },
  oldest: { ...byTime, order: "asc", idOrder: "asc" },
  step: {
    key: sql`coalesce(${nextStepOn}, ${sql.raw(`date '${noDay}'`)})`,
    dueAtOf: (row: ContactRequestRow) => new Date(row.nextStepOn ?? noDay),
    order: "asc",
    // Ids sort by time.
    idOrder: "desc",
  },
} as const;

/** The condition for a list with its filter and search. */
export function isListed(
  query: ContactRequestExportQuery,
  { asOf, accountId }: Reader,
): SQL | undefined {
  const wanted = query.search && wantedText(query.search);
  return and(
    isNull(contactRequests.erasedAt),
    isNull(contactRequests.foldedInto),
    isInList(query.list, asOf),
    query.kind && eq(kind, query.kind),
    query.assignee && { mine: eq(assignee, accountId), nobody: isNull(assignee) }[query.assignee],
    wanted ? matching(containing(wanted)) : undefined,
  );
}

function wantedText(text: string): string {
  const isNumber = /^[\d\s().+-]+$/.test(text) && /\d/.test(text);
  return isNumber ? text.replace(/\D/g, "") : text.toLowerCase();
}

function isInList(list: ContactRequestQuery["list"], asOf: Date): SQL | undefined {
  if (list === "all") return undefined;
  if (list === "due") return isStepDue(sql`${todayAt(asOf)}`);
  if (list !== "open") return eq(state, list);
  return or(
    inArray(state, ["new", "attempted", "contacted"]),
    and(eq(state, "callback"), lte(callBackAt, asOf)),
  );
}

/** Returns the date in the agency's time zone. */
function todayAt(asOf: Date): string {
  return dayIn(asOf, site.officeHours.timeZone);
}

function isStepDue(today: SQL): SQL {
  return sql`(${nextStepOn} <= ${today}::date and ${state} not in ('lost', 'closed'))`;
}

/** Reads at most as many rows of each list as its count can show. */
async function countLists(deps: Tools, asOf: Date): Promise<ContactRequestList["counts"]> {
  const [counted] = await listCounts(deps.db).execute({
    ...{ asOf: asOf.toISOString(), today: todayAt(asOf) },
  });
  if (!counted) throw new Error("A statement without rows");
  const { dueCallbacks, due, ...byState } = counted;
  const sum = (...counts: number[]) =>
    Math.min(
      mostContactRequestsCounted + 1,
      counts.reduce((all, one) => all + one, 0),
    );
  return {
    ...byState,
    due,
    all: sum(...Object.values(byState)),
    open: sum(byState.new, byState.attempted, byState.contacted, dueCallbacks),
  };
}

type State = (typeof contactRequestStates)[number];

const listCounts = cachedQuery((db: Deps["db"]) => {
  const byState = Object.fromEntries(
    contactRequestStates.map((one) => [one, upTo(eq(state, one))]),
  ) as Record<State, SQL<number>>;
  const isDue = sql`${callBackAt} <= ${genericPlaceholder("asOf", "timestamptz")}`;
  return db
    .select({
      ...byState,
      dueCallbacks: upTo(and(eq(state, "callback"), isDue)),
      due: upTo(isStepDue(genericPlaceholder("today", "text"))),
    })
    .from(sql`(select 1) as one`)
    .prepare("contact-request-counts");
});

function upTo(wanted: SQL | undefined): SQL<number> {
  return sql<number>`(select count(*)::int from (
    select 1 from ${contactRequests}
    where ${and(isNull(contactRequests.erasedAt), isNull(contactRequests.foldedInto), wanted)}
    limit ${mostContactRequestsCounted + 1}) as found)`;
}

/** Handles `GET /api/admin/contact-requests/waiting`. */
export async function countWaiting(deps: Tools): Promise<ContactRequestsWaiting> {
  const [row] = await waiting(deps.db).execute({ now: deps.now().toISOString() });
  return {
    uncalled: row?.uncalled ?? 0,
    due: row?.due ?? 0,
    nextDueAt: row?.nextDueAt?.toISOString() ?? null,
  };
}

/**
 * The query is cached, because every open console requests it often, and planning it takes longer
 * than counting.
 */
const waiting = cachedQuery((db: Deps["db"]) => {
  const now = genericPlaceholder("now", "timestamptz");
  return db
    .select({
      uncalled: sql<number>`(select count(*)::int from ${contactRequests}
        where ${state} in ('new', 'attempted', 'contacted')
          and ${contactRequests.uncalledSince} is not null)`,
      due: sql<number>`(select count(*)::int from ${contactRequests}
        where ${state} = 'callback' and ${callBackAt} <= ${now})`,
      nextDueAt: sql<Date | null>`(select min(${callBackAt}) from ${contactRequests}
        where ${state} = 'callback' and ${callBackAt} > ${now})`.mapWith(callBackAt),
    })
    .from(sql`(select 1) as one`)
    .prepare("contact-requests-waiting");
});

/** The end of the last page, and the time for which it was computed. */
type LastPage = { sort: ContactRequestSort; asOf: Date; place: Place };

const CursorText = z.tuple([
  z.enum(contactRequestSorts),
  milliseconds.min(0),
  z.int().min(1).max(6),
  milliseconds,
  z.guid(),
]);

function cursorAfter({ sort, asOf, place }: LastPage): string {
  const text: z.infer<typeof CursorText> = [
    sort,
    asOf.getTime(),
    place.part,
    place.dueAt.getTime(),
    place.id,
  ];
  return writeCursor(text);
}

function lastPageOf(cursor: string | undefined, wanted: ContactRequestSort): LastPage | null {
  if (!cursor) return null;
  const [sort, asOf, part, dueAt, placeId] = readCursor(cursor, CursorText);
  if (sort !== wanted) throw foreignCursor();
  return { sort, asOf: new Date(asOf), place: { part, dueAt: new Date(dueAt), id: placeId } };
}
