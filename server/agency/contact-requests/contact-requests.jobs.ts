import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs/jobs.ts";
import { eraseExpiredContactRequests } from "./erase-contact-request.ts";
import { notifyUnfinished, requeueUnfinished } from "./unfinished.ts";

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
  scheduledJob("erase-expired-contact-requests", "37 8 * * *", eraseExpiredContactRequests),
];
