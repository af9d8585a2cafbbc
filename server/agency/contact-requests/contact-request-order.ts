// The contact requests to call now, in the order of a practice's queue.
import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
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

const { state, callBackAt, kind, assignee, search, nextStep } = contactRequests;
const isNew = sql`${state} in ('new', 'attempted', 'contacted')`;

/** The filter's values; each belongs to a placeholder. */
export type Narrowing = {
  kind?: string | undefined;
  /** An owner's id, or null for unassigned requests. */
  assignee?: string | null | undefined;
  pattern?: string | undefined;
};

/** Which filter placeholders a statement has. */
type Shape = { isOfKind: boolean; whose: "all" | "owner" | "nobody"; isSearched: boolean };

function rowsOf(shape: Shape): QueueRows {
  return {
    table: contactRequests,
    id: contactRequests.id,
    isOwn: narrowed(shape),
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

function narrowed({ isOfKind, whose, isSearched }: Shape): SQL | undefined {
  return and(
    isOfKind ? eq(kind, genericPlaceholder("kind", "text")) : undefined,
    whose === "owner" ? eq(assignee, genericPlaceholder("assignee", "uuid")) : undefined,
    whose === "nobody" ? isNull(assignee) : undefined,
    isSearched ? matching(genericPlaceholder("pattern", "text")) : undefined,
  );
}

/**
 * Matches the person's name, email address or phone number, or the next step. Each side of the `or`
 * has its own index.
 */
export function matching(pattern: unknown): SQL {
  return sql`(${search} like ${pattern} or lower(${nextStep}) like ${pattern})`;
}

/** Returns one page, with each row's position. */
export async function walkOpen(
  db: Database,
  walked: WalkedAt,
  { kind, assignee, pattern }: Narrowing,
  limit: number,
) {
  const after = walked.after?.part ?? 0;
  const whose = assignee === undefined ? "all" : assignee === null ? "nobody" : "owner";
  const query = openPage(db, after, limit, kind !== undefined, whose, pattern !== undefined);
  const rows = await query.execute({ ...walkMoments(walked), kind, assignee, pattern });
  return rows.map(({ contactRequest, part, dueAt }) => ({
    contactRequest,
    place: { part, dueAt, id: contactRequest.id },
  }));
}

const openPage = cachedQuery(
  (
    db: Database,
    afterPart: number,
    limit: number,
    isOfKind: boolean,
    whose: Shape["whose"],
    isSearched: boolean,
  ) => {
    const rows = rowsOf({ isOfKind, whose, isSearched });
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
      .prepare(`contact-requests-${afterPart}-${limit}-${isOfKind}-${whose}-${isSearched}`);
  },
);
