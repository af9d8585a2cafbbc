// A booked appointment as a calendar file for the person, in their language. It doesn't say who
// they are or why they come, because others may see their calendar.
import { letterWords } from "#content/letter.ts";
import type { Client } from "#contract/accounts.ts";
import { zonedText } from "#contract/booked-time.ts";
import { minuteMs } from "#contract/durations.ts";
import { writeCalendar } from "#contract/icalendar.ts";
import type { Language } from "#contract/languages.ts";

type Practice = Pick<
  Client,
  "name" | "phone" | "address" | "address2" | "city" | "state" | "zip" | "timeZone"
>;
type Booked = {
  callId: string;
  calledAt: string;
  appointmentAt: string;
  /** The person's language, or null if unknown. */
  language: Language | null;
};

/** Writes the file. The appointment has no end, because the desk doesn't know how long it takes. */
export function appointmentFile(
  { callId, calledAt, appointmentAt, language }: Booked,
  { name, phone, address, address2, city, state, zip, timeZone }: Practice,
  { now, host }: { now: Date; host: string },
): string {
  const startsAt = new Date(appointmentAt);
  const spoken = language ?? "en";
  const words = letterWords[spoken].appointment;
  const street = [address, address2].filter(Boolean).join(", ");
  return writeCalendar({
    uid: `appointment-${callId}@${host}`,
    // Minutes since the booking, so that a file that is saved later replaces an earlier one.
    sequence: Math.max(0, Math.floor((now.getTime() - Date.parse(calledAt)) / minuteMs)),
    writtenAt: now,
    startsAt,
    title: words.title(name),
    location: `${street}, ${city}, ${state} ${zip}`,
    description: [zonedText(startsAt, { timeZone }, spoken), words.change(phone)].join("\n"),
  });
}
