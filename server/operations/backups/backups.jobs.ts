import { scheduledJob } from "#server/jobs/jobs.ts";
import { takeDueBackup } from "./scheduled-backup.ts";

export const backupJobs = [
  // Hourly: a machine that is off at night takes its backup in the morning.
  scheduledJob("take-due-backup", "10 * * * *", (deps) => takeDueBackup(deps), 2 * 60 * 60),
];
