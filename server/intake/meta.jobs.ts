import { z } from "zod";
import type { JobPayloads } from "#server/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs.ts";
import { fetchAnnouncedLeads } from "./announced-leads.ts";
import { requeueAnnounced } from "./failed-imports.ts";

const FetchAnnouncedLead = z.object({ platformLeadId: z.string() });
const fetchAnnouncedLeadJob: JobDefinition<JobPayloads["fetch-announced-lead"]> = {
  name: "fetch-announced-lead",
  payload: FetchAnnouncedLead,
  // Exponential backoff, hourly after the eleventh attempt: 36 hours in total, so that an outage of
  // a day, or a daily rate limit, loses nothing.
  retryLimit: 46,
  retryDelaySeconds: 2,
  // Graph's timeout eight times in a row, and what the database needs.
  expireInSeconds: 120,
  concurrency: 200,
  runTogether: (deps, taken) =>
    fetchAnnouncedLeads(
      deps,
      taken.map(({ payload, isLast }) => ({ ...payload, isLast })),
    ),
};

export const intakeJobs = [
  fetchAnnouncedLeadJob,
  scheduledJob("requeue-announced-leads", "47 * * * *", requeueAnnounced),
];
