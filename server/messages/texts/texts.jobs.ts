import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs/jobs.ts";
import { answerMissedCall } from "./answer-missed-call.ts";
import { sendText } from "./send-text.ts";
import { lookUpText } from "./text-reports.ts";
import { sweepMissedCalls, sweepTexts } from "./text-sweeps.ts";

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

const lookUpTextJob: JobDefinition<JobPayloads["look-up-text"]> = {
  name: "look-up-text",
  payload: z.object({ clientId: z.guid(), textId: z.guid() }),
  retryLimit: 5,
  retryDelaySeconds: 60,
  expireInSeconds: 40,
  concurrency: 2,
  isFetchedSingly: true,
  run: (deps, key) => lookUpText(deps, key),
};

const answerMissedCallJob: JobDefinition<JobPayloads["answer-missed-call"]> = {
  name: "answer-missed-call",
  payload: z.object({ clientId: z.guid(), callId: z.guid() }),
  retryLimit: 3,
  retryDelaySeconds: 2,
  expireInSeconds: 40,
  concurrency: 4,
  isFetchedSingly: true,
  run: (deps, key) => answerMissedCall(deps, key),
};

export const textJobs = [
  sendTextJob,
  lookUpTextJob,
  answerMissedCallJob,
  scheduledJob("sweep-texts", "* * * * *", sweepTexts),
  scheduledJob("sweep-missed-calls", "*/10 * * * *", sweepMissedCalls),
];
