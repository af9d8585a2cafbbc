import { z } from "zod";
import type { Deps } from "#server/deps.ts";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs/jobs.ts";
import {
  handoffLimitSeconds,
  markLostHandoffs,
  queueOutbox,
  requeueQueued,
} from "./mail-sweeps.ts";
import { sendMail } from "./send-mail.ts";

const SendMail = z.object({ clientId: z.guid(), mailId: z.guid() });

const sendMailJob: JobDefinition<JobPayloads["send-mail"]> = {
  name: "send-mail",
  payload: SendMail,
  // Exponential backoff, from seconds up to an hour: a mail server may be unavailable for a day.
  retryLimit: 30,
  retryDelaySeconds: 4,
  expireInSeconds: handoffLimitSeconds + 30,
  concurrency: 4,
  isFetchedSingly: true,
  run: (deps, key, { isLast }) => sendMail(deps, key, isLast),
};

export const mailJobs = [
  sendMailJob,
  scheduledJob("mark-lost-handoffs", "* * * * *", markLostHandoffs, 30),
  scheduledJob("sweep-mail", "*/10 * * * *", sweepMail),
];

/** Ensures, at startup and periodically, that every pending email has a job. */
export async function sweepMail(deps: Deps): Promise<void> {
  await markLostHandoffs(deps);
  await queueOutbox(deps);
  await requeueQueued(deps);
}
