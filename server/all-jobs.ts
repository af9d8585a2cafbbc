// Every job of every noun.
import { accountJobs } from "./accounts/accounts.jobs.ts";
import { contactRequestJobs } from "./contact-requests/contact-requests.jobs.ts";
import { intakeJobs } from "./intake/meta.jobs.ts";
import type { JobDefinition } from "./jobs.ts";
import { mailJobs } from "./mail/mail.jobs.ts";
import { retentionJobs } from "./retention/retention.jobs.ts";
import { sessionJobs } from "./sessions/sessions.jobs.ts";

// Each handler takes what its own schema has parsed, which the list as a whole cannot express.
export const allJobs = [
  ...mailJobs,
  ...intakeJobs,
  ...sessionJobs,
  ...accountJobs,
  ...contactRequestJobs,
  ...retentionJobs,
] as JobDefinition[];
