import { and, isNull, lt } from "drizzle-orm";
import { z } from "zod";
import { rings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs/jobs.ts";
import { ringPractice } from "./ring-practice.ts";

const ringPracticeJob: JobDefinition<JobPayloads["ring-practice"]> = {
  name: "ring-practice",
  payload: z.object({ clientId: z.guid() }),
  retryLimit: 5,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
  // The provider may take seconds to respond, and other practices' leads are waiting.
  concurrency: 4,
  isFetchedSingly: true,
  run: (deps, { clientId }) => ringPractice(deps, clientId),
};

export const ringJobs = [ringPracticeJob, scheduledJob("sweep-rings", "* * * * *", sweepRings)];

/** Longer than a job normally waits: a ring that is due for longer has lost its job. */
const lostMs = 20_000;

/**
 * Continues rings whose job was lost, and checks active ones, whose reports may have been lost.
 * Idempotent.
 */
export async function sweepRings(deps: Deps): Promise<void> {
  if (!deps.voice) return;
  const before = new Date(deps.now().getTime() - lostMs);
  const found = await deps.db
    .selectDistinct({ clientId: rings.clientId })
    .from(rings)
    .where(and(isNull(rings.settledAt), lt(rings.dueAt, before)));
  for (const { clientId } of found) {
    await deps.db.transaction((tx) => deps.jobs.enqueue(tx, "ring-practice", { clientId }));
  }
}
