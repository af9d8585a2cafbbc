// A practice's rows about rings: a phone, and a ring that called it.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";
import { officePhones, ringCalls, ringEvents, rings } from "#server/db/schema.ts";
import type { TestApp } from "./test-app.ts";

/** Adds a phone and a finished ring, both with this id. Every text contains `word`. */
export async function seedRing(
  { deps: { db }, clock }: TestApp,
  rows: {
    of: { clientId: string; id: string };
    leadId: string;
    inquiryId: string;
    word: string;
  },
) {
  const { of, leadId, inquiryId, word } = rows;
  const { clientId, id: ringId } = of;
  const now = clock.now;
  await endPhones(db, clientId, now);
  const phone = { name: `${word} desk`, phone: `${word} phone ${ringId}` };
  await db.insert(officePhones).values({ ...of, ...phone, place: 1, confirmedAt: now });
  await db.insert(rings).values({
    ...{ ...of, leadId, inquiryId, numberHash: `${word} number`, state: "unanswered" },
    ...{ dueAt: now, startedAt: now, settledAt: now },
  });
  await db.insert(ringCalls).values({
    ...{ ...phone, clientId, ringId, attempt: 1, officePhoneId: ringId },
    ...{ fromNumber: `${word} number`, token: ringId, callSid: ringId, placedAt: now },
  });
  await db.insert(ringEvents).values([
    { clientId, ringId, kind: "placed", attempt: 1, at: now, receivedAt: now },
    { clientId, ringId, kind: "ended", attempt: 1, detail: "busy", at: now, receivedAt: now },
  ]);
}

/** Adds a confirmed phone, and removes all others. */
export async function plantOfficePhone(
  { deps: { db }, clock }: TestApp,
  clientId: string,
): Promise<string> {
  const id = randomUUID();
  await endPhones(db, clientId, clock.now);
  await db.insert(officePhones).values({
    ...{ clientId, id, name: "Planted desk", phone: `planted ${id}`, place: 1 },
    confirmedAt: clock.now,
  });
  return id;
}

/** Removes the other phones, because a practice may have only a limited number. */
async function endPhones(db: Database, clientId: string, endedAt: Date) {
  await db.update(officePhones).set({ endedAt }).where(eq(officePhones.clientId, clientId));
}
