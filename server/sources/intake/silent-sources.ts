// Finds sources that have been silent for an unusually long time, once an hour. The problem ends
// with their next lead.
import { and, eq, isNotNull, isNull, ne, type SQL, sql } from "drizzle-orm";
import { dayMs } from "#contract/durations.ts";
import { longDayText } from "#contract/moment-text.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { runBounded } from "#server/http/bounded.ts";
import { getOpenHours } from "#server/people/open-hours.ts";
import { historyDays, isQuiet, isSilent, type UsualGap, usualGap } from "./silence.ts";
import { beginProblem, endProblem } from "./source-problems.ts";

const maxPractices = 4;
/** How many leads of a source are read, which is enough to tell what is usual for a busy source. */
export const maxLeads = 500;

/**
 * Finds silent sources of all practices. If the check of a practice fails, the others are still
 * checked.
 */
export async function findSilentSources(deps: Deps): Promise<void> {
  const practices = await listPractices(deps);
  const outcomes = await runBounded(practices, maxPractices, ({ clientId }) =>
    findSilentOf(deps, clientId).catch((error: unknown) => error ?? new Error("Unknown")),
  );
  const failure = outcomes.find((outcome) => outcome !== undefined);
  if (failure !== undefined) throw failure;
}

/** Lists the practices that accept leads. */
function listPractices({ db }: Deps) {
  return db
    .selectDistinct({ clientId: sources.clientId })
    .from(sources)
    .innerJoin(clients, eq(clients.id, sources.clientId))
    .where(
      and(
        isRealPractice,
        isNotNull(clients.approvedAt),
        isNull(clients.suspendedAt),
        ne(sources.kind, "manual"),
        isNull(sources.endedAt),
      ),
    );
}

/**
 * Returns how often leads from a source usually arrive; null if there are too few to tell, or the
 * source is disconnected.
 */
export async function readUsualGap(
  deps: Deps,
  { id, clientId }: { id: string; clientId: string },
): Promise<UsualGap | null> {
  const now = deps.now();
  const [row] = await readRecent(deps, clientId, now, eq(sources.id, id));
  if (!row) return null;
  const times = (row.recent ?? []).map(({ submitted }) => new Date(submitted));
  return usualGap(times, await getOpenHours(deps, clientId, now), now);
}

async function findSilentOf(deps: Deps, clientId: string): Promise<void> {
  const now = deps.now();
  for (const { source, recent } of await readRecent(deps, clientId, now)) {
    const leads = recent ?? [];
    if (source.silentSince) {
      const since = source.silentSince.getTime();
      if (leads.some(({ received }) => received > since)) await endProblem(deps, source, "silent");
      continue;
    }
    // The owner knows of a problem that explains why there are no leads.
    if (source.failingSince || source.unsubscribedSince) continue;
    // Submission times are used, because a backfill receives many leads at once.
    const times = leads.map(({ submitted }) => new Date(submitted));
    if (!isQuiet(times, now)) continue;
    const hours = await getOpenHours(deps, clientId, now);
    if (!isSilent(times, hours, now)) continue;
    const last = new Date(Math.max(...times.map((at) => at.getTime())));
    await beginProblem(deps, source, "silent", { since: longDayText(last, hours.timeZone) });
  }
}

type Recent = { submitted: number; received: number }[] | null;

/**
 * Reads the recent leads of each source from its part of the index, in one statement. `which`
 * narrows down the practice's sources.
 */
function readRecent({ db }: Deps, clientId: string, now: Date, which?: SQL) {
  const since = new Date(now.getTime() - historyDays * dayMs).toISOString();
  const recent = sql<Recent>`(
    select json_agg(json_build_object('submitted', extract(epoch from recent.submitted_at) * 1000,
      'received', extract(epoch from recent.received_at) * 1000))
    from (
      select submitted_at, received_at from inquiries
      where inquiries.client_id = ${clientId} and source_id = sources.id
        and received_at > ${since}::timestamptz and not is_untimed
      order by received_at desc limit ${maxLeads}) as recent)`;
  return db
    .select({ source: sources, recent })
    .from(sources)
    .where(
      and(
        eq(sources.clientId, clientId),
        ne(sources.kind, "manual"),
        isNull(sources.endedAt),
        which,
      ),
    );
}
