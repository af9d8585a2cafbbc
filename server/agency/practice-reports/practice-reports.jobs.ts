import { scheduledJob } from "#server/jobs/jobs.ts";
import { sendMondayMails } from "./monday-mail.ts";
import { sendMonthMails } from "./month-mail.ts";
import { sendYesterdayMails } from "./yesterday-mail.ts";

/** Some time zones differ by a quarter of an hour. */
const everyQuarter = "*/15 * * * *";
/** The jobs take longest on Monday morning, when every practice's week is counted. */
const maxSeconds = 600;

export const practiceReportJobs = [
  scheduledJob("send-monday-mails", everyQuarter, sendMondayMails, maxSeconds),
  scheduledJob("send-month-mails", everyQuarter, sendMonthMails, maxSeconds),
  scheduledJob("send-yesterday-mails", everyQuarter, sendYesterdayMails, maxSeconds),
];
