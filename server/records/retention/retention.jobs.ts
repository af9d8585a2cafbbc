import { scheduledJob } from "#server/jobs/jobs.ts";
import { deleteExpiredRecords } from "./retention.ts";

// At night in the US.
export const retentionJobs = [
  scheduledJob("delete-expired-records", "37 8 * * *", deleteExpiredRecords, 15 * 60),
];
