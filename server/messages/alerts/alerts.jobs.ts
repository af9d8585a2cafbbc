import { z } from "zod";
import type { JobPayloads } from "#server/jobs/job-queue.ts";
import type { JobDefinition } from "#server/jobs/jobs.ts";
import { sweepAlerts } from "./alert-sweeps.ts";
import { alertPractice } from "./due-alerts.ts";
import { sendAlert } from "./send-alert.ts";
import { tellCalled } from "./tell-called.ts";
import { pushStrangerText } from "./text-alerts.ts";

const alertPracticeJob: JobDefinition<JobPayloads["alert-practice"]> = {
  name: "alert-practice",
  payload: z.object({ clientId: z.guid() }),
  retryLimit: 5,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
  concurrency: 2,
  isFetchedSingly: true,
  run: (deps, { clientId }) => alertPractice(deps, clientId),
};

const sendAlertJob: JobDefinition<JobPayloads["send-alert"]> = {
  name: "send-alert",
  payload: z.object({ clientId: z.guid(), messageId: z.guid() }),
  // These retries are only for our own errors. A new job retries a push that failed at the push
  // service.
  retryLimit: 3,
  retryDelaySeconds: 2,
  expireInSeconds: 40,
  concurrency: 8,
  isFetchedSingly: true,
  run: (deps, key) => sendAlert(deps, key),
};

const pushTextJob: JobDefinition<JobPayloads["push-text"]> = {
  name: "push-text",
  payload: z.object({ clientId: z.guid(), textId: z.guid(), deviceId: z.guid() }),
  // These retries are only for our own errors. A new job retries a push that failed at the push
  // service.
  retryLimit: 3,
  retryDelaySeconds: 2,
  expireInSeconds: 40,
  concurrency: 2,
  isFetchedSingly: true,
  run: (deps, key) => pushStrangerText(deps, key),
};

const tellCalledJob: JobDefinition<JobPayloads["tell-called"]> = {
  name: "tell-called",
  payload: z.object({ clientId: z.guid(), leadId: z.guid(), callId: z.guid() }),
  retryLimit: 3,
  retryDelaySeconds: 1,
  expireInSeconds: 30,
  concurrency: 1,
  run: (deps, call) => tellCalled(deps, call),
};

const sweepAlertsJob: JobDefinition = {
  name: "sweep-alerts",
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
  concurrency: 1,
  cron: "* * * * *",
  run: (deps) => sweepAlerts(deps),
};

export const alertJobs = [
  ...[alertPracticeJob, sendAlertJob, pushTextJob, tellCalledJob, sweepAlertsJob],
];
