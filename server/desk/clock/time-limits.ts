// SQL for the on-time and late limits of a first call, and for its bucket.
import { type SQL, sql } from "drizzle-orm";
import type { CountingMode } from "#contract/figures.ts";
import { type Bucket, lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import { inquiries } from "#server/db/schema.ts";

/**
 * Writes a number of minutes as SQL text instead of as a placeholder, because index conditions and
 * query plans may depend on the value.
 */
export const minutes = (count: number) => sql`make_interval(mins => ${sql.raw(String(count))})`;

/**
 * When each counting mode's limits are reached. Business hours use the limits stored with the
 * inquiry; an inquiry without them is never late.
 */
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
 * The SQL equivalent of `bucketOf` (`contract/timeliness.ts`) for an inquiry's first call; null if
 * uncalled.
 */
export function bucketOfCall(reading: CountingMode): SQL<Bucket | null> {
  const { firstCalledAt } = inquiries;
  const { onTimeUntil, lateAt } = limits[reading];
  return sql`case when ${firstCalledAt} < ${onTimeUntil} then 'lt10'
    when ${firstCalledAt} < ${lateAt} then 'lt60' when ${firstCalledAt} is not null then 'other' end`;
}
