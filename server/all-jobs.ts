// The jobs of every module.

import { ownAccountJobs } from "./accounts/practices/own-account.jobs.ts";
import { practiceJobs } from "./accounts/practices/practices.jobs.ts";
import { registrationJobs } from "./accounts/practices/registration.jobs.ts";
import { contactRequestJobs } from "./agency/contact-requests/contact-requests.jobs.ts";
import { practiceReportJobs } from "./agency/practice-reports/practice-reports.jobs.ts";
import { settingsJobs } from "./agency/settings/settings.jobs.ts";
import { slotJobs } from "./agency/slots/slots.jobs.ts";
import { demoJobs } from "./demos/demos.jobs.ts";
import { incomingCallJobs } from "./desk/incoming-calls/incoming-calls.jobs.ts";
import { leadJobs } from "./desk/leads/leads.jobs.ts";
import { ringJobs } from "./desk/rings/rings.jobs.ts";
import { captchaJobs } from "./http/captcha.jobs.ts";
import type { JobDefinition } from "./jobs/jobs.ts";
import { alertJobs } from "./messages/alerts/alerts.jobs.ts";
import { mailJobs } from "./messages/mail/mail.jobs.ts";
import { textJobs } from "./messages/texts/texts.jobs.ts";
import { backupJobs } from "./operations/backups/backups.jobs.ts";
import { retentionJobs } from "./records/retention/retention.jobs.ts";
import { advertisingJobs } from "./sources/advertising/advertising.jobs.ts";
import { importJobs } from "./sources/imports/imports.jobs.ts";
import { intakeJobs } from "./sources/intake/meta.jobs.ts";

// Each handler's payload has been parsed with that handler's own schema. The type of the whole list
// can't express this.
export const allJobs = [
  ...leadJobs,
  ...mailJobs,
  ...alertJobs,
  ...textJobs,
  ...ringJobs,
  ...incomingCallJobs,
  ...intakeJobs,
  ...importJobs,
  ...advertisingJobs,
  ...captchaJobs,
  ...registrationJobs,
  ...practiceJobs,
  ...ownAccountJobs,
  ...contactRequestJobs,
  ...slotJobs,
  ...settingsJobs,
  ...practiceReportJobs,
  ...retentionJobs,
  ...backupJobs,
  ...demoJobs,
] as JobDefinition[];
