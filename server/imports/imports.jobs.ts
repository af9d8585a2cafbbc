import { z } from "zod";
import type { JobPayloads } from "#server/job-queue.ts";
import { type JobDefinition, scheduledJob } from "#server/jobs.ts";
import { checkImport } from "./dry-run.ts";
import { deleteExpiredImports, requeueImports } from "./import-sweeps.ts";
import { runImport } from "./run-import.ts";
import { removeImported } from "./undo-import.ts";

/** One at a time in each process: an import is heavy, and nobody waits for a call. */
const shared = {
  payload: z.object({ clientId: z.guid(), importId: z.guid() }),
  retryLimit: 5,
  retryDelaySeconds: 1,
  expireInSeconds: 60 * 60,
  concurrency: 1,
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

export const importJobs = [
  checkLeadImport,
  runLeadImport,
  undoLeadImport,
  scheduledJob("delete-expired-imports", "*/10 * * * *", deleteExpiredImports, 5 * 60),
  scheduledJob("requeue-lead-imports", "*/5 * * * *", requeueImports),
];
