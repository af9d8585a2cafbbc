import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs/jobs.ts";
import { askForFigures } from "./ask-for-figures.ts";
import { fetchGoogleFigures } from "./google-figures.ts";
import { fetchCampaignFigures } from "./insights.ts";

/** Exponential backoff, hourly after the seventh attempt: about half a day, until the next run. */
const retries = { retryLimit: 16, retryDelaySeconds: 30 } as const;

const fetchCampaignFiguresJob: JobDefinition<JobPayloads["fetch-campaign-figures"]> = {
  name: "fetch-campaign-figures",
  payload: z.object({ clientId: z.string() }),
  ...retries,
  // Long enough for sixty campaigns that each hit Graph's timeout.
  expireInSeconds: 600,
  concurrency: 2,
  run: fetchCampaignFigures,
};

const fetchGoogleFiguresJob: JobDefinition<JobPayloads["fetch-google-figures"]> = {
  name: "fetch-google-figures",
  payload: z.object({ clientId: z.string() }),
  ...retries,
  // Long enough for fifteen accounts whose two requests each hit the timeout.
  expireInSeconds: 600,
  concurrency: 2,
  run: fetchGoogleFigures,
};

export const advertisingJobs = [
  fetchCampaignFiguresJob,
  fetchGoogleFiguresJob,
  // After midnight in every time zone of the US, Hawaii's included.
  scheduledJob("ask-for-campaign-figures", "10 11 * * *", askForFigures),
];
