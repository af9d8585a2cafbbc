// The jobs of every noun.
import { advertisingJobs } from "./advertising/advertising.jobs.ts";
import { alertJobs } from "./alerts/alerts.jobs.ts";
import { backupJobs } from "./backups/backups.jobs.ts";
import { captchaJobs } from "./captcha/captcha.jobs.ts";
import { contactRequestJobs } from "./contact-requests/contact-requests.jobs.ts";
import { demoJobs } from "./demos/demos.jobs.ts";
import { importJobs } from "./imports/imports.jobs.ts";
import { intakeJobs } from "./intake/meta.jobs.ts";
import type { JobDefinition } from "./jobs.ts";
import { mailJobs } from "./mail/mail.jobs.ts";
import { practiceReportJobs } from "./practice-reports/practice-reports.jobs.ts";
import { ownAccountJobs } from "./practices/own-account.jobs.ts";
import { practiceJobs } from "./practices/practices.jobs.ts";
import { registrationJobs } from "./practices/registration.jobs.ts";
import { retentionJobs } from "./retention/retention.jobs.ts";
import { slotJobs } from "./slots/slots.jobs.ts";

// Each handler takes the payload that its own schema parsed; the type of the whole list cannot
// express that.
export const allJobs = [
  ...mailJobs,
  ...alertJobs,
  ...intakeJobs,
  ...importJobs,
  ...advertisingJobs,
  ...captchaJobs,
  ...registrationJobs,
  ...practiceJobs,
  ...ownAccountJobs,
  ...contactRequestJobs,
  ...slotJobs,
  ...practiceReportJobs,
  ...retentionJobs,
  ...backupJobs,
  ...demoJobs,
] as JobDefinition[];
