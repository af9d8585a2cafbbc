import { scheduledJob } from "#server/jobs/jobs.ts";
import { eraseEndedPractices } from "./ending.ts";
import { refreshSortKeys } from "./sort-keys.ts";

export const practiceJobs = [
  scheduledJob("refresh-practice-sort-keys", "*/5 * * * *", refreshSortKeys, 10 * 60),
  scheduledJob("erase-ended-practices", "23 * * * *", eraseEndedPractices, 50 * 60),
];
