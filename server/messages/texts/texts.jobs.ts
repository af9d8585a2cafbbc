import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs/jobs.ts";
import { sendText } from "./send-text.ts";
import { sweepTexts } from "./text-sweeps.ts";

const sendTextJob: JobDefinition<JobPayloads["send-text"]> = {
  name: "send-text",
  payload: z.object({ clientId: z.guid(), textId: z.guid() }),
  // These retries are only for our own errors. A new job asks the provider again.
  retryLimit: 3,
  retryDelaySeconds: 2,
  expireInSeconds: 40,
  concurrency: 4,
  isFetchedSingly: true,
  run: (deps, key) => sendText(deps, key),
};

export const textJobs = [sendTextJob, scheduledJob("sweep-texts", "* * * * *", sweepTexts)];
