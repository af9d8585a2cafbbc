import { z } from "zod";
import type { JobDefinition } from "#server/jobs.ts";
import { deleteExpiredCaptchas } from "./captcha.ts";

const deleteExpiredCaptchasJob: JobDefinition = {
  name: "delete-expired-captchas",
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
  concurrency: 1,
  cron: "17 * * * *",
  run: (deps) => deleteExpiredCaptchas(deps),
};

export const captchaJobs = [deleteExpiredCaptchasJob];
