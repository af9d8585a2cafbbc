import { scheduledJob } from "#server/jobs/jobs.ts";
import { readCalendar } from "./read-calendar.ts";

export const settingsJobs = [scheduledJob("read-calendar", "*/10 * * * *", readCalendar)];
