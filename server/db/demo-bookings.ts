// Makes the demo's booked calls on the next business days, and a blocked time.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { questionnaire } from "#content/questionnaire.ts";
import { site } from "#content/site.ts";
import { minuteMs } from "#contract/durations.ts";
import { dayAfter, dayIn, momentAt, weekdayOf } from "#contract/zones.ts";
import { refreshContactRequest } from "#server/agency/contact-requests/refresh-contact-request.ts";
import { makeContactRequest, type Tools } from "./make.ts";
import { blockedTimes, bookings, contactRequests } from "./schema.ts";

const { questions } = questionnaire;

export async function seedBookings(tools: Tools): Promise<void> {
  const now = tools.now().getTime();
  const { timeZone: ownZone } = site.officeHours;
  const days = nextWeekdays(dayIn(tools.now(), ownZone));
  const at = (day: number, time: string) => momentAt(days[day] ?? "", time, ownZone);
  for (const [index, [fullName, phone, [day, time], chosen, timeZone]] of booked.entries()) {
    const startsAt = at(day, time);
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
  await tools.db.insert(blockedTimes).values({
    ...{ id: randomUUID(), startsAt: at(2, "13:00"), endsAt: at(2, "16:00") },
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

function nextWeekdays(today: string): string[] {
  const days = Array.from({ length: 7 }, (_, index) => dayAfter(today, index + 1));
  return days.filter((day) => weekdayOf(day) >= 1 && weekdayOf(day) <= 5);
}

type Booked = [
  fullName: string,
  phone: string,
  when: [day: number, time: string],
  chosen: string,
  timeZone: string,
];

const booked: Booked[] = [
  ["Paula Bell", "(813) 555-0181", [0, "10:30"], "p2", "America/New_York"],
  ["Owen Castellano", "(727) 555-0182", [0, "14:00"], "p1", "America/New_York"],
  ["Mina Whitaker", "(850) 555-0183", [1, "11:00"], "none", "America/Chicago"],
];
