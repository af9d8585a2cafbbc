import { scheduledJob } from "#server/jobs/jobs.ts";
import { sendMondayMails } from "./monday-mail.ts";

/** Some time zones are a quarter of an hour apart. */
const everyQuarter = "*/15 * * * *";
/** On Monday morning it counts the week of every practice. */
const maxSeconds = 600;

export const practiceReportJobs = [
  scheduledJob("send-monday-mails", everyQuarter, sendMondayMails, maxSeconds),
];
