import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs/jobs.ts";
import { deleteDiscarded } from "./discarded-files.ts";
import { checkImport } from "./dry-run.ts";
import { deleteExpiredImports, requeueImports } from "./import-sweeps.ts";
import { runImport } from "./run-import.ts";
import { removeImported } from "./undo-import.ts";

/**
 * Several practices' imports run at once and take turns, one batch at a time: see `turns.ts`. Jobs
 * are fetched one by one; several that were fetched together would wait for each other to finish.
 */
const shared = {
  payload: z.object({ clientId: z.guid(), importId: z.guid() }),
  retryLimit: 5,
  retryDelaySeconds: 1,
  expireInSeconds: 60 * 60,
  concurrency: 8,
  isFetchedSingly: true,
};

type Payload = JobPayloads["run-lead-import"];

const checkLeadImport: JobDefinition<Payload> = {
  ...shared,
  name: "check-lead-import",
  run: checkImport,
};

const runLeadImport: JobDefinition<Payload> = {
  ...shared,
  name: "run-lead-import",
  run: runImport,
};

const undoLeadImport: JobDefinition<Payload> = {
  ...shared,
  name: "undo-lead-import",
  run: removeImported,
};

const deleteDiscardedImport: JobDefinition<Payload> = {
  ...shared,
  name: "delete-discarded-import",
  run: deleteDiscarded,
};

export const importJobs = [
  checkLeadImport,
  runLeadImport,
  undoLeadImport,
  deleteDiscardedImport,
  scheduledJob("delete-expired-imports", "*/10 * * * *", deleteExpiredImports, 5 * 60),
  scheduledJob("requeue-lead-imports", "*/5 * * * *", requeueImports),
];
