// Until when a first call is on time and from when on it is late, for a statement.
import { sql } from "drizzle-orm";
import { lateAfterMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import { enquiries } from "#server/db/schema.ts";

/** Never a placeholder: an index or a plan may depend on how many. */
export const minutes = (count: number) => sql`make_interval(mins => ${sql.raw(String(count))})`;

/** In open hours an enquiry carries its own. Without limits nobody is late. */
export const limits = {
  wall: {
    onTimeUntil: sql`${enquiries.clockStartedAt} + ${minutes(onTimeMinutes)}`,
    lateAt: sql`${enquiries.clockStartedAt} + ${minutes(lateAfterMinutes)}`,
  },
  open: {
    onTimeUntil: sql`coalesce(${enquiries.openOnTimeUntil}, 'infinity')`,
    lateAt: sql`coalesce(${enquiries.openLateAt}, 'infinity')`,
  },
};
