// Calendar files for a contact request's requested or promised call: for the owner, and attached to
// a reply to the person.
import { eq } from "drizzle-orm";
import { callInviteWords } from "#content/console/contact-requests.ts";
import { site } from "#content/site.ts";
import { visitorWords } from "#content/visitor-words.ts";
import { writeCalendar } from "#contract/icalendar.ts";
import { contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { bookedMinutes, bookingEvent } from "./booking-mail.ts";
import { type BookingRow, findBooking, isBookedAt } from "./booking-rows.ts";

type Row = typeof contactRequests.$inferSelect;

const callMinutes = 30;

/**
 * Returns the time of the call: a promised callback replaces the time that the person asked for.
 */
export function callTimeOf(row: Pick<Row, "callBackAt" | "contactAt">): Date | null {
  return row.callBackAt ?? row.contactAt;
}

/** Whose calendar the file is for, because the text differs. */
type Side = "owner" | "person";

/** Writes the invite; returns null if no time was asked for or promised. */
export function writeCallInvite(
  row: Row,
  side: Side,
  { now, origin, booking }: { now: Date; origin: string; booking: BookingRow | null },
): { fileName: string; type: string; content: Uint8Array<ArrayBuffer> } | null {
  const startsAt = callTimeOf(row);
  if (!startsAt) return null;
  const words = side === "owner" ? callInviteWords.owner : visitorWords[row.language].invite;
  const event =
    booking && isBookedAt(booking, startsAt)
      ? { ...bookingEvent(booking, origin), minutes: bookedMinutes(booking) }
      : {
          uid: `contact-request-${row.id}@${new URL(origin).hostname}`,
          // Minutes from receipt to the last change, so that a newly promised time replaces an
          // earlier one.
          sequence: Math.floor((row.changedAt.getTime() - row.receivedAt.getTime()) / 60_000),
          minutes: callMinutes,
        };
  const calendar = writeCalendar({
    ...event,
    writtenAt: now,
    startsAt,
    title: words.title({ fullName: row.fullName, owner: site.owner }),
    description: words.description({
      phone: row.phone ?? "",
      email: row.email,
      ownPhone: site.phone,
      link: `${origin}/admin/requests/${row.id}`,
    }),
  });
  return {
    fileName: callInviteWords.fileName,
    type: "text/calendar; charset=utf-8; method=PUBLISH",
    content: new TextEncoder().encode(calendar),
  };
}

/**
 * Returns the attachment of a reply, written when the reply is sent. Throws if the call no longer
 * has a time.
 */
export async function makeCallInvite(
  deps: Pick<Deps, "db" | "config" | "now">,
  contactRequestId: string,
) {
  const [row] = await deps.db
    .select()
    .from(contactRequests)
    .where(eq(contactRequests.id, contactRequestId));
  const { origin } = deps.config;
  const booking = await findBooking(deps.db, contactRequestId);
  const invite = row && writeCallInvite(row, "person", { now: deps.now(), origin, booking });
  if (!invite) throw new Error("The call to put into a calendar has no time");
  return invite;
}
