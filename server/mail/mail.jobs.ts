import { z } from "zod";
import type { Deps } from "#server/deps.ts";
import type { JobPayloads } from "#server/job-queue.ts";
import type { JobDefinition } from "#server/jobs.ts";
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

const markLostHandoffsJob: JobDefinition = {
  name: "mark-lost-handoffs",
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 30,
  concurrency: 1,
  cron: "* * * * *",
  run: (deps) => markLostHandoffs(deps),
};

const sweepMailJob: JobDefinition = {
  name: "sweep-mail",
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
  concurrency: 1,
  cron: "*/10 * * * *",
  run: (deps) => sweepMail(deps),
};

export const mailJobs = [sendMailJob, markLostHandoffsJob, sweepMailJob];

/** At startup and periodically: every waiting email has a job. */
export async function sweepMail(deps: Deps): Promise<void> {
  await markLostHandoffs(deps);
  await queueOutbox(deps);
  await requeueQueued(deps);
}
