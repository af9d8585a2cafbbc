// Checks whether Meta still accepts a page's token and still notifies us of its leads.
import { and, eq, isNull } from "drizzle-orm";
import { sourceMessages } from "#content/console/sources.ts";
import { sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SourceKey } from "#server/jobs/job-queue.ts";
import { GraphRefusal } from "#server/outside/graph.ts";
import { audit } from "#server/records/audit/audit.ts";
import type { Editor } from "./change-sources.ts";
import { findMetaSource } from "./live-sources.ts";
import { orRefuse } from "./meta-lookup.ts";
import { tokenOf } from "./page-tokens.ts";
import { beginProblem, endProblem } from "./source-problems.ts";
import type { SourceOf } from "./sources.ts";

/**
 * Checks a source and notifies the owner once per problem. If Graph's error isn't about the source,
 * throws `GraphRefusal` without changing anything.
 */
export async function checkSource(deps: Deps, key: SourceKey): Promise<void> {
  const found = await findMetaSource(deps, key);
  if (!found) return;
  const { source, pageId } = found;
  try {
    const token = tokenOf(deps, source);
    await deps.graphPages.checkToken(token);
    await endProblem(deps, source, "failing");
    const isSubscribed = await deps.graphPages.isSubscribed(pageId, token);
    if (isSubscribed) await endProblem(deps, source, "unsubscribed");
    else await beginProblem(deps, source, "unsubscribed", {});
  } catch (error) {
    if (!(error instanceof GraphRefusal)) throw error;
    if (error.isTokenRefused) {
      await beginProblem(deps, source, "failing", { problem: error.message });
    } else if (error.isForGood) {
      // A token may have permission to read leads but not subscriptions.
      deps.log.info({ ...key, problem: error.message }, "source could not be checked");
    } else throw error;
  }
}

/**
 * Subscribes to a page's leads. Throws `not_found`, `conflict` for another kind of source or with
 * Graph's reason, `unavailable`.
 */
export async function subscribeSource(
  deps: Deps,
  editor: Editor,
  { id, clientId }: SourceOf,
): Promise<void> {
  const found = await findMetaSource(deps, { clientId, sourceId: id });
  if (!found) throw new AppError("conflict", { sentence: sourceMessages.notMeta });
  const { source, pageId } = found;
  await orRefuse(() => deps.graphPages.subscribe(pageId, tokenOf(deps, source)));
  await deps.db.transaction(async (tx) => {
    await tx
      .update(sources)
      .set({ unsubscribedSince: null })
      .where(and(eq(sources.clientId, clientId), eq(sources.id, id), isNull(sources.endedAt)));
    await audit(deps, tx, {
      ...{ ...editor, clientId, action: "source_subscribed" as const },
      detail: { source: id },
    });
    await deps.jobs.enqueue(tx, "backfill-source", { clientId, sourceId: id });
  });
}
