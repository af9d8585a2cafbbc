import { z } from "zod";
import type { JobPayloads } from "#server/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs.ts";
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

export const contactRequestJobs = [
  notifyUnfinishedJob,
  scheduledJob("requeue-unfinished-contact-requests", "27 * * * *", requeueUnfinished),
];
