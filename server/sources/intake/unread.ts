// Submissions that need the owner's attention: they have no contact details, were rejected, or have
// their honeypot filled in. Meta leads without contact details count too, because the form may need
// a mapping. Shown until each is a lead or dismissed; emailed once a day per source.
import { and, eq, gt, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { unreadSubmissionsNotice } from "#content/emails/unread-submissions-notice.ts";
import { dayMs } from "#contract/durations.ts";
import type { UnreadDismissal } from "#contract/sources.ts";
import type { Transaction } from "#server/db/database.ts";
import { announcedLeads, clients, sourceDeliveries, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import { audit } from "#server/records/audit/audit.ts";
import type { Editor } from "./change-sources.ts";
import type { SourceOf } from "./sources.ts";

type Delivery = typeof sourceDeliveries.$inferInsert;
type Of = Pick<SourceOf, "clientId" | "id">;

/**
 * The condition for a submission that is unread. Excludes wrong keys and erased bodies.
 * `noteUnread` has the same rule.
 */
const needsPerson = sql`dismissed_at is null and result in ('unmapped', 'refused', 'spam')
  and reason is distinct from 'wrong_key' and body <> ''`;

/** Counts new unread submissions in the transaction that stores them. */
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

/** Counts leads without contact details in the transaction that imports them. */
export async function noteWithoutContact(
  deps: Deps,
  tx: Transaction,
  clientId: string,
  sourceIds: string[],
): Promise<void> {
  // A fixed lock order prevents deadlocks.
  for (const id of [...new Set(sourceIds)].sort()) {
    await updateUnread(tx, { clientId, id }, deps.now());
    await tellOwner(deps, tx, { clientId, id });
  }
}

/**
 * Records since when submissions to a source have been over the storage limit. They are rejected,
 * and the owner sees the time.
 */
export async function noteNotKept({ db, now }: Pick<Deps, "db" | "now">, which: Of) {
  await db
    .update(sources)
    .set({ notKeptSince: now() })
    .where(and(thisSource(which), isNull(sources.notKeptSince)));
}

/**
 * Counts the unread submissions again after one arrived, became a lead or was dismissed. `now` is
 * when the problem began, if this is the first unread submission.
 */
export async function updateUnread(
  tx: Transaction,
  { clientId, id }: Of,
  now: Date | null = null,
): Promise<void> {
  const counted = sql<number>`(
    select count(*)::integer from ${sourceDeliveries}
    where ${sourceDeliveries.clientId} = ${clientId} and ${sourceDeliveries.sourceId} = ${id}
      and ${needsPerson})
    + (select count(*)::integer from ${announcedLeads}
    where ${withoutContact({ clientId, id })})`;
  await tx
    .update(sources)
    .set({
      unread: counted,
      unreadSince: sql`case when ${counted} > 0
        then coalesce(${sources.unreadSince}, ${now?.toISOString() ?? null}::timestamptz) end`,
    })
    .where(thisSource({ clientId, id }));
}

function withoutContact({ clientId, id }: Of): SQL | undefined {
  const { sourceId, withoutContactSince } = announcedLeads;
  return and(
    eq(announcedLeads.clientId, clientId),
    eq(sourceId, id),
    isNotNull(withoutContactSince),
  );
}

/**
 * Runs the hourly job. Counts again, because old submissions may have been deleted, and emails the
 * owner about submissions that arrived after the last email.
 */
export async function sweepUnread(deps: Deps): Promise<void> {
  for (const which of await listWaiting(deps)) {
    await deps.db.transaction(async (tx) => {
      await updateUnread(tx, which);
      if (await hasNewer(tx, which)) await tellOwner(deps, tx, which);
    });
  }
}

/** Checks whether any unread submission came after the last email. */
async function hasNewer(tx: Transaction, which: Of): Promise<boolean> {
  const [source] = await tx
    .select({ toldAt: sources.unreadToldAt })
    .from(sources)
    .where(thisSource(which));
  const toldAt = source?.toldAt ?? new Date(0);
  const sent = await tx.$count(
    sourceDeliveries,
    and(
      eq(sourceDeliveries.clientId, which.clientId),
      eq(sourceDeliveries.sourceId, which.id),
      needsPerson,
      gt(sourceDeliveries.receivedAt, toldAt),
    ),
  );
  if (sent > 0) return true;
  const { withoutContactSince } = announcedLeads;
  const fetched = and(withoutContact(which), gt(withoutContactSince, toldAt));
  return (await tx.$count(announcedLeads, fetched)) > 0;
}

/** Lists the connected sources of all practices that have unread submissions. */
function listWaiting({ db }: Pick<Deps, "db">) {
  return db
    .select({ clientId: sources.clientId, id: sources.id })
    .from(sources)
    .where(and(gt(sources.unread, 0), isNull(sources.endedAt)))
    .orderBy(sources.id);
}

/** Notifies the owner, at most once a day for each source. */
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
    .returning({
      name: sources.name,
      kind: sources.kind,
      unread: sources.unread,
      notKeptSince: sources.notKeptSince,
    });
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
      isTooMany: told.notKeptSince !== null,
      isMeta: told.kind === "meta",
      link: `${deps.config.origin}/admin/source?id=${which.id}`,
    },
  });
}

/**
 * Dismisses all unread submissions of a source. Audited. `unread` is the number that the owner saw.
 * Throws `stale` if the number has changed since.
 */
export async function dismissUnread(
  deps: Deps,
  editor: Editor,
  which: SourceOf,
  { unread }: UnreadDismissal,
): Promise<void> {
  const { clientId, id } = which;
  await deps.db.transaction(async (tx) => {
    const [now] = await tx
      .select({ unread: sources.unread })
      .from(sources)
      .where(thisSource(which))
      .for("no key update");
    if (now?.unread !== unread) throw new AppError("stale");
    await tx.update(sources).set({ notKeptSince: null }).where(thisSource(which));
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
    await tx.update(announcedLeads).set({ withoutContactSince: null }).where(withoutContact(which));
    await updateUnread(tx, which);
    await audit(deps, tx, {
      ...{ ...editor, clientId, action: "submissions_dismissed" as const },
      detail: { source: id },
    });
  });
}

/** Counts the unread submissions to all sources of a practice. */
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
