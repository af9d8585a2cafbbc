import { scheduledJob } from "#server/jobs/jobs.ts";
import { fillStoredLeads } from "./fill-leads.ts";

export const leadJobs = [scheduledJob("fill-stored-leads", "* * * * *", fillStoredLeads, 10 * 60)];
