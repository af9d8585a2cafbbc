// A first call's on-time and late limits and its bucket, in SQL.
import { type SQL, sql } from "drizzle-orm";
import type { CountingMode } from "#contract/figures.ts";
import { type Bucket, lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import { inquiries } from "#server/db/schema.ts";

/**
 * Writes a number of minutes as SQL text, not as a placeholder, because an index or a plan may
 * depend on the value.
 */
export const minutes = (count: number) => sql`make_interval(mins => ${sql.raw(String(count))})`;

/** An inquiry stores its own limits for business hours. Without limits, it is never late. */
const limits = {
  wall: {
    onTimeUntil: sql`${inquiries.clockStartedAt} + ${minutes(onTimeMinutes)}`,
    lateAt: sql`${inquiries.clockStartedAt} + ${minutes(lateAfterMinutes)}`,
  },
  open: {
    onTimeUntil: sql`coalesce(${inquiries.openOnTimeUntil}, 'infinity')`,
    lateAt: sql`coalesce(${inquiries.openLateAt}, 'infinity')`,
  },
};

export const lateAt = (reading: CountingMode): SQL => limits[reading].lateAt;

/**
 * Writes `bucketOf` (`contract/timeliness.ts`) for an inquiry's first call in SQL; null if
 * uncalled.
 */
export function bucketOfCall(reading: CountingMode): SQL<Bucket | null> {
  const { firstCalledAt } = inquiries;
  const { onTimeUntil, lateAt } = limits[reading];
  return sql`case when ${firstCalledAt} < ${onTimeUntil} then 'lt10'
    when ${firstCalledAt} < ${lateAt} then 'lt60' when ${firstCalledAt} is not null then 'other' end`;
}
