// Submissions that brought no lead and need a person: no person was found in them, they were refused,
// or something filled in the field that people don't see. The owner is emailed once a day for each
// source, and every screen that is open first says so, until each is a lead or dismissed.
import { and, eq, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { unreadSubmissionsNotice } from "#content/emails/unread-submissions-notice.ts";
import { dayMs } from "#contract/durations.ts";
import { audit } from "#server/audit/audit.ts";
import type { Transaction } from "#server/db/database.ts";
import { clients, sourceDeliveries, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { queueOwnerNotice } from "#server/mail/owner-notice.ts";
import type { Editor } from "./change-sources.ts";
import type { SourceOf } from "./sources.ts";

type Delivery = typeof sourceDeliveries.$inferInsert;
type Of = Pick<SourceOf, "clientId" | "id">;

/** A wrong key is no lead of this source. An erased body names nobody anymore. `noteUnread` has the same rule. */
const needsPerson = sql`dismissed_at is null and result in ('unmapped', 'refused', 'spam')
  and reason is distinct from 'wrong_key' and body <> ''`;

/** In the transaction that stores them. */
export async function noteUnread(deps: Deps, tx: Transaction, stored: Delivery[]): Promise<void> {
  const unread = stored.filter(
    ({ result, reason, body }) =>
      ["unmapped", "refused", "spam"].includes(result) && reason !== "wrong_key" && body !== "",
  );
  // A fixed lock order prevents deadlocks.
  const ids = [...new Set(unread.map(({ sourceId }) => sourceId))].sort();
  for (const id of ids) {
    const which = { id, clientId: unread[0]?.clientId ?? "" };
    await updateUnread(tx, which, deps.now());
    await tellOwner(deps, tx, which);
  }
}

/** After one became a lead or was dismissed, and after a new one. `now`: since when, if it begins. */
export async function updateUnread(
  tx: Transaction,
  { clientId, id }: Of,
  now: Date | null = null,
): Promise<void> {
  const counted = sql<number>`(
    select count(*)::integer from ${sourceDeliveries}
    where ${sourceDeliveries.clientId} = ${clientId} and ${sourceDeliveries.sourceId} = ${id}
      and ${needsPerson})`;
  await tx
    .update(sources)
    .set({
      unread: counted,
      unreadSince: sql`case when ${counted} > 0
        then coalesce(${sources.unreadSince}, ${now?.toISOString() ?? null}::timestamptz) end`,
    })
    .where(thisSource({ clientId, id }));
}

async function tellOwner(deps: Deps, tx: Transaction, which: Of): Promise<void> {
  const now = deps.now();
  const [told] = await tx
    .update(sources)
    .set({ unreadToldAt: now })
    .where(
      and(
        thisSource(which),
        isNull(sources.endedAt),
        or(isNull(sources.unreadToldAt), lt(sources.unreadToldAt, new Date(now.getTime() - dayMs))),
      ),
    )
    .returning({ name: sources.name, unread: sources.unread });
  if (!told) return;
  const [practice] = await tx
    .select({ name: clients.name, isDemo: clients.isDemo })
    .from(clients)
    .where(eq(clients.id, which.clientId));
  if (!practice || practice.isDemo) return;
  await queueOwnerNotice(deps, tx, {
    ...{ kind: "unread-submissions-notice", words: unreadSubmissionsNotice },
    fields: {
      ...{ count: told.unread, source: told.name, practice: practice.name },
      link: `${deps.config.origin}/admin/source?id=${which.id}`,
    },
  });
}

/** All that a source has now need nobody. Audited. */
export async function dismissUnread(deps: Deps, editor: Editor, which: SourceOf): Promise<void> {
  const { clientId, id } = which;
  await deps.db.transaction(async (tx) => {
    await tx
      .update(sourceDeliveries)
      .set({ dismissedAt: deps.now() })
      .where(
        and(
          eq(sourceDeliveries.clientId, clientId),
          eq(sourceDeliveries.sourceId, id),
          needsPerson,
        ),
      );
    await updateUnread(tx, which);
    await audit(deps, tx, {
      ...{ ...editor, clientId, action: "submissions_dismissed" as const },
      detail: { source: id },
    });
  });
}

/** Of all of a practice's sources. */
export async function countUnread({ db }: Pick<Deps, "db">, clientId: string): Promise<number> {
  const [sum] = await db
    .select({ unread: sql<number>`coalesce(sum(${sources.unread}), 0)::integer` })
    .from(sources)
    .where(and(eq(sources.clientId, clientId), isNull(sources.endedAt)));
  return sum?.unread ?? 0;
}

function thisSource({ clientId, id }: Of): SQL | undefined {
  return and(eq(sources.clientId, clientId), eq(sources.id, id));
}
