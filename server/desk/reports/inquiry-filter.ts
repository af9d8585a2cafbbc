// Conditions for the inquiries that a figure counts, used by lists and the export.
import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { FigureQuery, InquiryFilter } from "#contract/figures.ts";
import type { Bucket } from "#contract/timeliness.ts";
import { campaigns, inquiries, leads, sources } from "#server/db/schema.ts";
import { bucketOfCall, lateAt } from "#server/desk/clock/time-limits.ts";
import { isOfPhones } from "./phone-inquiries.ts";

export const inquiryOf = {
  lead: and(eq(leads.clientId, inquiries.clientId), eq(leads.id, inquiries.leadId)),
  campaign: and(eq(campaigns.clientId, inquiries.clientId), eq(campaigns.id, inquiries.campaignId)),
  source: and(eq(sources.clientId, inquiries.clientId), eq(sources.id, inquiries.sourceId)),
};

/**
 * Returns a filter's condition. Without a bucket, it is true for inquiries in any bucket, like the
 * total of every figure except those of office phones, which also count running clocks.
 */
export function isCountedBy(clientId: string, filter: InquiryFilter, now: Date): SQL | undefined {
  const { from, to, bucket, weekday, hour, campaign, source } = filter;
  const { cameOfIt, enteredLater, phones } = filter;
  const started = inquiries.clockStartedAt;
  const bucketNow = bucketIn(filter.reading, now);
  return and(
    eq(inquiries.clientId, clientId),
    isNotNull(started),
    from ? gte(started, new Date(from)) : undefined,
    to ? lt(started, new Date(to)) : undefined,
    // This condition can use the index for running clocks, of which there are few.
    bucket === "running"
      ? and(isNull(inquiries.firstCalledAt), isNull(bucketNow))
      : bucket
        ? eq(bucketNow, bucket)
        : phones
          ? undefined
          : isNotNull(bucketNow),
    phones && isOfPhones(clientId, phones),
    weekday === undefined ? undefined : sql`${inquiries.startedHour} / 24 = ${weekday}`,
    hour === undefined ? undefined : sql`${inquiries.startedHour} % 24 = ${hour}`,
    isOne(inquiries.campaignId, campaign),
    isOne(inquiries.sourceId, source),
    cameOfIt === "reached" ? isNotNull(inquiries.firstSpokeAt) : undefined,
    cameOfIt === "booked" ? isNotNull(inquiries.firstBookedAt) : undefined,
    enteredLater ? inquiries.isFirstCallEnteredLater : undefined,
  );
}

function isOne(column: typeof inquiries.campaignId | typeof inquiries.sourceId, id?: string) {
  if (id === undefined) return undefined;
  return id === "none" ? isNull(column) : eq(column, id);
}

/**
 * Returns SQL for an inquiry's bucket at this time; null if the inquiry's clock is running or it
 * has none.
 */
export function bucketIn(reading: FigureQuery["reading"], now: Date): SQL<Bucket | null> {
  const { clockStartedAt, firstCalledAt } = inquiries;
  return sql`case
    when ${clockStartedAt} is null then null
    when ${firstCalledAt} is not null then ${bucketOfCall(reading)}
    when ${now.toISOString()}::timestamptz >= ${lateAt(reading)} then 'other' end`;
}
