import { z } from "zod";
import type { JobDefinition } from "#server/jobs.ts";
import { takeUpUnfinished, tellOfUnfinished } from "./contact-requests.ts";

const TellOfUnfinished = z.object({ contactRequestId: z.guid() });

export type TellOfUnfinished = z.infer<typeof TellOfUnfinished>;

const tellOfUnfinishedJob: JobDefinition<TellOfUnfinished> = {
  name: "tell-of-unfinished-contact-request",
  payload: TellOfUnfinished,
  retryLimit: 10,
  retryDelaySeconds: 10,
  expireInSeconds: 30,
  concurrency: 1,
  run: (deps, { contactRequestId }) => tellOfUnfinished(deps, contactRequestId),
};

const takeUpUnfinishedJob: JobDefinition = {
  name: "take-up-unfinished-contact-requests",
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
  concurrency: 1,
  cron: "27 * * * *",
  run: (deps) => takeUpUnfinished(deps),
};

export const contactRequestJobs = [tellOfUnfinishedJob, takeUpUnfinishedJob];
