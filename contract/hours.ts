// When a practice is open: the reading in which a lead of 9 pm is due first thing at opening.
import { z } from "zod";

export const weekdays = [
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
  "sunday",
] as const;

/** A time on the practice's wall clock, "00:00" to "24:00"; sorts as text. */
const WallTime = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, "invalid");

const Interval = z
  .object({ from: WallTime, to: WallTime })
  .refine(({ from, to }) => from < to, { path: ["to"], error: "ends_before_it_begins" });

/** One day's open times, in order; what lies between them is a break; none: closed. */
const Day = z
  .array(Interval)
  .max(4, "too_many")
  .refine(
    (day) => day.every((one, index) => index === 0 || (day[index - 1]?.to ?? "") <= one.from),
    "overlaps",
  );

const isTimeZone = (name: string) => {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    // Fixed offsets and abbreviations know no daylight saving.
    return name.includes("/");
  } catch {
    return false;
  }
};

export const OpenHours = z.object({
  /** IANA name, "America/New_York". */
  timeZone: z.string().max(60, "too_long").refine(isTimeZone, "invalid"),
  weekly: z.object({
    monday: Day,
    tuesday: Day,
    wednesday: Day,
    thursday: Day,
    friday: Day,
    saturday: Day,
    sunday: Day,
  }),
  /** Days on the practice's calendar on which it does not open. */
  holidays: z.array(z.iso.date("invalid")).max(200, "too_many"),
});
export type OpenHours = z.infer<typeof OpenHours>;
