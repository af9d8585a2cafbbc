// Emails to a visitor about a booked call, with its calendar file and link.
import { site } from "#content/site.ts";
import { visitorWords } from "#content/visitor-words.ts";
import { bookedTimeText, namedZone } from "#contract/booked-time.ts";
import type { bookingEnders } from "#contract/bookings.ts";
import type { Language } from "#contract/languages.ts";
import type { Transaction } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { safeFirstName, safePhone } from "#server/documents/greeting/safe-greeting.ts";
import { agencyReplyTo } from "#server/messages/mail/agency-reply-to.ts";
import { bookedMinutes, bookingCause } from "#server/messages/mail/booking-mail.ts";
import type { Booker, BookingRow } from "#server/messages/mail/booking-rows.ts";
import { queueMail } from "#server/messages/mail/mail.ts";
import { linkTo } from "#server/people/mailed-links.ts";

type BookingMail = {
  what: "booked" | "moved" | "canceled" | "day" | "hour";
  booking: BookingRow;
  booker: Booker;
  by?: (typeof bookingEnders)[number];
};

/** Queues one email per change of a booking; outdated ones aren't sent. */
export async function queueBookingMail(
  deps: Pick<Deps, "config" | "jobs" | "now">,
  tx: Transaction,
  { what, booking, booker, by = "visitor" }: BookingMail,
): Promise<void> {
  const isReminder = what === "day" || what === "hour";
  const words = visitorWords[booker.language].bookingEmails;
  await queueMail(deps, tx, {
    kind: isReminder ? "booking-reminder" : `booking-${what}`,
    causeKey: bookingCause(booking, what),
    to: booker.email,
    replyTo: agencyReplyTo(deps),
    contactRequestId: booker.id,
    linkId: booking.linkId,
    attachment: what === "canceled" ? "canceled-call" : "booked-call",
    words: words[isReminder ? "reminder" : what],
    fields: {
      name: safeFirstName(booker.fullName),
      when: visitorTimeText(deps, booking, booker.language),
      phone: safePhone(booker.phone ?? ""),
      minutes: bookedMinutes(booking),
      byOwner: by === "owner",
      link: linkTo(deps, "/booked-call"),
      ownPhone: site.phone,
      owner: site.owner,
      ownerFirst: site.ownerFirst,
      agency: site.mailName,
    },
  });
}

/** Formats a time in the visitor's time zone, and also in the owner's if clocks there differ. */
export function visitorTimeText(
  { config }: Pick<Deps, "config">,
  { startsAt, timeZone }: Pick<BookingRow, "startsAt" | "timeZone">,
  language: Language,
): string {
  const { zoneName } = visitorWords[language].site;
  const own = namedZone(config.calls.timeZone, { ...site.officeHours, zoneName });
  return bookedTimeText(startsAt, timeZone, own, language);
}
