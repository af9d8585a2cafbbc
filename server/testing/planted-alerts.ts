// Adds a practice's rows for alerts: a device, an address and an alert.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { openSession } from "#server/accounts/sign-in/sessions.ts";
import { makeInquiry } from "#server/db/make.ts";
import {
  alertAddresses,
  alertSchedule,
  alerts,
  openScreens,
  pushDevices,
} from "#server/db/schema.ts";
import { aDevice } from "./access-matrix.ts";
import type { TestApp } from "./test-app.ts";

type Practice = { clientId: string; accountId: string };

/** Adds a device, an address and an alert that all have this id. All texts contain `word`. */
export async function seedAlerts(
  testApp: TestApp,
  { clientId, accountId }: Practice,
  rows: {
    of: { clientId: string; id: string };
    leadId: string;
    inquiryId: string;
    device: string;
    word: string;
  },
) {
  const { db } = testApp.deps;
  const { of, leadId, inquiryId, word } = rows;
  const now = testApp.clock.now;
  // The number of rows per practice is limited.
  for (const table of [pushDevices, alertAddresses]) {
    await db.update(table).set({ endedAt: now }).where(eq(table.clientId, clientId));
  }
  await db.insert(pushDevices).values({
    ...{ ...of, ...aDevice.keys, accountId, sessionId: rows.device, device: `${word} browser` },
    endpoint: `https://push.example.com/${word}-${of.id}`,
  });
  await db.insert(alertAddresses).values({
    ...{ ...of, kind: "email", address: `${word.toLowerCase()}-${of.id}@example.com` },
    confirmedAt: now,
  });
  await db.insert(alertSchedule).values({
    ...{ clientId, leadId, inquiryId, step: "now", dueAt: now, doneAt: now },
  });
  await db.insert(alerts).values({
    ...{ ...of, messageId: of.id, leadId, inquiryId, step: "now", channel: "push" },
    ...{ recipientId: of.id, recipient: `${word} browser`, state: "accepted", expiresAt: now },
  });
  const screen = { clientId, until: now };
  await db.insert(openScreens).values(screen).onConflictDoNothing();
}

/** Adds an alert row that an id in an operation's path can refer to. */
export async function plantAlert(
  testApp: TestApp,
  practice: Practice,
  path: string,
): Promise<string> {
  if (!path.includes("{id}")) return "";
  const { lead, inquiryId } = await makeInquiry(testApp.deps, practice.clientId);
  const of = { clientId: practice.clientId, id: randomUUID() };
  const device = await plantSession(testApp, practice.accountId);
  await seedAlerts(testApp, practice, { of, leadId: lead._id, inquiryId, device, word: "Planted" });
  return of.id;
}

async function plantSession({ deps, pool }: TestApp, accountId: string): Promise<string> {
  const visitor = { address: "127.0.0.1", device: randomUUID() };
  await deps.db.transaction((tx) =>
    openSession(deps, tx, visitor, { id: accountId, kind: "client" }),
  );
  const { rows } = await pool.query("select id from sessions where device = $1", [visitor.device]);
  return rows[0].id;
}
