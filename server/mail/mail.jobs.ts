import { z } from "zod";
import type { Deps } from "#server/deps.ts";
import type { JobPayloads } from "#server/job-queue.ts";
import type { JobDefinition } from "#server/jobs.ts";
import { sendMail } from "./send-mail.ts";
import {
  handOverLimitSeconds,
  markLostHandOvers,
  queueOutbox,
  takeUpQueued,
} from "./take-up-mail.ts";

const SendMail = z.object({ clientId: z.guid(), mailId: z.guid() });

const sendMailJob: JobDefinition<JobPayloads["send-mail"]> = {
  name: "send-mail",
  payload: SendMail,
  // A mail server may be away for a day: after seconds at first, doubled each time up to hourly.
  retryLimit: 30,
  retryDelaySeconds: 4,
  expireInSeconds: handOverLimitSeconds + 30,
  concurrency: 4,
  isSlowAlone: true,
  run: (deps, key, { isLast }) => sendMail(deps, key, isLast),
};

const markLostHandOversJob: JobDefinition = {
  name: "mark-lost-hand-overs",
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 30,
  concurrency: 1,
  cron: "* * * * *",
  run: (deps) => markLostHandOvers(deps),
};

const takeUpMailJob: JobDefinition = {
  name: "take-up-mail",
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
  concurrency: 1,
  cron: "*/10 * * * *",
  run: (deps) => takeUpMail(deps),
};

export const mailJobs = [sendMailJob, markLostHandOversJob, takeUpMailJob];

/** What must be done when the process starts, and now and then: every mail that waits has a job. */
export async function takeUpMail(deps: Deps): Promise<void> {
  await markLostHandOvers(deps);
  await queueOutbox(deps);
  await takeUpQueued(deps);
}
