// The owner's side of booked calls: lists upcoming ones, moves and cancels them, and blocks times.
import { and, asc, count, eq, exists, gt, gte, isNotNull, isNull, lt, not } from "drizzle-orm";
import { callMessages } from "#content/messages.ts";
import {
  type BlockedTime,
  mostCallsListed,
  type NewBlockedTime,
  type OwnerCalls,
} from "#contract/bookings.ts";
import type { ContactRequest } from "#contract/contact-request-work.ts";
import { dayIn, momentAt, startOfDay } from "#contract/zones.ts";
import { toContactRequest } from "#server/agency/contact-requests/contact-request-rows.ts";
import {
  lockContactRequest,
  refreshContactRequest,
  writeEvent,
} from "#server/agency/contact-requests/refresh-contact-request.ts";
import {
  cancelCall,
  lockCalendar,
  moveCall,
  overlapsACall,
} from "#server/agency/slots/bookings.ts";
import { readCalendarState } from "#server/agency/slots/calendar-state.ts";
import { listCallSlots } from "#server/agency/slots/call-slots.ts";
import { blockedTimes, bookings, contactRequestCalls, contactRequests } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin } from "#server/http/signed-in.ts";
import { findBooking, isBookedAt, isComing } from "#server/messages/mail/booking-rows.ts";

/** Handles `GET /api/admin/calls`: from the start of the owner's day. */
export async function listOwnCalls(deps: Deps): Promise<OwnerCalls> {
  const { timeZone, isOn } = deps.config.calls;
  const today = startOfDay(dayIn(deps.now(), timeZone), timeZone);
  const isCalled = exists(
    deps.db
      .select({ id: contactRequestCalls.id })
      .from(contactRequestCalls)
      .where(
        and(
          eq(contactRequestCalls.contactRequestId, bookings.contactRequestId),
          gte(contactRequestCalls.calledAt, bookings.bookedAt),
          isNotNull(contactRequestCalls.outcome),
          isNull(contactRequestCalls.voidedAt),
        ),
      ),
  );
  const rows = await deps.db
    .select({
      booking: bookings,
      contactRequest: contactRequests,
      isCalled: isCalled.mapWith(Boolean),
    })
    .from(bookings)
    .innerJoin(contactRequests, eq(contactRequests.id, bookings.contactRequestId))
    .where(and(isNull(bookings.canceledAt), gte(bookings.startsAt, today)))
    .orderBy(asc(bookings.startsAt))
    .limit(mostCallsListed);
  const blocked = await deps.db
    .select()
    .from(blockedTimes)
    .where(and(gt(blockedTimes.endsAt, deps.now()), not(blockedTimes.isFromCalendar)))
    .orderBy(asc(blockedTimes.startsAt), asc(blockedTimes.id))
    .limit(mostCallsListed);
  return {
    calls: rows.map(({ booking, contactRequest, isCalled }) => {
      const { fullName, phone, dials, package: chosen } = toContactRequest(contactRequest);
      return {
        ...{ contactRequestId: contactRequest.id, fullName, phone, dials, package: chosen },
        startsAt: booking.startsAt.toISOString(),
        endsAt: booking.endsAt.toISOString(),
        timeZone: booking.timeZone,
        isCalled,
      };
    }),
    blockedTimes: blocked.map(toBlockedTime),
    call: await listCallSlots(deps),
    calendar: await readCalendarState(deps),
    isOn,
  };
}

/**
 * Moves a call to any future time that doesn't overlap another call, or books a canceled call
 * again, and notifies the visitor. Throws `not_found` (also for a request without a booking),
 * `invalid` and `conflict`.
 */
export async function moveBooking(
  deps: Deps,
  admin: SignedInAdmin,
  contactRequestId: string,
  startsAt: Date,
): Promise<{ contactRequest: ContactRequest; message: string }> {
  return deps.db.transaction(async (tx) => {
    await lockCalendar(tx);
    const row = await lockContactRequest(tx, contactRequestId);
    const booking = await findBooking(tx, row.id);
    if (!booking) throw new AppError("not_found");
    const message = booking.canceledAt ? callMessages.booked : callMessages.moved;
    if (isBookedAt(booking, startsAt)) return { contactRequest: toContactRequest(row), message };
    if (startsAt <= deps.now())
      throw new AppError("invalid", { fields: { startsAt: "in_the_past" } });
    if (await overlapsACall(deps, tx, { startsAt, except: booking.id })) {
      throw new AppError("conflict", { sentence: callMessages.overlaps });
    }
    await moveCall(deps, tx, { booking, booker: row, by: "owner", startsAt });
    const kind = booking.canceledAt ? "call_booked" : "call_moved";
    const event = { kind, text: startsAt.toISOString() } as const;
    await writeEvent(deps, tx, row, { ...event, accountId: admin.accountId });
    return {
      contactRequest: toContactRequest(await refreshContactRequest(deps, tx, row)),
      message,
    };
  });
}

/**
 * Cancels a call and notifies the visitor. Idempotent. Throws `not_found`, and `conflict` once the
 * call's time has come.
 */
export async function cancelBooking(
  deps: Deps,
  admin: SignedInAdmin,
  contactRequestId: string,
): Promise<ContactRequest> {
  return deps.db.transaction(async (tx) => {
    const row = await lockContactRequest(tx, contactRequestId);
    const booking = await findBooking(tx, row.id);
    if (!booking) throw new AppError("not_found");
    if (booking.canceledAt) return toContactRequest(row);
    if (!isComing(booking, deps.now())) throw new AppError("conflict");
    await cancelCall(deps, tx, { booking, booker: row, by: "owner" });
    const event = { kind: "call_canceled", text: booking.startsAt.toISOString() } as const;
    await writeEvent(deps, tx, row, { ...event, accountId: admin.accountId });
    return toContactRequest(await refreshContactRequest(deps, tx, row));
  });
}

/** Blocks a time. Booked calls are kept; the message says how many there are. Idempotent by id. */
export async function blockTime(
  deps: Deps,
  { _id, firstDay, lastDay, from, to, note }: NewBlockedTime,
): Promise<{ blockedTime: BlockedTime; message: string }> {
  const { timeZone } = deps.config.calls;
  const startsAt = momentAt(firstDay, from || "00:00", timeZone);
  const endsAt = momentAt(lastDay || firstDay, to || "24:00", timeZone);
  return deps.db.transaction(async (tx) => {
    await lockCalendar(tx);
    const values = { id: _id, startsAt, endsAt, note, createdAt: deps.now() };
    await tx.insert(blockedTimes).values(values).onConflictDoNothing();
    const [kept] = await tx.select().from(blockedTimes).where(eq(blockedTimes.id, _id));
    if (!kept) throw new Error("A blocked time was not stored");
    const [booked] = await tx
      .select({ calls: count() })
      .from(bookings)
      .where(
        and(
          isNull(bookings.canceledAt),
          lt(bookings.startsAt, kept.endsAt),
          gt(bookings.endsAt, kept.startsAt),
          gt(bookings.startsAt, deps.now()),
        ),
      );
    const calls = booked?.calls ?? 0;
    const message = calls === 0 ? callMessages.blocked : callMessages.blockedWithCalls(calls);
    return { blockedTime: toBlockedTime(kept), message };
  });
}

/** Unblocks a time. Idempotent. */
export async function unblockTime({ db }: Pick<Deps, "db">, id: string): Promise<void> {
  await db.delete(blockedTimes).where(eq(blockedTimes.id, id));
}

function toBlockedTime({
  id,
  startsAt,
  endsAt,
  note,
}: typeof blockedTimes.$inferSelect): BlockedTime {
  return {
    ...{ _id: id, note },
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
  };
}
