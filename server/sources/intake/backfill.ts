// Finds leads that no webhook notified us of: lists the leads of a form and passes unknown ones to
// the code for webhook deliveries.
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

/** Stops endless pagination. No form fills this many pages in 90 days. */
const maxLists = 1000;

/**
 * Enqueues the unknown leads of a form, and leads that couldn't be imported before, except
 * dismissed ones. Idempotent.
 * Throws `GraphRefusal` if a retry may help; the next run then lists all of them again.
 */
export async function backfillSource(deps: Deps, key: SourceKey): Promise<void> {
  const found = await findMetaSource(deps, key);
  if (!found) return;
  const { source, pageId, formId } = found;
  // Set before the first request, so that the next run finds leads that arrive during this one.
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
    // The stored body has the format of a webhook, so that it can be shown and erased like one.
    const changes = announced.map((value) => ({ field: "leadgen", value }));
    const body = JSON.stringify({ object: "page", entry: [{ id: form.page_id, changes }] });
    await storeDelivery(deps, { body, announced, receivedAt, isBackfilled: true });
  }
  for (const [id, isFailed] of known) {
    // The lead could not be imported before. Graph lists it, so it is retried.
    if (isFailed) {
      await deps.db.transaction((tx) => replayFailedLeadNotification(deps, tx, id));
    }
  }
}

/**
 * Finds which leads we know already. The value is true for a lead that we gave up on and that
 * wasn't dismissed.
 */
async function findKnown({ db }: Pick<Deps, "db">, ids: string[]): Promise<Map<string, boolean>> {
  const rows = await db
    .select({
      id: announcedLeads.platformLeadId,
      isFailed: sql<boolean>`${announcedLeads.storedAt} is null
        and ${announcedLeads.failedAt} is not null and ${announcedLeads.dismissedAt} is null`,
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

/**
 * Records when the run started. An earlier time doesn't replace a later one, because runs may
 * finish in another order.
 */
async function noteBackfilled({ db }: Deps, { clientId, sourceId }: SourceKey, startedAt: Date) {
  const at = sql`${startedAt.toISOString()}::timestamptz`;
  await db
    .update(sources)
    .set({ backfilledUntil: sql`greatest(${sources.backfilledUntil}, ${at})` })
    .where(and(eq(sources.clientId, clientId), eq(sources.id, sourceId)));
}
