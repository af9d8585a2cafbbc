import { z } from "zod";
import type { JobDefinition } from "#server/jobs.ts";
import { forgetExpiredCaptchas } from "./captcha.ts";

const forgetCaptchasJob: JobDefinition = {
  name: "forget-captchas",
  payload: z.object({}),
  retryLimit: 0,
  retryDelaySeconds: 1,
  expireInSeconds: 60,
  concurrency: 1,
  cron: "17 * * * *",
  run: (deps) => forgetExpiredCaptchas(deps),
};

export const captchaJobs = [forgetCaptchasJob];
