import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs/jobs.ts";
import { addDemoLead } from "./arriving-leads.ts";
import { eraseEndedDemos } from "./erase-demos.ts";
import { prepareTemplate } from "./template-practice.ts";

const addDemoLeadJob: JobDefinition<JobPayloads["add-demo-lead"]> = {
  name: "add-demo-lead",
  payload: z.object({ clientId: z.guid(), place: z.int() }),
  retryLimit: 2,
  retryDelaySeconds: 2,
  expireInSeconds: 30,
  concurrency: 2,
  run: addDemoLead,
};

export const demoJobs = [
  addDemoLeadJob,
  scheduledJob("erase-ended-demos", "*/5 * * * *", eraseEndedDemos, 5 * 60),
  scheduledJob("prepare-demo-template", "7 */6 * * *", (deps) => prepareTemplate(deps), 5 * 60),
];
