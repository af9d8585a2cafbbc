import { z } from "zod";
import type { JobDefinition } from "#server/jobs.ts";
import { deleteExpiredRecords } from "./retention.ts";

const deleteExpiredRecordsJob: JobDefinition = {
  name: "delete-expired-records",
  payload: z.object({}),
  // No retry: the next night deletes what is left.
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 15 * 60,
  concurrency: 1,
  // At night in the US.
  cron: "37 8 * * *",
  run: (deps) => deleteExpiredRecords(deps),
};

export const retentionJobs = [deleteExpiredRecordsJob];
