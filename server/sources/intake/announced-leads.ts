// Fetches leads that Meta notified us of from the Graph API, and imports them.
import { and, eq, isNull, sql } from "drizzle-orm";
import { importProblems } from "#content/console/problems.ts";
import { isOfCurrentPractice } from "#server/db/real-practices.ts";
import { announcedLeads, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { isDatabaseUnavailable } from "#server/errors.ts";
import { runBounded } from "#server/http/bounded.ts";
import { type GraphLead, GraphRefusal } from "#server/outside/graph.ts";
import { yieldToDeliveries } from "./deliveries.ts";
import { recordFailedLeadNotification } from "./fetch-problems.ts";
import { tokenOf } from "./page-tokens.ts";
import { beginProblem } from "./source-problems.ts";
import {
  type Announced,
  type FetchedLead,
  type Source,
  storeLeads,
} from "./store-fetched-leads.ts";

/**
 * The number of requests to Graph at a time. If each takes a quarter of a second, these are a
 * hundred a second.
 */
const maxGraphRequests = 25;
/** How many leads a transaction imports, because its locks block other changes of the practice. */
const maxPerTransaction = 50;
/**
 * With several practices at once, one practice's leads are computed while another's wait for the
 * database.
 */
const maxPracticesAtOnce = 3;

/**
 * Fetches leads and imports each into its practice, in the order Meta sent them. Idempotent. A
 * result is "rejected" if a retry may help. On the last attempt, or if a retry can't help, records
 * a failed lead notification with the reason. A failure affects only its own lead.
 */
export async function fetchAnnouncedLeads(
  deps: Deps,
  attempts: { platformLeadId: string; isLast: boolean }[],
): Promise<PromiseSettledResult<void>[]> {
  const last = new Set(attempts.flatMap((one) => (one.isLast ? one.platformLeadId : [])));
  const failures = new Map<string, unknown>();
  /** Runs the work for one lead. If it fails, records the failure and returns null. */
  const attempt = async <Done>(one: Open, work: () => Promise<Done>): Promise<Done | null> => {
    const { platformLeadId } = one.announced;
    try {
      return await work();
    } catch (error) {
      const isLast = last.has(platformLeadId);
      await recordFailure(deps, one, error, isLast).catch((retried) =>
        failures.set(platformLeadId, retried),
      );
      return null;
    }
  };

  const open = await findOpen(deps, attempts);
  const fetched = await runBounded(open, maxGraphRequests, (one) =>
    attempt(one, () => fetchLead(deps, one)),
  );
  const practices = Map.groupBy(
    fetched.filter((one) => one !== null),
    ({ source }) => source.clientId,
  );
  await runBounded([...practices], maxPracticesAtOnce, async ([clientId, leads]) => {
    for (let from = 0; from < leads.length; from += maxPerTransaction) {
      const some = leads.slice(from, from + maxPerTransaction);
      await yieldToDeliveries(deps);
      const problem = await storeLeads(deps, clientId, some).catch((error: unknown) => error);
      if (problem === undefined) continue;
      // One of the leads may be invalid. Each is imported separately, so that it doesn't affect the
      // others.
      const isHopeless = some.length === 1 || isDatabaseUnavailable(problem);
      for (const one of some) {
        await attempt(one, () =>
          isHopeless ? Promise.reject(problem) : storeLeads(deps, clientId, [one]),
        );
      }
    }
  });
  return attempts.map(({ platformLeadId }) =>
    failures.has(platformLeadId)
      ? { status: "rejected", reason: failures.get(platformLeadId) }
      : { status: "fulfilled", value: undefined },
  );
}

type Open = { announced: Announced; source: Source | null };

/** Finds the leads that aren't imported yet, in the order in which Meta sent them. */
function findOpen(
  { db }: Pick<Deps, "db">,
  attempts: { platformLeadId: string }[],
): Promise<Open[]> {
  const ids = sql.param(attempts.map(({ platformLeadId }) => platformLeadId));
  return db
    .select({ announced: announcedLeads, source: sources })
    .from(announcedLeads)
    .leftJoin(
      sources,
      and(
        eq(sources.metaPageId, announcedLeads.pageId),
        eq(sources.metaFormId, announcedLeads.formId),
        isNull(sources.endedAt),
        isOfCurrentPractice(sources.clientId),
      ),
    )
    .where(
      and(
        eq(announcedLeads.platform, "meta"),
        sql`${announcedLeads.platformLeadId} = any(${ids}::text[])`,
        isNull(announcedLeads.storedAt),
      ),
    )
    .orderBy(announcedLeads.createdAt, announcedLeads.platformLeadId);
}

/** Fetches a lead from Graph. Throws `GraphRefusal`. */
async function fetchLead(deps: Deps, { announced, source }: Open): Promise<FetchedLead> {
  if (!source) throw new GraphRefusal(importProblems.noPractice, true);
  const token = tokenOf(deps, source);
  const lead: GraphLead = await deps.graph.getLead(announced.platformLeadId, token);
  return { announced, source, lead };
}

/** Records the failure. Throws the error again if a retry may help. */
async function recordFailure(
  deps: Deps,
  { announced, source }: Open,
  error: unknown,
  isLastAttempt: boolean,
): Promise<void> {
  const giveUp = (problem: string) =>
    recordFailedLeadNotification(deps, announced, { problem, isForGood: true, source });
  if (!(error instanceof GraphRefusal)) {
    if (isLastAttempt) await giveUp(importProblems.notSaved);
    throw error;
  }
  if (error.isTokenRefused && source) {
    await beginProblem(deps, source, "failing", { problem: error.message });
  }
  if (error.isForGood || isLastAttempt) return giveUp(error.message);
  await recordFailedLeadNotification(deps, announced, {
    problem: error.message,
    isForGood: false,
    source,
  });
  throw error;
}
