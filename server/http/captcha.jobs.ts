import { scheduledJob } from "#server/jobs/jobs.ts";
import { deleteExpiredCaptchas } from "./captcha.ts";

export const captchaJobs = [
  scheduledJob("delete-expired-captchas", "17 * * * *", deleteExpiredCaptchas),
];
