// Finds leads that no webhook notified us about: lists a form's leads, and passes the unknown ones
// to the same pipeline.
import { and, eq, sql } from "drizzle-orm";
import { announcedLeads, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { SourceKey } from "#server/jobs/job-queue.ts";
import { GraphRefusal } from "#server/outside/graph.ts";
import type { ListedLead } from "#server/outside/graph-pages.ts";
import { backfillSince, isPossibleTime } from "./backfill-since.ts";
import { storeDelivery } from "./deliveries.ts";
import { replayFailedLeadNotification } from "./failed-lead-notifications.ts";
import { findMetaSource } from "./live-sources.ts";
import { tokenOf } from "./page-tokens.ts";
import { beginProblem } from "./source-problems.ts";

/** More pages than any form fills in 90 days, as a guard against endless pagination. */
const maxLists = 1000;

/**
 * Enqueues a form's unknown leads, and retries those that couldn't be imported. Idempotent. Throws
 * `GraphRefusal` when a retry may help; the next run then lists all of them again.
 */
export async function backfillSource(deps: Deps, key: SourceKey): Promise<void> {
  const found = await findMetaSource(deps, key);
  if (!found) return;
  const { source, pageId, formId } = found;
  // Taken before the first request, so that the next run finds leads that arrive during this one.
  const startedAt = deps.now();
  const since = backfillSince(source.backfilledUntil, startedAt);
  try {
    const token = tokenOf(deps, source);
    let after: string | null = null;
    for (let lists = 0; lists < maxLists; lists += 1) {
      const list = await deps.graphPages.listLeads(formId, token, { since, after });
      await announce(deps, { page_id: pageId, form_id: formId }, list.leads);
      if (list.after === null || list.after === after) {
        await noteBackfilled(deps, key, startedAt);
        return;
      }
      after = list.after;
    }
    throw new Error("The list of leads did not end");
  } catch (error) {
    if (!(error instanceof GraphRefusal)) throw error;
    if (error.isTokenRefused) {
      await beginProblem(deps, source, "failing", { problem: error.message });
    } else if (error.isForGood) {
      deps.log.info({ ...key, problem: error.message }, "leads could not be listed");
    } else throw error;
  }
}

async function announce(
  deps: Deps,
  form: { page_id: string; form_id: string },
  leads: ListedLead[],
): Promise<void> {
  const known = await findKnown(
    deps,
    leads.map(({ id }) => id),
  );
  const receivedAt = deps.now();
  const announced = leads
    .filter(({ id }) => !known.has(id))
    .map(({ id, submittedAt }) => {
      const at = isPossibleTime(submittedAt, receivedAt) ? submittedAt : receivedAt;
      return { leadgen_id: id, ...form, created_time: Math.floor(at.getTime() / 1000) };
    });
  if (announced.length > 0) {
    // In the webhook's format, so that it is shown and erased like a webhook delivery.
    const changes = announced.map((value) => ({ field: "leadgen", value }));
    const body = JSON.stringify({ object: "page", entry: [{ id: form.page_id, changes }] });
    await storeDelivery(deps, { body, announced, receivedAt, isBackfilled: true });
  }
  for (const [id, isFailed] of known) {
    // Graph lists it, so it can be fetched again.
    if (isFailed) {
      await deps.db.transaction((tx) => replayFailedLeadNotification(deps, tx, id));
    }
  }
}

/** Finds the leads that we already know, and whether we have given up on importing them. */
async function findKnown({ db }: Pick<Deps, "db">, ids: string[]): Promise<Map<string, boolean>> {
  const rows = await db
    .select({
      id: announcedLeads.platformLeadId,
      isFailed: sql<boolean>`${announcedLeads.storedAt} is null and ${announcedLeads.failedAt} is not null`,
    })
    .from(announcedLeads)
    .where(
      and(
        eq(announcedLeads.platform, "meta"),
        sql`${announcedLeads.platformLeadId} = any(${sql.param(ids)}::text[])`,
      ),
    );
  return new Map(rows.map(({ id, isFailed }) => [id, isFailed]));
}

/** Two runs may finish in a different order than they started. */
async function noteBackfilled({ db }: Deps, { clientId, sourceId }: SourceKey, startedAt: Date) {
  const at = sql`${startedAt.toISOString()}::timestamptz`;
  await db
    .update(sources)
    .set({ backfilledUntil: sql`greatest(${sources.backfilledUntil}, ${at})` })
    .where(and(eq(sources.clientId, clientId), eq(sources.id, sourceId)));
}
