import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import type { JobDefinition } from "#server/jobs/jobs.ts";
import { reportNewDevice } from "./new-device.ts";

const reportNewDeviceJob: JobDefinition<JobPayloads["report-new-device"]> = {
  name: "report-new-device",
  payload: z.object({ sessionId: z.guid() }),
  run: reportNewDevice,
  retryLimit: 10,
  retryDelaySeconds: 2,
  expireInSeconds: 60,
  concurrency: 2,
};

export const ownAccountJobs = [reportNewDeviceJob];
