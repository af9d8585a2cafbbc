import { z } from "zod";
import type { Deps } from "#server/deps.ts";
import { scheduledJob } from "#server/jobs/jobs.ts";
import { takeDueBackup, uploadPendingBackups } from "./scheduled-backup.ts";

export const backupJobs = [
  // Hourly, so that a machine that is off at night takes its backup in the morning.
  scheduledJob("take-due-backup", "10 * * * *", (deps) => takeDueBackup(deps), 2 * 60 * 60),
  {
    name: "upload-backups",
    payload: z.object({}),
    // The hourly job enqueues the next attempt.
    retryLimit: 0,
    retryDelaySeconds: 1,
    // Long enough for a large backup over a slow connection. The upload continues even if the job
    // expires.
    expireInSeconds: 12 * 60 * 60,
    concurrency: 1,
    run: (deps: Deps) => uploadPendingBackups(deps),
  },
];
