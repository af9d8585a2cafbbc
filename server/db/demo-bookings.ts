// The demo's booked calls: one later today, two in the next few days, and a blocked time.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { questionnaire } from "#content/questionnaire.ts";
import { minuteMs } from "#contract/durations.ts";
import { refreshContactRequest } from "#server/agency/contact-requests/refresh-contact-request.ts";
import { makeContactRequest, type Tools } from "./make.ts";
import { blockedTimes, bookings, contactRequests } from "./schema.ts";

const { questions } = questionnaire;

export async function seedBookings(tools: Tools): Promise<void> {
  const now = tools.now().getTime();
  /** Rounds to the half hour. */
  const inHours = (hours: number) =>
    new Date(Math.ceil(now / (30 * minuteMs)) * 30 * minuteMs + hours * 60 * minuteMs);
  for (const [index, [fullName, phone, hours, chosen, timeZone]] of booked.entries()) {
    const startsAt = inHours(hours);
    const receivedAt = new Date(now - (index + 4) * 60 * minuteMs);
    const { contactRequestId } = await makeContactRequest(tools, {
      ...{ kind: "questionnaire", fullName, phone, receivedAt, finishedAt: receivedAt, test: true },
      email: `${fullName.split(" ").at(-1)?.toLowerCase()}@example.com`,
      questions: [{ [questions.hasWebsite]: "no" }, { [questions.package]: chosen }],
      contactAt: startsAt,
      isTimed: false,
    });
    await makeBooking(tools, contactRequestId, { startsAt, bookedAt: receivedAt, timeZone });
  }
  const startsAt = inHours(72);
  await tools.db.insert(blockedTimes).values({
    ...{ id: randomUUID(), startsAt, endsAt: new Date(startsAt.getTime() + 180 * minuteMs) },
    ...{ note: "Photo session in Sarasota", createdAt: tools.now() },
  });
}

export async function makeBooking(
  tools: Tools,
  contactRequestId: string,
  booking: { startsAt: Date; bookedAt: Date; timeZone: string },
): Promise<void> {
  const endsAt = new Date(booking.startsAt.getTime() + 30 * minuteMs);
  await tools.db.transaction(async (tx) => {
    const values = { ...booking, contactRequestId, endsAt, busyUntil: endsAt };
    await tx.insert(bookings).values({ ...values, linkId: randomUUID() });
    const [row] = await tx
      .select()
      .from(contactRequests)
      .where(eq(contactRequests.id, contactRequestId));
    if (row) await refreshContactRequest(tools, tx, row);
  });
}

type Booked = [fullName: string, phone: string, hours: number, chosen: string, timeZone: string];

const booked: Booked[] = [
  ["Paula Bell", "(813) 555-0181", 2, "p2", "America/New_York"],
  ["Owen Castellano", "(727) 555-0182", 25, "p1", "America/New_York"],
  ["Mina Whitaker", "(850) 555-0183", 27, "none", "America/Chicago"],
];
