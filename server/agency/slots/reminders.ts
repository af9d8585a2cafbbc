// Reminders of booked calls: a day and an hour before. Each is a job that is enqueued when the call
// is booked or moved and that rechecks the booking before it writes the email.
import { and, eq, gt, inArray, isNull, lte } from "drizzle-orm";
import { hourMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import { agencyClientId, bookings, contactRequests, mails } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { bookingCause } from "#server/messages/mail/booking-mail.ts";
import type { BookingRow } from "#server/messages/mail/booking-rows.ts";
import { queueBookingMail } from "./booking-mails.ts";
import { isTimely, type ReminderStep, reminderSteps, reminderTimes } from "./reminder-times.ts";

type Tools = Pick<Deps, "config" | "db" | "jobs" | "now">;

/**
 * A sweep covers only the next day, which can't have this many calls, because calls don't overlap.
 */
const maxSwept = 500;

export async function enqueueReminders(
  deps: Pick<Deps, "jobs">,
  tx: Transaction,
  { id, sequence, startsAt, bookedAt }: BookingRow,
): Promise<void> {
  const jobs = reminderTimes({ startsAt, bookedAt }).map(({ step, at }) => ({
    payload: { bookingId: id, sequence, step },
    startAfter: at,
  }));
  if (jobs.length > 0) await deps.jobs.enqueueAll(tx, "remind-of-call", jobs);
}

/**
 * Queues the email, unless the call was moved, canceled or made since, or it is too late. The cause
 * key prevents a second email if the job runs again.
 */
export async function remindOfCall(
  deps: Tools,
  { bookingId, sequence, step }: { bookingId: string; sequence: number; step: ReminderStep },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ booking: bookings, booker: contactRequests })
      .from(bookings)
      .innerJoin(contactRequests, eq(contactRequests.id, bookings.contactRequestId))
      .where(and(eq(bookings.id, bookingId), isNull(bookings.canceledAt)))
      .for("update", { of: bookings });
    if (!found || found.booking.sequence !== sequence) return;
    const { booking, booker } = found;
    if (!isPromised(booker, booking) || !isTimely(step, booking.startsAt, deps.now())) return;
    await queueBookingMail(deps, tx, { what: step, booking, booker });
  });
}

/** Whether the call is still due: no contact since, and no other time was promised. */
function isPromised(
  { callBackAt, erasedAt }: typeof contactRequests.$inferSelect,
  { startsAt }: BookingRow,
): boolean {
  return erasedAt === null && callBackAt?.getTime() === startsAt.getTime();
}

/**
 * Queues due reminders that don't have an email, because their job was lost or ran too early by
 * another clock. A job that also runs has no effect.
 */
export async function requeueReminders(deps: Tools): Promise<void> {
  const now = deps.now();
  const longestMs = Math.max(...Object.values(reminderSteps)) * hourMs;
  await deps.db.transaction(async (tx) => {
    const coming = await tx
      .select({ booking: bookings, booker: contactRequests })
      .from(bookings)
      .innerJoin(contactRequests, eq(contactRequests.id, bookings.contactRequestId))
      .where(
        and(
          isNull(bookings.canceledAt),
          gt(bookings.startsAt, now),
          lte(bookings.startsAt, new Date(now.getTime() + longestMs)),
        ),
      )
      .limit(maxSwept);
    const due = coming
      .filter(({ booking, booker }) => isPromised(booker, booking))
      .flatMap(({ booking }) =>
        reminderTimes(booking)
          .filter(({ step, at }) => at <= now && isTimely(step, booking.startsAt, now))
          .map(({ step }) => ({ booking, step, causeKey: bookingCause(booking, step) })),
      );
    if (due.length === 0) return;
    const mailed = await tx
      .select({ causeKey: mails.causeKey })
      .from(mails)
      .where(
        and(
          eq(mails.clientId, agencyClientId),
          inArray(
            mails.causeKey,
            due.map(({ causeKey }) => causeKey),
          ),
        ),
      );
    const isMailed = new Set(mailed.map(({ causeKey }) => causeKey));
    const jobs = due
      .filter(({ causeKey }) => !isMailed.has(causeKey))
      .map(({ booking: { id, sequence }, step }) => ({
        payload: { bookingId: id, sequence, step },
      }));
    if (jobs.length > 0) await deps.jobs.enqueueAll(tx, "remind-of-call", jobs);
  });
}
