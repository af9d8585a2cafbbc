// A practice's business hours. Waits can be measured in these hours.
import { z } from "zod";
import { calendarDay, instant, line, requiredLine } from "./fields.ts";

const clockTime = requiredLine(5).regex(/^([01]\d|2[0-3]):[0-5]\d$/, "not_a_time");
/** The end of a span, which may be midnight. */
const endTime = requiredLine(5).regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, "not_a_time");

/** Two times of day in the practice's time zone, such as `08:00` to `12:30`. */
export const OpenSpan = z
  .object({ from: clockTime, to: endTime })
  .refine(({ from, to }) => from < to, { message: "ends_before_it_begins", path: ["to"] });
export type OpenSpan = z.infer<typeof OpenSpan>;

/** A day's spans in order, with breaks between them. An empty list means closed. */
const OpenDay = z
  .array(OpenSpan)
  .max(4, "too_long")
  .superRefine((spans, context) => {
    for (const [index, span] of spans.entries()) {
      const next = spans[index + 1];
      if (next && next.from < span.to) {
        context.addIssue({ code: "custom", message: "overlaps", path: [index + 1, "from"] });
      }
    }
  });

/** A week of seven days, which starts with Sunday as in JavaScript. */
export const OpenWeek = z.array(OpenDay).length(7, "invalid");
export type OpenWeek = z.infer<typeof OpenWeek>;

/** A date on which the practice is closed, regardless of the week. */
export const Holiday = z.object({
  date: requiredLine(10).pipe(calendarDay),
  name: line(80).default(""),
});
export type Holiday = z.infer<typeof Holiday>;

/**
 * The fewest minutes that a practice must be open per week. It's the time after which a call is
 * late (`lateAfterMinutes`).
 */
const minOpenMinutes = 60;

export function openMinutesPerWeek(week: OpenWeek): number {
  return week.flat().reduce((sum, { from, to }) => sum + minuteOf(to) - minuteOf(from), 0);
}

function minuteOf(time: string): number {
  const [hours, minutes] = time.split(":").map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}

const timeZone = requiredLine(80).refine(isTimeZone, "unknown_time_zone");

/**
 * The week of a practice. It needs a minimum, because a practice that is hardly ever open could
 * hardly ever be late.
 */
export const PracticeWeek = OpenWeek.refine(
  (week) => openMinutesPerWeek(week) >= minOpenMinutes,
  "never_open",
);

/**
 * `PUT /api/clients/me/hours`: sets the hours from now on. A clock uses the hours that were in
 * effect when it started.
 */
export const OpenHoursChange = z.object({
  timeZone,
  week: PracticeWeek,
  holidays: z.array(Holiday).max(100, "too_long"),
  /**
   * The `inForceSince` that was read. If the hours have changed since then, nothing is saved and
   * the response is 409 `stale`. If it's omitted, the change is always saved.
   */
  inForceSince: instant.nullable().optional(),
});
export type OpenHoursChange = z.output<typeof OpenHoursChange>;

/** `GET /api/clients/me/hours` */
export const OpenHours = z.object({
  timeZone: z.string(),
  week: OpenWeek,
  holidays: z.array(Holiday),
  /**
   * Since when the hours have been in effect. Null if they were never set, so that the default
   * applies. Send it back with a change.
   */
  inForceSince: instant.nullable(),
  /**
   * Whether someone at the practice set or saved the hours. False for the default and for a copied
   * week.
   */
  isConfirmed: z.boolean(),
});
export type OpenHours = z.infer<typeof OpenHours>;

export const OpenHoursAnswer = z.object({ hours: OpenHours, message: z.string() });

const officeDay: OpenSpan[] = [{ from: "08:00", to: "17:00" }];

/** The default week, which is Monday through Friday from 8 am to 5 pm. */
export const usualWeek: OpenWeek = [[], officeDay, officeDay, officeDay, officeDay, officeDay, []];

/**
 * Returns whether this machine knows the IANA name. Offsets such as `+05:00` aren't allowed,
 * because they don't have daylight saving time.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
