import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs/jobs.ts";
import { reminderSteps } from "./reminder-times.ts";
import { remindOfCall, requeueReminders } from "./reminders.ts";

const steps = Object.keys(reminderSteps) as (keyof typeof reminderSteps)[];
const RemindOfCall = z.object({
  bookingId: z.guid(),
  sequence: z.int(),
  step: z.enum(steps),
});

const remindOfCallJob: JobDefinition<JobPayloads["remind-of-call"]> = {
  name: "remind-of-call",
  payload: RemindOfCall,
  retryLimit: 10,
  retryDelaySeconds: 10,
  expireInSeconds: 30,
  concurrency: 1,
  run: remindOfCall,
};

export const slotJobs = [
  remindOfCallJob,
  scheduledJob("requeue-call-reminders", "*/10 * * * *", requeueReminders),
];
