// A practice whose phones ring for new leads, for the tests of rings.
import { and, asc, eq } from "drizzle-orm";
import { makeOpenHours } from "#server/db/make.ts";
import { officePhones, ringCalls, ringEvents, rings } from "#server/db/schema.ts";
import { receiveInquiry } from "#server/desk/inquiries/receive-inquiry.ts";
import { signInClient } from "./people.ts";
import type { TestApp } from "./test-app.ts";

/** Returns a different number for each practice. */
function practiceNumber(): string {
  opened = (opened + 1) % 200;
  return `+1${opened < 100 ? 863 : 352}55501${String(opened % 100).padStart(2, "0")}`;
}
let opened = 0;

/**
 * Returns a different number for each person, in area codes 727 and 941, which are in Eastern time.
 */
function leadPhone(): string {
  made = (made + 1) % 200;
  return `+1${made < 100 ? 727 : 941}55501${String(made % 100).padStart(2, "0")}`;
}
let made = 0;

/** Creates a practice that is open from 8 to 8, with these confirmed phones in this order. */
export async function openRinging(testApp: TestApp, names = ["Front desk", "Office"]) {
  const { deps, pool, clock } = testApp;
  const practice = await signInClient(testApp);
  const { clientId } = practice;
  const number = practiceNumber();
  const hours = { timeZone: "America/New_York", from: "08:00", to: "20:00" };
  await makeOpenHours(deps, clientId, hours);
  await pool.query("update clients set rings_on_at = $2, phone_number = $3 where id = $1", [
    clientId,
    clock.now,
    number,
  ]);
  const phones = names.map((name, index) => ({
    ...{ clientId, name, phone: `+1813555015${index}`, place: index + 1, confirmedAt: clock.now },
  }));
  if (phones.length > 0) await deps.db.insert(officePhones).values(phones);

  return {
    ...practice,
    /** The number that it calls from. */
    number,
    /** Stores a form submission like the intake does. The jobs don't run yet. */
    async ask(change: { firstName?: string; phone?: string; isTest?: boolean } = {}) {
      const { firstName = "Ruth", phone = leadPhone(), isTest = false } = change;
      const at = { submittedAt: clock.now, receivedAt: clock.now };
      const { lead } = await deps.db.transaction((tx) =>
        receiveInquiry(deps, tx, {
          ...{ clientId, sourceId: null, campaignId: null, ...at, isTest },
          person: { firstName, lastName: "Whitfield", email: "", phone, answers: [] },
        }),
      );
      return lead;
    },
    /** The practice's rings, in the order of their inquiries. */
    rings: () =>
      deps.db.select().from(rings).where(eq(rings.clientId, clientId)).orderBy(asc(rings.id)),
    calls: () =>
      deps.db
        .select()
        .from(ringCalls)
        .where(eq(ringCalls.clientId, clientId))
        .orderBy(asc(ringCalls.placedAt), asc(ringCalls.attempt)),
    async kinds(ringId: string) {
      const rows = await deps.db
        .select({ kind: ringEvents.kind, detail: ringEvents.detail })
        .from(ringEvents)
        .where(and(eq(ringEvents.clientId, clientId), eq(ringEvents.ringId, ringId)))
        .orderBy(asc(ringEvents.receivedAt), asc(ringEvents.attempt));
      return rows.map(({ kind, detail }) => (detail ? `${kind} ${detail}` : kind));
    },
  };
}
