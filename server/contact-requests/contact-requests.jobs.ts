import { z } from "zod";
import type { JobPayloads } from "#server/job-queue.ts";
import type { JobDefinition } from "#server/jobs.ts";
import { notifyUnfinished, requeueUnfinished } from "./contact-requests.ts";

const NotifyUnfinished = z.object({ contactRequestId: z.guid() });

const notifyUnfinishedJob: JobDefinition<JobPayloads["notify-unfinished-contact-request"]> = {
  name: "notify-unfinished-contact-request",
  payload: NotifyUnfinished,
  retryLimit: 10,
  retryDelaySeconds: 10,
  expireInSeconds: 30,
  concurrency: 1,
  run: (deps, { contactRequestId }) => notifyUnfinished(deps, contactRequestId),
};

const requeueUnfinishedJob: JobDefinition = {
  name: "requeue-unfinished-contact-requests",
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
  concurrency: 1,
  cron: "27 * * * *",
  run: (deps) => requeueUnfinished(deps),
};

export const contactRequestJobs = [notifyUnfinishedJob, requeueUnfinishedJob];
