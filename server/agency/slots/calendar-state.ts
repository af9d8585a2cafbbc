// What the last read of the owner's calendar found, for the list of booked calls.
import { eq } from "drizzle-orm";
import { CalendarState } from "#contract/bookings.ts";
import { settings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/** Returns null if no calendar is set. */
export async function readCalendarState({ db }: Pick<Deps, "db">): Promise<CalendarState | null> {
  const [row] = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.part, "calendar"));
  return row ? CalendarState.parse(row.value) : null;
}
