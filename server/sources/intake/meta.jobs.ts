import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs/jobs.ts";
import { fetchAnnouncedLeads } from "./announced-leads.ts";
import { backfillSource } from "./backfill.ts";
import { checkSource } from "./check-sources.ts";
import { requeueAnnounced } from "./failed-lead-notifications.ts";
import { enqueueForMetaSources } from "./live-sources.ts";
import { findSilentSources } from "./silent-sources.ts";
import { sweepUnread } from "./unread.ts";

const FetchAnnouncedLead = z.object({ platformLeadId: z.string() });
const fetchAnnouncedLeadJob: JobDefinition<JobPayloads["fetch-announced-lead"]> = {
  name: "fetch-announced-lead",
  payload: FetchAnnouncedLead,
  // Exponential backoff up to the eleventh attempt, then once an hour: 36 hours in all. An outage
  // of a day, or a daily rate limit, doesn't lose leads.
  retryLimit: 46,
  retryDelaySeconds: 2,
  // Long enough for eight timeouts of Graph one after another, plus the time for the database.
  expireInSeconds: 120,
  concurrency: 200,
  runTogether: (deps, taken) =>
    fetchAnnouncedLeads(
      deps,
      taken.map(({ payload, isLast }) => ({ ...payload, isLast })),
    ),
};

const SourceKey = z.object({ clientId: z.string(), sourceId: z.string() });
/**
 * A few retries are enough, because there is a next run. A source whose requests hang doesn't delay
 * other sources.
 */
const ofOneSource = {
  payload: SourceKey,
  retryLimit: 3,
  retryDelaySeconds: 30,
  concurrency: 4,
  isFetchedSingly: true,
};
const backfillSourceJob: JobDefinition<JobPayloads["backfill-source"]> = {
  ...ofOneSource,
  name: "backfill-source",
  expireInSeconds: 600,
  run: backfillSource,
};
const checkSourceJob: JobDefinition<JobPayloads["check-source"]> = {
  ...ofOneSource,
  name: "check-source",
  expireInSeconds: 60,
  run: checkSource,
};

export const intakeJobs = [
  fetchAnnouncedLeadJob,
  backfillSourceJob,
  checkSourceJob,
  scheduledJob("backfill-sources", "*/15 * * * *", (deps) =>
    enqueueForMetaSources(deps, "backfill-source"),
  ),
  scheduledJob("check-sources", "23 * * * *", (deps) =>
    enqueueForMetaSources(deps, "check-source"),
  ),
  scheduledJob("find-silent-sources", "38 * * * *", findSilentSources, 600),
  scheduledJob("sweep-unread-submissions", "53 * * * *", sweepUnread),
  scheduledJob("requeue-announced-leads", "47 * * * *", requeueAnnounced),
];
