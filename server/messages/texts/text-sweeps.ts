// Recovers from a crashed process or a lost job: finds texts that wait without a job, texts whose
// process died while sending, and missed calls that no job has looked at.
import { and, eq, gt, isNotNull, lt, not, type SQL, sql } from "drizzle-orm";
import { hourMs } from "#contract/durations.ts";
import { incomingCalls, texts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hadJob, hasJob } from "#server/jobs/job-queue.ts";
import { lockText, markUnknown } from "./send-text.ts";

/** A handoff that began longer ago was lost, because no attempt takes this long. */
const handoffLimitSeconds = 60;
/** A missed call is answered with a text for minutes, and is worth an alert for longer. */
const missedCallMs = hourMs;

/** Sweeps the texts to leads, at startup and every minute. Idempotent. */
export async function sweepTexts(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - handoffLimitSeconds * 1000);
  await endLostHandoffs(deps, before);
  await requeueQueued(deps, before);
  await requeueMissedCalls(deps, before);
}

/** It may have been sent, so it isn't sent again. */
async function endLostHandoffs(deps: Deps, before: Date) {
  const isLost = and(eq(texts.state, "sending"), lt(texts.sendingAt, before));
  for (const key of await textsWith(deps, isLost)) {
    await deps.db.transaction(async (tx) => {
      const row = await lockText(tx, key);
      const isStillLost = row?.state === "sending" && row.sendingAt && row.sendingAt < before;
      if (isStillLost) await markUnknown(tx, row);
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

async function requeueMissedCalls(deps: Deps, before: Date) {
  const since = new Date(deps.now().getTime() - missedCallMs);
  for (const key of await missedCallsWithoutJob(deps, since, before)) {
    await deps.db.transaction((tx) => deps.jobs.enqueue(tx, "answer-missed-call", key));
  }
}

/** A finished job has decided about its call, even if it sent nothing. */
function missedCallsWithoutJob({ db }: Pick<Deps, "db">, since: Date, before: Date) {
  const { clientId, id: callId, leadId, outcome, receivedAt, endedAt } = incomingCalls;
  return db
    .select({ clientId, callId })
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
