// Enqueues the jobs that answer a missed call of a lead.
import { minuteMs } from "#contract/durations.ts";
import { afterOpenMinutes } from "#contract/open-time.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { getOpenHours } from "#server/people/open-hours.ts";

/** Before a missed call is answered with a text: someone may call back. */
const answerAfterMs = minuteMs;

type MissedCall = { clientId: string; callId: string; endedAt: Date };

/**
 * Enqueues a job for a minute after the call. If the practice is closed then, only some devices are
 * alerted, so another job follows when it opens. Leaves out a job that was due before `dueSince`.
 */
export async function enqueueAnswers(
  { jobs }: Pick<Deps, "jobs">,
  tx: Transaction,
  { endedAt, ...payload }: MissedCall,
  dueSince = endedAt,
): Promise<void> {
  const first = new Date(endedAt.getTime() + answerAfterMs);
  const hours = await getOpenHours({ db: tx }, payload.clientId, first);
  const opensAt = afterOpenMinutes(first, 0, hours);
  const times = opensAt && opensAt > first ? [first, opensAt] : [first];
  const due = times.filter((at) => at >= dueSince);
  if (due.length === 0) return;
  await jobs.enqueueAll(
    tx,
    "answer-missed-call",
    due.map((startAfter) => ({ payload, startAfter })),
  );
}
