import { scheduledJob } from "#server/jobs/jobs.ts";
import { sendMondayMails } from "./monday-mail.ts";
import { sendMonthMails } from "./month-mail.ts";
import { sendYesterdayMails } from "./yesterday-mail.ts";

/** Some time zones are a quarter of an hour apart. */
const everyQuarter = "*/15 * * * *";
/** On Monday morning, the job counts every practice's week. */
const maxSeconds = 600;

export const practiceReportJobs = [
  scheduledJob("send-monday-mails", everyQuarter, sendMondayMails, maxSeconds),
  scheduledJob("send-month-mails", everyQuarter, sendMonthMails, maxSeconds),
  scheduledJob("send-yesterday-mails", everyQuarter, sendYesterdayMails, maxSeconds),
];
