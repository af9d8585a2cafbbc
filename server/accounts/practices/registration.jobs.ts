import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import type { JobDefinition } from "#server/jobs/jobs.ts";
import { sendRecovery } from "./recovery.ts";
import { answerRegistration } from "./registration.ts";

const AnswerRegistration = z.object({
  registrationId: z.guid(),
  accountId: z.guid(),
  isKnown: z.boolean(),
});

/** `accountId` is null for an unknown email address, which doesn't get an email. */
const SendRecovery = z.object({ recoveryId: z.guid(), accountId: z.guid().nullable() });

const shared = { retryLimit: 10, retryDelaySeconds: 2, expireInSeconds: 60, concurrency: 2 };

const answerRegistrationJob: JobDefinition<JobPayloads["answer-registration"]> = {
  ...shared,
  name: "answer-registration",
  payload: AnswerRegistration,
  run: answerRegistration,
};

const sendRecoveryJob: JobDefinition<JobPayloads["send-recovery"]> = {
  ...shared,
  name: "send-recovery",
  payload: SendRecovery,
  run: sendRecovery,
};

export const registrationJobs = [answerRegistrationJob, sendRecoveryJob];
