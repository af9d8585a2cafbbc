import { z } from "zod";
import type { JobPayloads } from "#server/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs.ts";
import { fetchAnnouncedLead } from "./announced-leads.ts";
import { requeueAnnounced } from "./failed-imports.ts";

const FetchAnnouncedLead = z.object({ platformLeadId: z.string() });
const fetchAnnouncedLeadJob: JobDefinition<JobPayloads["fetch-announced-lead"]> = {
  name: "fetch-announced-lead",
  payload: FetchAnnouncedLead,
  // Exponential backoff, hourly after the eleventh attempt: 36 hours in total, so that an outage of
  // a day, or a daily rate limit, loses nothing.
  retryLimit: 46,
  retryDelaySeconds: 2,
  expireInSeconds: 30,
  concurrency: 4,
  run: (deps, { platformLeadId }, { isLast }) => fetchAnnouncedLead(deps, platformLeadId, isLast),
};

export const intakeJobs = [
  fetchAnnouncedLeadJob,
  scheduledJob("requeue-announced-leads", "47 * * * *", requeueAnnounced),
];
