// Enqueues a job for each connected source of every practice.
import { and, eq, isNull, not, sql } from "drizzle-orm";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob, type SourceKey } from "#server/jobs/job-queue.ts";

const maxPerStatement = 1000;

/**
 * Enqueues this job for each Meta source unless one is pending. Does nothing if there is no app
 * secret, because then Meta isn't set up.
 */
export async function enqueueForMetaSources(
  deps: Pick<Deps, "db" | "jobs" | "config">,
  name: "backfill-source" | "check-source",
): Promise<void> {
  if (!deps.config.meta.appSecret) return;
  await deps.db.transaction(async (tx) => {
    // Two processes that start at the same time must not enqueue two jobs.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
    const live = await tx
      .select({ clientId: sources.clientId, sourceId: sources.id })
      .from(sources)
      .innerJoin(clients, eq(clients.id, sources.clientId))
      .where(
        and(
          isRealPractice,
          isNull(clients.suspendedAt),
          eq(sources.kind, "meta"),
          isNull(sources.endedAt),
          // Leaves out sources with a rejected token, whose requests would fail until the hourly
          // check finds that the token works again.
          name === "backfill-source" ? isNull(sources.failingSince) : undefined,
          not(hasJob(name, "sourceId", sources.id)),
        ),
      )
      .orderBy(sources.clientId, sources.id);
    for (let from = 0; from < live.length; from += maxPerStatement) {
      const some = live.slice(from, from + maxPerStatement);
      await deps.jobs.enqueueAll(
        tx,
        name,
        some.map((payload) => ({ payload })),
      );
    }
  });
}

/** Finds a source; null if it has been disconnected or deleted. */
export async function findMetaSource({ db }: Pick<Deps, "db">, { clientId, sourceId }: SourceKey) {
  const [source] = await db
    .select()
    .from(sources)
    .where(
      and(
        eq(sources.clientId, clientId),
        eq(sources.id, sourceId),
        eq(sources.kind, "meta"),
        isNull(sources.endedAt),
      ),
    );
  if (!source?.metaPageId || !source.metaFormId) return null;
  return { source, pageId: source.metaPageId, formId: source.metaFormId };
}
