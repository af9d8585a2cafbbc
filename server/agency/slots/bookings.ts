// Books, moves and cancels calls in the caller's transaction, and emails the visitor. A slot can't
// be booked twice: bookings are serialized (`lockCalendar`), and the database rejects overlaps.
import { randomUUID } from "node:crypto";
import { and, eq, gt, isNull, lt, ne, sql } from "drizzle-orm";
import type { bookingEnders } from "#contract/bookings.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { isTimeZone } from "#contract/open-hours.ts";
import type { Transaction } from "#server/db/database.ts";
import { bookings } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import type { Booker, BookingRow } from "#server/messages/mail/booking-rows.ts";
import { prolongLink, writeLink } from "#server/people/mailed-links.ts";
import { queueBookingMail } from "./booking-mails.ts";
import { enqueueReminders } from "./reminders.ts";

type Tools = Pick<Deps, "config" | "jobs" | "now">;

/** How long after the call its link still works, and shows that the call is over. */
const linkDaysAfterCall = 7;

/**
 * Serializes bookings, and everything else that takes slots, until the transaction ends. Lock it
 * before any contact request, because a different order could deadlock.
 */
export async function lockCalendar(tx: Transaction): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('calendar of calls', 0))`);
}

/** Books a free slot. The caller has locked the calendar and checked that the slot is free. */
export async function bookCall(
  deps: Tools,
  tx: Transaction,
  booker: Booker,
  { startsAt, timeZone }: { startsAt: Date; timeZone: string | undefined },
): Promise<BookingRow> {
  const times = timesOf(deps, startsAt);
  const linkId = await writeLink(deps, tx, {
    id: randomUUID(),
    purpose: "change_booking",
    email: booker.email,
    contactRequestId: booker.id,
    expiresAt: linkEnd(times),
  });
  const [booking] = await tx
    .insert(bookings)
    .values({
      ...times,
      contactRequestId: booker.id,
      // Some browsers know zones that this machine doesn't know yet.
      timeZone: timeZone && isTimeZone(timeZone) ? timeZone : deps.config.calls.timeZone,
      linkId,
      bookedAt: deps.now(),
    })
    .returning();
  if (!booking) throw new Error("A booking was not stored");
  await queueBookingMail(deps, tx, { what: "booked", booking, booker });
  await enqueueReminders(deps, tx, booking);
  return booking;
}

/** Moves a booked call, even one that was canceled since. */
export async function moveCall(
  deps: Tools,
  tx: Transaction,
  { booking, booker, startsAt, by }: Change & { startsAt: Date },
): Promise<BookingRow> {
  const times = timesOf(deps, startsAt);
  const moved = await write(tx, booking, {
    ...times,
    bookedAt: deps.now(),
    canceledAt: null,
    canceledBy: null,
  });
  await prolongLink(tx, booking.linkId, linkEnd(times));
  const what = booking.canceledAt ? "booked" : "moved";
  await queueBookingMail(deps, tx, { what, by, booking: moved, booker });
  await enqueueReminders(deps, tx, moved);
  return moved;
}

type Change = { booking: BookingRow; booker: Booker; by: (typeof bookingEnders)[number] };

/** Cancels a call, which frees its time. `isSilent`: the visitor isn't notified. */
export async function cancelCall(
  deps: Tools,
  tx: Transaction,
  { booking, booker, by, isSilent = false }: Change & { isSilent?: boolean },
): Promise<BookingRow> {
  const canceled = await write(tx, booking, { canceledAt: deps.now(), canceledBy: by });
  if (!isSilent) {
    await queueBookingMail(deps, tx, { what: "canceled", by, booking: canceled, booker });
  }
  return canceled;
}

/**
 * Checks whether a call at this time would overlap another booked call or the free time after it.
 */
export async function overlapsACall(
  deps: Pick<Deps, "config">,
  tx: Transaction,
  { startsAt, except }: { startsAt: Date; except: string },
): Promise<boolean> {
  const { busyUntil } = timesOf(deps, startsAt);
  const [other] = await tx
    .select({ id: bookings.id })
    .from(bookings)
    .where(
      and(
        isNull(bookings.canceledAt),
        ne(bookings.id, except),
        lt(bookings.startsAt, busyUntil),
        gt(bookings.busyUntil, startsAt),
      ),
    )
    .limit(1);
  return other !== undefined;
}

async function write(
  tx: Transaction,
  { id }: BookingRow,
  change: Partial<BookingRow>,
): Promise<BookingRow> {
  const [written] = await tx
    .update(bookings)
    .set({ ...change, sequence: sql`${bookings.sequence} + 1` })
    .where(eq(bookings.id, id))
    .returning();
  if (!written) throw new Error("A booking that was locked no longer exists");
  return written;
}

function timesOf({ config }: Pick<Deps, "config">, startsAt: Date) {
  const { minutes, bufferMinutes } = config.calls;
  const endsAt = new Date(startsAt.getTime() + minutes * minuteMs);
  const busyUntil = new Date(endsAt.getTime() + bufferMinutes * minuteMs);
  return { startsAt, endsAt, busyUntil };
}

function linkEnd({ endsAt }: { endsAt: Date }): Date {
  return new Date(endsAt.getTime() + linkDaysAfterCall * dayMs);
}
