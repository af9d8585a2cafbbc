import { scheduledJob } from "#server/jobs/jobs.ts";
import { refreshSortKeys } from "./sort-keys.ts";

export const practiceJobs = [
  scheduledJob("refresh-practice-sort-keys", "*/5 * * * *", refreshSortKeys, 10 * 60),
];
