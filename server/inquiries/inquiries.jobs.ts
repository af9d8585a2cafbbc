import { z } from "zod";
import type { JobDefinition } from "#server/jobs.ts";
import { tellOfUnfinished } from "./inquiries.ts";

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

export const inquiryJobs = [tellOfUnfinishedJob];
