// Which enquiries a figure counts, said for the rows: behind the lists and the export.
import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { EnquiryFilter } from "#contract/figures.ts";
import type { FigureQuery } from "#contract/leads.ts";
import type { Bucket } from "#contract/timeliness.ts";
import { campaigns, enquiries, leads, sources } from "#server/db/schema.ts";
import { limits } from "./time-limits.ts";

/** How an enquiry finds its lead, its campaign and its source. */
export const enquiryOf = {
  lead: and(eq(leads.clientId, enquiries.clientId), eq(leads.id, enquiries.leadId)),
  campaign: and(eq(campaigns.clientId, enquiries.clientId), eq(campaigns.id, enquiries.campaignId)),
  source: and(eq(sources.clientId, enquiries.clientId), eq(sources.id, enquiries.sourceId)),
};

/** All conditions of a filter; without a bucket those that are in one, as every figure's total is. */
export function isCountedBy(clientId: string, filter: EnquiryFilter, now: Date): SQL | undefined {
  const { from, to, bucket, weekday, hour, campaign, source, cameOfIt, enteredLater } = filter;
  const started = enquiries.clockStartedAt;
  const judged = bucketIn(filter.reading, now);
  return and(
    eq(enquiries.clientId, clientId),
    isNotNull(started),
    from ? gte(started, new Date(from)) : undefined,
    to ? lt(started, new Date(to)) : undefined,
    // Running ones are few, and their index knows them.
    bucket === "running"
      ? and(isNull(enquiries.firstCalledAt), isNull(judged))
      : bucket
        ? eq(judged, bucket)
        : isNotNull(judged),
    weekday === undefined ? undefined : sql`${enquiries.startedHour} / 24 = ${weekday}`,
    hour === undefined ? undefined : sql`${enquiries.startedHour} % 24 = ${hour}`,
    isOne(enquiries.campaignId, campaign),
    isOne(enquiries.sourceId, source),
    cameOfIt === "reached" ? isNotNull(enquiries.firstSpokeAt) : undefined,
    cameOfIt === "booked" ? isNotNull(enquiries.firstBookedAt) : undefined,
    enteredLater ? enquiries.isFirstCallEnteredLater : undefined,
  );
}

function isOne(column: typeof enquiries.campaignId | typeof enquiries.sourceId, id?: string) {
  if (id === undefined) return undefined;
  return id === "none" ? isNull(column) : eq(column, id);
}

/** An enquiry's bucket at this moment; null: it is still on the clock, or has none. */
export function bucketIn(reading: FigureQuery["reading"], now: Date): SQL<Bucket | null> {
  const { clockStartedAt, firstCalledAt } = enquiries;
  const { onTimeUntil, lateAt } = limits[reading];
  return sql`case
    when ${clockStartedAt} is null then null
    when coalesce(${firstCalledAt}, ${now.toISOString()}::timestamptz) >= ${lateAt} then 'other'
    when ${firstCalledAt} is null then null
    when ${firstCalledAt} < ${onTimeUntil} then 'lt10'
    else 'lt60' end`;
}
