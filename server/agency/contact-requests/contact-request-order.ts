// The contact requests to call now, in the order of a practice's queue.
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";
import { cachedQuery, genericPlaceholder } from "#server/db/prepared.ts";
import { contactRequests } from "#server/db/schema.ts";
import {
  asOf,
  inWalkOrder,
  ordersOf,
  type QueueRows,
  type WalkedAt,
  walkLanes,
  walkMoments,
} from "#server/desk/queue/lanes.ts";

const { state, callBackAt, kind, search } = contactRequests;
const isNew = sql`${state} in ('new', 'attempted', 'contacted')`;

/** Their values; each belongs to a placeholder. */
export type Narrowing = { kind?: string | undefined; pattern?: string | undefined };

function rowsOf(isOfKind: boolean, isSearched: boolean): QueueRows {
  return {
    table: contactRequests,
    id: contactRequests.id,
    isOwn: narrowed(isOfKind, isSearched),
    isNew,
    isDue: sql`${state} = 'callback' and ${callBackAt} <= ${asOf}`,
    isInQueue: sql`(${isNew} or (${state} = 'callback' and ${callBackAt} <= ${asOf}))`,
    startedAt: contactRequests.receivedAt,
    uncalledSince: contactRequests.uncalledSince,
    callBackAt,
    touchedAt: contactRequests.touchedAt,
    last: [],
  };
}

function narrowed(isOfKind: boolean, isSearched: boolean): SQL | undefined {
  return and(
    isOfKind ? eq(kind, genericPlaceholder("kind", "text")) : undefined,
    isSearched ? sql`${search} like ${genericPlaceholder("pattern", "text")}` : undefined,
  );
}

/** One page, with each row's position. */
export async function walkOpen(
  db: Database,
  walked: WalkedAt,
  { kind, pattern }: Narrowing,
  limit: number,
) {
  const after = walked.after?.part ?? 0;
  const query = openPage(db, after, limit, kind !== undefined, pattern !== undefined);
  const rows = await query.execute({ ...walkMoments(walked), kind, pattern });
  return rows.map(({ contactRequest, part, dueAt }) => ({
    contactRequest,
    place: { part, dueAt, id: contactRequest.id },
  }));
}

const openPage = cachedQuery(
  (db: Database, afterPart: number, limit: number, isOfKind: boolean, isSearched: boolean) => {
    const rows = rowsOf(isOfKind, isSearched);
    const walk = walkLanes(rows, ordersOf(rows).next, { afterPart, limit });
    return db
      .select({
        contactRequest: contactRequests,
        part: sql<number>`page.part`,
        dueAt: sql<Date>`coalesce(page.up_due_at, page.down_due_at)`.mapWith(
          contactRequests.receivedAt,
        ),
      })
      .from(contactRequests)
      .innerJoin(sql`(${walk}) as page`, sql`${contactRequests.id} = page.id`)
      .orderBy(inWalkOrder)
      .prepare(`contact-requests-${afterPart}-${limit}-${isOfKind}-${isSearched}`);
  },
);
