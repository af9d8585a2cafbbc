// The problems of sources. The owner is notified once when a problem begins, and it is shown until
// it ends.
import { and, eq, inArray, isNotNull, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import { lostSubscriptionNotice } from "#content/emails/lost-subscription-notice.ts";
import { refusedTokenNotice } from "#content/emails/refused-token-notice.ts";
import { silentSourceNotice } from "#content/emails/silent-source-notice.ts";
import { type SourceProblem, sourceProblems } from "#contract/sources.ts";
import type { Transaction } from "#server/db/database.ts";
import { clients, inquiries, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";

type Source = typeof sources.$inferSelect;

/** Columns with the time at which each problem of a source began. */
export const problemColumns = {
  unread: "unreadSince",
  failing: "failingSince",
  unsubscribed: "unsubscribedSince",
  silent: "silentSince",
} as const satisfies Record<SourceProblem, keyof Source>;

/**
 * Whether a lead was received after a silence began. The problem is then over, although it is
 * stored until the next hourly check. Few sources are silent. The subquery isn't correlated,
 * because a cluster can't look up each source (db/distribution.ts).
 */
const hasLeadSince = sql`(${sources.clientId}, ${sources.id}) in (
  select asked.client_id, asked.source_id from ${inquiries} as asked
  join ${sources} as silent on silent.client_id = asked.client_id and silent.id = asked.source_id
  where silent.silent_since is not null and asked.received_at > silent.silent_since
)`;

/** For each problem, the condition that a connected source has it now. */
export const hasProblem: Record<SourceProblem, SQL<boolean>> = {
  unread: sql<boolean>`(${sources.unreadSince} is not null)`,
  failing: sql<boolean>`(${sources.failingSince} is not null)`,
  unsubscribed: sql<boolean>`(${sources.unsubscribedSince} is not null)`,
  silent: sql<boolean>`(${sources.silentSince} is not null and not ${hasLeadSince})`,
};

/** Returns the kinds of problems that sources of these practices have now, the worst first. */
export async function listProblems(
  { db }: Pick<Deps, "db">,
  clientIds: string[],
): Promise<Map<string, SourceProblem[]>> {
  const rows = await db
    .select({ clientId: sources.clientId, ...hasProblem })
    .from(sources)
    .where(
      and(
        inArray(sources.clientId, clientIds),
        isNull(sources.endedAt),
        or(...Object.values(hasProblem)),
      ),
    );
  const theirs = Map.groupBy(rows, ({ clientId }) => clientId);
  return new Map(
    [...theirs].map(([clientId, all]) => [
      clientId,
      sourceProblems.filter((kind) => all.some((one) => one[kind])),
    ]),
  );
}

/**
 * The problems for which `beginProblem` notifies the owner. Unread submissions have a daily notice
 * instead (unread.ts).
 */
type NoticedProblem = Exclude<SourceProblem, "unread">;

const notices = {
  failing: { kind: "refused-token-notice", words: refusedTokenNotice },
  unsubscribed: { kind: "lost-subscription-notice", words: lostSubscriptionNotice },
  silent: { kind: "silent-source-notice", words: silentSourceNotice },
};

/**
 * Records a problem and notifies the owner once, even if it affects several forms of a page or
 * several processes find it. Does nothing if the source is disconnected or has another token than
 * the one that was tested.
 */
export async function beginProblem(
  deps: Deps,
  source: Source,
  kind: NoticedProblem,
  fields: Record<string, unknown>,
): Promise<void> {
  const column = problemColumns[kind];
  await deps.db.transaction(async (tx) => {
    await lockPage(tx, source);
    const [begun] = await tx
      .update(sources)
      .set({ [column]: deps.now() })
      .where(and(thisSource(source), isNull(sources[column]), hasSameToken(source)))
      .returning({ id: sources.id });
    if (!begun || (await isToldForPage(tx, source, kind))) return;
    const [practice] = await tx
      .select({ name: clients.name })
      .from(clients)
      .where(eq(clients.id, source.clientId));
    await queueOwnerNotice(deps, tx, {
      ...notices[kind],
      fields: {
        ...fields,
        source: source.name,
        page: source.metaPageId,
        practice: practice?.name,
        link: `${deps.config.origin}/admin/source?id=${source.id}`,
      },
    });
  });
}

/** Records that a problem has ended. If it begins again, the owner is notified again. */
export async function endProblem(
  { db }: { db: Deps["db"] | Transaction },
  source: Source,
  kind: NoticedProblem,
): Promise<void> {
  const column = problemColumns[kind];
  if (source[column] === null) return;
  await db
    .update(sources)
    .set({ [column]: null })
    .where(and(thisSource(source), isNotNull(sources[column])));
}

/**
 * Locks a page. Its forms share their problems, so only one of two concurrent checks may notify the
 * owner.
 */
async function lockPage(tx: Transaction, { clientId, id, metaPageId }: Source) {
  const key = `source problem ${clientId} ${metaPageId ?? id}`;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
}

async function isToldForPage(tx: Transaction, source: Source, kind: NoticedProblem) {
  if (kind === "silent" || source.metaPageId === null) return false;
  const others = await tx.$count(
    sources,
    and(
      eq(sources.clientId, source.clientId),
      eq(sources.metaPageId, source.metaPageId),
      ne(sources.id, source.id),
      isNull(sources.endedAt),
      isNotNull(sources[problemColumns[kind]]),
    ),
  );
  return others > 0;
}

function thisSource({ clientId, id }: Source): SQL | undefined {
  return and(eq(sources.clientId, clientId), eq(sources.id, id), isNull(sources.endedAt));
}

function hasSameToken({ metaPageToken }: Source): SQL {
  return sql`${sources.metaPageToken} is not distinct from ${metaPageToken}`;
}
