import { scheduledJob } from "#server/jobs/jobs.ts";
import { fillSearch } from "./fill-search.ts";

export const leadJobs = [scheduledJob("fill-search-texts", "* * * * *", fillSearch, 10 * 60)];
