// The on-time and late limits of a first call, in SQL.
import { sql } from "drizzle-orm";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import { inquiries } from "#server/db/schema.ts";

/** Never a placeholder: an index or a plan may depend on the value. */
export const minutes = (count: number) => sql`make_interval(mins => ${sql.raw(String(count))})`;

/** In open hours an inquiry stores its own limits. Without limits nothing is late. */
export const limits = {
  wall: {
    onTimeUntil: sql`${inquiries.clockStartedAt} + ${minutes(onTimeMinutes)}`,
    lateAt: sql`${inquiries.clockStartedAt} + ${minutes(lateAfterMinutes)}`,
  },
  open: {
    onTimeUntil: sql`coalesce(${inquiries.openOnTimeUntil}, 'infinity')`,
    lateAt: sql`coalesce(${inquiries.openLateAt}, 'infinity')`,
  },
};
