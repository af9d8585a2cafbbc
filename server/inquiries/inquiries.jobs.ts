import { z } from "zod";
import type { JobDefinition } from "#server/jobs.ts";
import { takeUpUnfinished, tellOfUnfinished } from "./inquiries.ts";

const TellOfUnfinished = z.object({ inquiryId: z.guid() });

export type TellOfUnfinished = z.infer<typeof TellOfUnfinished>;

const tellOfUnfinishedJob: JobDefinition<TellOfUnfinished> = {
  name: "tell-of-unfinished-inquiry",
  payload: TellOfUnfinished,
  retryLimit: 10,
  retryDelaySeconds: 10,
  expireInSeconds: 30,
  concurrency: 1,
  run: (deps, { inquiryId }) => tellOfUnfinished(deps, inquiryId),
};

const takeUpUnfinishedJob: JobDefinition = {
  name: "take-up-unfinished-inquiries",
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
  concurrency: 1,
  cron: "27 * * * *",
  run: (deps) => takeUpUnfinished(deps),
};

export const inquiryJobs = [tellOfUnfinishedJob, takeUpUnfinishedJob];
