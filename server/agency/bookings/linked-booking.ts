// The link in a visitor's email: shows, moves or cancels the booked call.
import { eq } from "drizzle-orm";
import { ownZone } from "#content/booked-call.ts";
import { bookingActions, bookingChangedNotice } from "#content/emails/booking.ts";
import { visitorWords } from "#content/visitor-words.ts";
import { zonedText } from "#contract/booked-time.ts";
import type { LinkedBooking } from "#contract/bookings.ts";
import type { Language } from "#contract/languages.ts";
import type { ContactRequestRow } from "#server/agency/contact-requests/contact-request-rows.ts";
import {
  lockContactRequest,
  refreshContactRequest,
  writeEvent,
} from "#server/agency/contact-requests/refresh-contact-request.ts";
import { cancelCall, lockCalendar, moveCall } from "#server/agency/slots/bookings.ts";
import { isFreeSlot, listCallSlots } from "#server/agency/slots/call-slots.ts";
import type { Transaction } from "#server/db/database.ts";
import { bookings, contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import {
  type BookingRow,
  findBooking,
  isBookedAt,
  isComing,
} from "#server/messages/mail/booking-rows.ts";
import { queueOwnerNotice } from "#server/messages/mail/owner-notice.ts";
import { findLink } from "#server/people/mailed-links.ts";

/** Throws `invalid` for an unknown or expired link. */
export async function getLinkedBooking(
  deps: Deps,
  address: string,
  token: string,
): Promise<LinkedBooking> {
  await deps.limits.count("linkPerIp", address);
  const { booking, language } = await findByLink(deps, deps.db, token);
  return shown(deps, booking, language);
}

/**
 * Moves the call to a free slot; a canceled call is booked again. Moving it to its current time has
 * no effect. Throws `invalid`, and `conflict` when the slot is taken or the call's time has come.
 */
export async function moveByLink(
  deps: Deps,
  address: string,
  { t, slot }: { t: string; slot: string },
): Promise<LinkedBooking> {
  await countChange(deps, address, t);
  const startsAt = new Date(slot);
  const moved = await deps.db.transaction(async (tx) => {
    await lockCalendar(tx);
    const { booking, contactRequest } = await lockByLink(deps, tx, t);
    const { language } = contactRequest;
    if (isBookedAt(booking, startsAt)) return { booking, language };
    if (!(await isFreeSlot({ ...deps, db: tx }, startsAt, booking.id))) {
      throw new AppError("conflict", {
        sentence: visitorWords[language].bookingAnswers.taken,
        fields: { slot: "slot_taken" },
      });
    }
    const change = { booking, booker: contactRequest, by: "visitor", startsAt } as const;
    const written = await moveCall(deps, tx, change);
    const kind = booking.canceledAt ? "call_booked" : "call_moved";
    await record(deps, tx, contactRequest, { kind, text: startsAt.toISOString() });
    await tellOwners(deps, tx, contactRequest, { before: booking, now: written });
    return { booking: written, language };
  });
  return shown(deps, moved.booking, moved.language);
}

async function countChange(deps: Deps, address: string, token: string): Promise<void> {
  await deps.limits.count("linkPerIp", address);
  const { booking } = await findByLink(deps, deps.db, token);
  await deps.limits.count("changesPerBooking", booking.id);
}

/** Cancels the call. Idempotent. Throws `invalid`; `conflict` when the call's time has come. */
export async function cancelByLink(
  deps: Deps,
  address: string,
  token: string,
): Promise<LinkedBooking> {
  await countChange(deps, address, token);
  const canceled = await deps.db.transaction(async (tx) => {
    const { booking, contactRequest } = await lockByLink(deps, tx, token);
    const { language } = contactRequest;
    if (booking.canceledAt) return { booking, language };
    const change = { booking, booker: contactRequest, by: "visitor" } as const;
    const written = await cancelCall(deps, tx, change);
    const text = booking.startsAt.toISOString();
    await record(deps, tx, contactRequest, { kind: "call_canceled", text });
    await tellOwners(deps, tx, contactRequest, { before: booking, now: null });
    return { booking: written, language };
  });
  return shown(deps, canceled.booking, canceled.language);
}

async function findByLink(deps: Deps, db: Transaction | Deps["db"], token: string) {
  const link = await findLink(deps, db, token, ["change_booking"]);
  const [found] = link
    ? await db
        .select({ booking: bookings, language: contactRequests.language })
        .from(bookings)
        .innerJoin(contactRequests, eq(contactRequests.id, bookings.contactRequestId))
        .where(eq(bookings.linkId, link.id))
    : [];
  if (!found) throw new AppError("invalid", { fields: { t: "dead_link" } });
  return found;
}

/** Locks the contact request, to serialize changes to its booking. */
async function lockByLink(deps: Deps, tx: Transaction, token: string) {
  const { contactRequestId } = (await findByLink(deps, tx, token)).booking;
  const contactRequest = await lockContactRequest(tx, contactRequestId);
  const booking = await findBooking(tx, contactRequestId);
  if (!booking) throw new AppError("invalid", { fields: { t: "dead_link" } });
  if (booking.canceledAt === null && !isComing(booking, deps.now())) {
    throw new AppError("conflict", {
      sentence: visitorWords[contactRequest.language].bookingAnswers.over,
    });
  }
  return { booking, contactRequest };
}

async function record(
  deps: Deps,
  tx: Transaction,
  contactRequest: ContactRequestRow,
  event: { kind: "call_booked" | "call_moved" | "call_canceled"; text: string },
) {
  await writeEvent(deps, tx, contactRequest, { ...event, accountId: null });
  await refreshContactRequest(deps, tx, contactRequest);
}

async function tellOwners(
  deps: Deps,
  tx: Transaction,
  { id, fullName, email, phone }: ContactRequestRow,
  { before, now }: { before: BookingRow; now: BookingRow | null },
) {
  const zone = ownZone(deps.config.calls.timeZone);
  const action = now ? (before.canceledAt ? "booked" : "moved") : "canceled";
  await queueOwnerNotice(deps, tx, {
    kind: "booking-notice",
    area: "calls",
    replyTo: email,
    contactRequestId: id,
    words: bookingChangedNotice,
    fields: {
      fullName,
      phone,
      action: bookingActions[action],
      before: zonedText(before.startsAt, zone),
      now: now ? zonedText(now.startsAt, zone) : "",
      link: `${deps.config.origin}/admin/requests/${id}`,
    },
  });
}

async function shown(deps: Deps, booking: BookingRow, language: Language): Promise<LinkedBooking> {
  const isOver = booking.startsAt <= deps.now();
  const state = booking.canceledAt ? "canceled" : isOver ? "past" : "coming";
  return {
    language,
    state,
    startsAt: booking.startsAt.toISOString(),
    timeZone: booking.timeZone,
    call: await listCallSlots(deps, state === "coming" ? booking.id : undefined),
  };
}
