// Recovers from a crashed process or a lost job: finds texts that wait without a job, and texts whose
// process died while sending.
import { and, eq, lt, not, type SQL, sql } from "drizzle-orm";
import { texts } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob } from "#server/jobs/job-queue.ts";
import { lockText, markUnknown } from "./send-text.ts";

/** A handoff that began longer ago was lost, because no attempt takes this long. */
const handoffLimitSeconds = 60;

/** Sweeps the texts to leads, at startup and every minute. Idempotent. */
export async function sweepTexts(deps: Deps): Promise<void> {
  const before = new Date(deps.now().getTime() - handoffLimitSeconds * 1000);
  await endLostHandoffs(deps, before);
  await requeueQueued(deps, before);
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

function textsWith({ db }: Pick<Deps, "db">, where: SQL | undefined) {
  return db.select({ clientId: texts.clientId, textId: texts.id }).from(texts).where(where);
}
