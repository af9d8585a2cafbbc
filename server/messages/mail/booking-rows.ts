// A contact request's booking, who booked it, and its current state.
import { eq } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/database.ts";
import { bookings, type contactRequests } from "#server/db/schema.ts";

export type BookingRow = typeof bookings.$inferSelect;
export type Booker = Pick<
  typeof contactRequests.$inferSelect,
  "id" | "fullName" | "email" | "phone" | "language"
>;

/** Returns the contact request's booking, or null if it has none. */
export async function findBooking(
  db: Database | Transaction,
  contactRequestId: string,
): Promise<BookingRow | null> {
  const [booking] = await db
    .select()
    .from(bookings)
    .where(eq(bookings.contactRequestId, contactRequestId));
  return booking ?? null;
}

/** Checks that the booking isn't canceled and its time hasn't begun. */
export function isComing({ canceledAt, startsAt }: BookingRow, now: Date): boolean {
  return canceledAt === null && startsAt > now;
}

/** Checks that the booking isn't canceled and still has this time. */
export function isBookedAt({ canceledAt, startsAt }: BookingRow, at: Date): boolean {
  return canceledAt === null && startsAt.getTime() === at.getTime();
}
