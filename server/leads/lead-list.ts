// The queue: new leads and call-backs that are due, in the order in which to call them.
import { and, asc, desc, eq, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { LeadList, LeadQuery } from "#contract/leads.ts";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import { leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { leadColumns, toLead } from "./lead-rows.ts";

/** `GET /api/leads/new` for one practice. Throws `invalid` on a cursor that is not ours. */
export async function listNewLeads(
  deps: Deps,
  clientId: string,
  query: LeadQuery,
): Promise<LeadList> {
  const cursor = readCursor(query.cursor);
  const asOf = cursor ? new Date(cursor.asOf) : deps.now();
  const listed = and(inQueue(clientId, asOf), matches(query.search));
  const order = orders[query.sort](asOf);

  const rows = await deps.db
    .select({ ...leadColumns, rank: order.rank, key: order.key })
    .from(leads)
    .where(and(listed, cursor ? sql`(${isAfter(order, cursor)})` : undefined))
    .orderBy(...order.by)
    .limit(query.limit + 1);
  const [counted] = await deps.db
    .select({ total: sql<number>`count(*)::int` })
    .from(leads)
    .where(listed);
  const [waiting] = await deps.db
    .select({ uncalled: sql<number>`count(*)::int` })
    .from(leads)
    .where(and(inQueue(clientId, asOf), isNotNull(leads.uncalledSince)));
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    leads: shown.map(toLead),
    total: counted?.total ?? 0,
    uncalled: waiting?.uncalled ?? 0,
    nextCursor:
      rows.length > query.limit && last
        ? writeCursor({ asOf: asOf.getTime(), rank: last.rank, key: last.key, id: last.lead.id })
        : null,
  };
}

/** New, or to be called back by now. */
function inQueue(clientId: string, asOf: Date): SQL | undefined {
  return and(
    eq(leads.clientId, clientId),
    isNull(leads.deletedAt),
    or(
      eq(leads.state, "new"),
      and(eq(leads.state, "callback"), sql`${leads.callBackAt} <= ${asOf}`),
    ),
  );
}

/** Part of a name or address in any case, or of a number in any notation. */
function matches(search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const isNumber = /^[\d\s().+-]+$/.test(search) && /\d/.test(search);
  const wanted = isNumber ? search.replace(/\D/g, "") : search.toLowerCase();
  // What a person types is text: % and _ stand for themselves.
  return sql`${leads.search} like ${`%${wanted.replace(/[\\%_]/g, "\\$&")}%`}`;
}

type Order = { rank: SQL<number>; key: SQL<number>; by: SQL[] };

const milliseconds = (moment: SQL | typeof leads.startedAt) =>
  sql<number>`(extract(epoch from ${moment}) * 1000)::float8`;

/**
 * `next`: on the clock, least time left to the next limit first; late, newest first; call-backs
 * due, longest overdue first; called without success, longest untouched first. Everything is
 * judged as of one moment, which the cursor carries, so that paging neither skips nor repeats.
 */
const orders: Record<LeadQuery["sort"], (asOf: Date) => Order> = {
  newest: () => inOrder(sql`1`, sql`- ${milliseconds(leads.startedAt)}`),
  oldest: () => inOrder(sql`1`, milliseconds(leads.startedAt)),
  next: (asOf) => {
    const waited = sql`(${asOf.getTime()}::float8 - ${milliseconds(sql`${leads.uncalledSince}`)})`;
    const onTimeMs = sql`${onTimeMinutes * 60_000}::float8`;
    const lateMs = sql`${lateAfterMinutes * 60_000}::float8`;
    const rank = sql<number>`case
      when ${leads.uncalledSince} is not null and ${waited} < ${lateMs} then 1
      when ${leads.uncalledSince} is not null then 2
      when ${leads.state} = 'callback' then 3
      else 4 end`;
    const key = sql<number>`case
      when ${leads.uncalledSince} is not null and ${waited} < ${onTimeMs} then ${onTimeMs} - ${waited}
      when ${leads.uncalledSince} is not null and ${waited} < ${lateMs} then ${lateMs} - ${waited}
      when ${leads.uncalledSince} is not null then ${waited}
      when ${leads.state} = 'callback' then ${milliseconds(sql`${leads.callBackAt}`)}
      else ${milliseconds(sql`${leads.touchedAt}`)} end`;
    return inOrder(rank, key);
  },
};

function inOrder(rank: SQL, key: SQL): Order {
  const typed = { rank: sql<number>`(${rank})::int`, key: sql<number>`(${key})::float8` };
  return { ...typed, by: [asc(typed.rank), asc(typed.key), desc(leads.id)] };
}

const Cursor = z.object({ asOf: z.int(), rank: z.int(), key: z.number(), id: z.guid() });
type Cursor = z.infer<typeof Cursor>;

function isAfter(order: Order, cursor: Cursor): SQL {
  return sql`(${order.rank}, ${order.key}) > (${cursor.rank}, ${cursor.key}::float8)
    or ((${order.rank}, ${order.key}) = (${cursor.rank}, ${cursor.key}::float8)
      and ${leads.id} < ${cursor.id})`;
}

function writeCursor(cursor: Cursor): string {
  return Buffer.from(JSON.stringify(cursor)).toString("base64url");
}

function readCursor(text: string | undefined): Cursor | null {
  if (!text) return null;
  try {
    return Cursor.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
  } catch {
    throw new AppError("invalid", { fields: { cursor: "invalid" } });
  }
}
