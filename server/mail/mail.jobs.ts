import { z } from "zod";
import type { Deps } from "#server/deps.ts";
import type { JobDefinition } from "#server/jobs.ts";
import { handOverLimitSeconds, markLostHandOvers, queueOutbox, sendMail } from "./mail.ts";

const SendMail = z.object({ clientId: z.guid(), mailId: z.guid() });

export type SendMail = z.infer<typeof SendMail>;

const sendMailJob: JobDefinition<SendMail> = {
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

export const mailJobs = [sendMailJob, markLostHandOversJob];

/** What must be done once when the process starts. */
export async function takeUpMail(deps: Deps): Promise<void> {
  await markLostHandOvers(deps);
  await queueOutbox(deps);
}
