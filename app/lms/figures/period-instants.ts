// Converts the practice's days to instants. Used only in loaders, because the polyfill is too large
// for the client bundle.
import { Temporal } from "temporal-polyfill";
import type { Period } from "./period.ts";

/**
 * From the start of the first day, inclusive, to the start of the day after the last one,
 * exclusive. Days at daylight saving changes have 23 or 25 hours.
 */
export function instantsOf(
  { name, from, to }: Period,
  now: Date,
  timeZone: string,
): { from?: string; to?: string } {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .toPlainDate();
  const since = (day: Temporal.PlainDate) => ({ from: startOf(day, timeZone) });
  switch (name) {
    case "all":
      return {};
    case "today":
      return since(today);
    case "7d":
      return since(today.subtract({ days: 6 }));
    case "30d":
      return since(today.subtract({ days: 29 }));
    case "month":
      return since(today.with({ day: 1 }));
    case "days":
      return {
        ...(from && since(Temporal.PlainDate.from(from))),
        ...(to && { to: startOf(Temporal.PlainDate.from(to).add({ days: 1 }), timeZone) }),
      };
  }
}

function startOf(day: Temporal.PlainDate, timeZone: string): string {
  const start = day.toZonedDateTime({ timeZone });
  return new Date(start.epochMilliseconds).toISOString();
}
