// Recovers from a crashed process or a lost job: finds texts that wait without a job, texts whose
// process died while sending, and missed calls that no job has looked at.
import { and, eq, gt, isNotNull, lt, not, type SQL, sql } from "drizzle-orm";
import { dayMs, hourMs } from "#contract/durations.ts";
import { incomingCalls, texts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { enqueueAnswers } from "#server/desk/incoming-calls/enqueue-answers.ts";
import { hadJob, hasJob } from "#server/jobs/job-queue.ts";
import { lockText, markUnknown } from "./send-text.ts";

/** A handoff that began longer ago was lost, because no attempt takes this long. */
const handoffLimitSeconds = 60;
/**
 * A lost job about a missed call is worth running for this long. The text may be too late by then,
 * but not the alert.
 */
const lateAnswerMs = hourMs;
/** A call before a long weekend is alerted to again when the practice opens. */
const longestClosedMs = 4 * dayMs;

/** Sweeps the texts to leads, at startup and every minute. Idempotent. */
export async function sweepTexts(deps: Deps): Promise<void> {
  const before = lostBefore(deps);
  await endLostHandoffs(deps, before);
  await requeueQueued(deps, before);
}

/** Sweeps the missed calls, at startup and every ten minutes. Idempotent. */
export async function sweepMissedCalls(deps: Deps): Promise<void> {
  const now = deps.now().getTime();
  const since = new Date(now - longestClosedMs);
  const dueSince = new Date(now - lateAnswerMs);
  for (const { endedAt, ...key } of await missedCallsWithoutJob(deps, since, lostBefore(deps))) {
    if (!endedAt) continue;
    await deps.db.transaction((tx) => enqueueAnswers(deps, tx, { ...key, endedAt }, dueSince));
  }
}

function lostBefore({ now }: Pick<Deps, "now">): Date {
  return new Date(now().getTime() - handoffLimitSeconds * 1000);
}

/** It may have been sent, so it isn't sent again. */
async function endLostHandoffs(deps: Deps, before: Date) {
  const isLost = and(eq(texts.state, "sending"), lt(texts.sendingAt, before));
  for (const key of await textsWith(deps, isLost)) {
    await deps.db.transaction(async (tx) => {
      const row = await lockText(tx, key);
      const isStillLost = row?.state === "sending" && row.sendingAt && row.sendingAt < before;
      if (isStillLost) await markUnknown(deps, tx, row);
    });
  }
}

async function requeueQueued(deps: Deps, before: Date) {
  const isLost = and(
    eq(texts.state, "queued"),
    lt(sql`coalesce(${texts.dueAt}, ${texts.createdAt})`, before.toISOString()),
    not(hasJob("send-text", "textId", texts.id)),
  );
  for (const key of await textsWith(deps, isLost)) {
    await deps.db.transaction((tx) => deps.jobs.enqueue(tx, "send-text", key));
  }
}

/**
 * Calls that have or had a job are left out: it decided, or is about to. One that failed or was
 * canceled is up to the owner.
 */
function missedCallsWithoutJob({ db }: Pick<Deps, "db">, since: Date, before: Date) {
  const { clientId, id: callId, leadId, outcome, receivedAt, endedAt } = incomingCalls;
  return db
    .select({ clientId, callId, endedAt })
    .from(incomingCalls)
    .where(
      and(
        ...[eq(outcome, "missed"), isNotNull(leadId), gt(receivedAt, since), lt(endedAt, before)],
        not(hadJob("answer-missed-call", "callId", callId)),
      ),
    );
}

function textsWith({ db }: Pick<Deps, "db">, where: SQL | undefined) {
  return db.select({ clientId: texts.clientId, textId: texts.id }).from(texts).where(where);
}
