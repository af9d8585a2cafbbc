// Enqueues jobs for all practices' connected sources, one for each source.
import { and, eq, isNull, not, sql } from "drizzle-orm";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob, type SourceKey } from "#server/jobs/job-queue.ts";

const maxPerStatement = 1000;

/**
 * Enqueues the job for each Meta source that doesn't have an unfinished one. Does nothing without
 * the app secret, because Meta isn't set up then.
 */
export async function enqueueForMetaSources(
  deps: Pick<Deps, "db" | "jobs" | "config">,
  name: "backfill-source" | "check-source",
): Promise<void> {
  if (!deps.config.meta.appSecret) return;
  await deps.db.transaction(async (tx) => {
    // Two processes that start at the same time enqueue one job.
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
          // Meta would reject the request until the hourly check finds that the token works again.
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

/** Finds a source; returns null if the source was disconnected or deleted since. */
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
