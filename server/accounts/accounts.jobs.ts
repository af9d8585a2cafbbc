import { z } from "zod";
import type { JobDefinition } from "#server/jobs.ts";
import { sendRecovery } from "./recovery.ts";
import { answerRegistration } from "./registration.ts";

const AnswerRegistration = z.object({
  registrationId: z.guid(),
  accountId: z.guid(),
  isKnown: z.boolean(),
});
export type AnswerRegistration = z.infer<typeof AnswerRegistration>;

/** A null account: nobody has the address, and there is nothing to send. */
const SendRecovery = z.object({ recoveryId: z.guid(), accountId: z.guid().nullable() });
export type SendRecovery = z.infer<typeof SendRecovery>;

const shared = { retryLimit: 10, retryDelaySeconds: 2, expireInSeconds: 60, concurrency: 2 };

const answerRegistrationJob: JobDefinition<AnswerRegistration> = {
  ...shared,
  name: "answer-registration",
  payload: AnswerRegistration,
  run: answerRegistration,
};

const sendRecoveryJob: JobDefinition<SendRecovery> = {
  ...shared,
  name: "send-recovery",
  payload: SendRecovery,
  run: sendRecovery,
};

export const accountJobs = [answerRegistrationJob, sendRecoveryJob];
