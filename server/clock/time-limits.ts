// Until when a first call is on time and from when on it is late, for a statement.
import { sql } from "drizzle-orm";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import { inquiries } from "#server/db/schema.ts";

/** Never a placeholder: an index or a plan may depend on how many. */
export const minutes = (count: number) => sql`make_interval(mins => ${sql.raw(String(count))})`;

/** In open hours an inquiry carries its own. Without limits nobody is late. */
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
