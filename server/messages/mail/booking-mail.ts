// Checks whether an email about a booked call is still correct when it is sent, and makes its
// calendar file.
import { eq } from "drizzle-orm";
import { callInviteWords } from "#content/console/contact-requests.ts";
import { site } from "#content/site.ts";
import { visitorWords } from "#content/visitor-words.ts";
import { writeCalendar } from "#contract/icalendar.ts";
import type { Transaction } from "#server/db/database.ts";
import { bookings, contactRequests, type mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { safePhone } from "#server/documents/greeting/safe-greeting.ts";
import type { BookingRow } from "./booking-rows.ts";

type Mail = Pick<typeof mails.$inferSelect, "causeKey">;

const prefix = "booking";
const reminders = ["day", "hour"];

/** Returns `booking:<id>:<sequence>:<what>`: one email per event. */
export function bookingCause({ id, sequence }: BookingRow, what: string): string {
  return [prefix, id, sequence, what].join(":");
}

/**
 * Returns false if the booking has changed since (a later email has the current state), or for a
 * reminder if the call has begun. Returns true for other emails.
 */
export async function isBookingMailTrue(tx: Transaction, mail: Mail, now: Date): Promise<boolean> {
  const [kind, id = "", sequence, what = ""] = mail.causeKey?.split(":") ?? [];
  if (kind !== prefix) return true;
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, id));
  if (!booking || booking.sequence !== Number(sequence)) return false;
  return !reminders.includes(what) || booking.startsAt > now;
}

/** Returns the calendar event's id, which stays the same after each change, and its sequence. */
/** How the id of a booked call begins in a calendar, however the call was sent there. */
export const bookingUidPrefix = "booked-call-";

export function bookingEvent({ id, sequence }: BookingRow, origin: string) {
  return { uid: `${bookingUidPrefix}${id}@${new URL(origin).hostname}`, sequence };
}

export function bookedMinutes({ startsAt, endsAt }: BookingRow): number {
  return (endsAt.getTime() - startsAt.getTime()) / 60_000;
}

/**
 * Returns a calendar file with the booking's current state, for an email to the visitor. Throws if
 * there is no booking.
 */
export async function makeBookingCalendar(
  deps: Pick<Deps, "db" | "now" | "config">,
  contactRequestId: string,
  isCanceled: boolean,
) {
  const [found] = await deps.db
    .select({ booking: bookings, booker: contactRequests })
    .from(bookings)
    .innerJoin(contactRequests, eq(contactRequests.id, bookings.contactRequestId))
    .where(eq(bookings.contactRequestId, contactRequestId));
  if (!found) throw new Error("The booking to put into a calendar is gone");
  const { booking, booker } = found;
  const words = visitorWords[booker.language].invite;
  const calendar = writeCalendar({
    ...bookingEvent(booking, deps.config.origin),
    method: isCanceled ? "CANCEL" : "PUBLISH",
    organizer: { name: site.mailName, address: site.agencyEmail },
    writtenAt: deps.now(),
    startsAt: booking.startsAt,
    minutes: bookedMinutes(booking),
    title: words.title({ owner: site.owner }),
    description: words.description({
      phone: safePhone(booker.phone ?? ""),
      email: booker.email,
      ownPhone: site.phone,
      link: "",
    }),
  });
  return {
    fileName: callInviteWords.fileName,
    type: `text/calendar; charset=utf-8; method=${isCanceled ? "CANCEL" : "PUBLISH"}`,
    content: new TextEncoder().encode(calendar),
  };
}
