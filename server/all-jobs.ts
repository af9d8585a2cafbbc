// Every job of every noun.
import { captchaJobs } from "./captcha/captcha.jobs.ts";
import { contactRequestJobs } from "./contact-requests/contact-requests.jobs.ts";
import { intakeJobs } from "./intake/meta.jobs.ts";
import type { JobDefinition } from "./jobs.ts";
import { mailJobs } from "./mail/mail.jobs.ts";
import { registrationJobs } from "./practices/registration.jobs.ts";
import { retentionJobs } from "./retention/retention.jobs.ts";

// Each handler takes what its own schema has parsed, which the list as a whole cannot express.
export const allJobs = [
  ...mailJobs,
  ...intakeJobs,
  ...captchaJobs,
  ...registrationJobs,
  ...contactRequestJobs,
  ...retentionJobs,
] as JobDefinition[];
