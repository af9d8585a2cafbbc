import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs/jobs.ts";
import { askForFigures, fetchCampaignFigures } from "./insights.ts";

const fetchCampaignFiguresJob: JobDefinition<JobPayloads["fetch-campaign-figures"]> = {
  name: "fetch-campaign-figures",
  payload: z.object({ clientId: z.string() }),
  // Exponential backoff, hourly after the seventh attempt: about half a day, until the next run.
  retryLimit: 16,
  retryDelaySeconds: 30,
  // Long enough for sixty campaigns that each hit Graph's timeout.
  expireInSeconds: 600,
  concurrency: 2,
  run: fetchCampaignFigures,
};

export const advertisingJobs = [
  fetchCampaignFiguresJob,
  // After midnight in every time zone of the US, Hawaii's included.
  scheduledJob("ask-for-campaign-figures", "10 11 * * *", askForFigures),
];
