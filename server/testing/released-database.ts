// Fills a small database with rows in every table. Each release stores one for the tests of later
// versions.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { seedBookings } from "#server/db/demo-bookings.ts";
import { seedContactRequests } from "#server/db/demo-contact-requests.ts";
import {
  confirmedCaptchas,
  deliveries,
  mailedLinks,
  passkeyChallenges,
  rateLimits,
  recoveryCodes,
  settings,
  signInChallenges,
  templates,
  usedCaptchas,
} from "#server/db/schema.ts";
import { getVapidKeys } from "#server/messages/alerts/vapid.ts";
import { signInAdmin, signInClient } from "./people.ts";
import { type Practice, seedPractice } from "./planted-rows.ts";
import { tables } from "./practice-tables.ts";
import type { TestApp } from "./test-app.ts";

/**
 * Tables that are empty in a running database: one has rows only while the secret changes, another
 * is filled at startup, and the third is emptied once all search texts are filled in.
 */
const emptyTables = ["retired_secret", "secret_fingerprint", "search_fill"];

export async function fillEveryTable(testApp: TestApp) {
  const { deps, pool, clock } = testApp;
  const owner = await signInAdmin(testApp);
  await seedContactRequests(deps, owner);
  await seedBookings(deps);
  const practice = await signInClient(testApp);
  const ids = await seedPractice(testApp, practice, "Kept");
  await seedPractice(testApp, await signInClient(testApp), "Other");
  await changeSettings(testApp, practice);
  await plantTheRest(testApp, owner.accountId);
  for (const table of tables.keys()) {
    if (emptyTables.includes(table)) continue;
    const { rowCount } = await pool.query(`select from ${table} limit 1`);
    if (!rowCount) throw new Error(`${table} is empty: plant a row of it in fillEveryTable`);
  }
  return { owner, practice, ids, now: clock.now.toISOString() };
}

/** Changes a practice's settings from their defaults, so that an upgrade has to preserve them. */
async function changeSettings(
  { deps: { db }, pool, clock }: TestApp,
  { clientId, accountId }: Practice,
) {
  await pool.query(
    `update clients set keeps_audit_days = 3650, month_mail_on_at = $2,
       rings_on_at = $2, ring_delay_seconds = 30, phone_number = '+18135550150',
       former_phone_numbers = '{+18135550151}', texts_on_at = $2, missed_call_text_on_at = $2,
       missed_call_text_closed_on_at = $2, missed_call_text = 'We will call you back.'
     where id = $1`,
    [clientId, clock.now],
  );
  await pool.query("update accounts set yesterday_mail_on_at = $2 where id = $1", [
    accountId,
    clock.now,
  ]);
  await db.insert(templates).values({
    ...{ clientId, kind: "auto", title: "Kept while closed", subject: "We open at nine" },
    ...{ body: "<p>We will call you then.</p>", isActive: true, receivedWhile: "closed" },
  });
}

/** Adds rows that don't belong to a practice and that `make.ts` doesn't make. */
async function plantTheRest({ deps, clock }: TestApp, accountId: string) {
  const { db } = deps;
  const at = clock.now;
  const expiresAt = new Date(at.getTime() + 60_000);
  await getVapidKeys(deps);
  await db.insert(confirmedCaptchas).values({ signature: "confirmed", expiresAt });
  await db.insert(usedCaptchas).values({ signature: "used", expiresAt });
  await db.insert(deliveries).values({ platform: "meta", body: "{}", receivedAt: at });
  await db.insert(mailedLinks).values({
    ...{ purpose: "reset_password", tokenHash: randomUUID(), accountId },
    ...{ email: "owner@example.com", createdAt: at, expiresAt },
  });
  const challenge = { tokenHash: randomUUID(), expiresAt };
  await db.insert(passkeyChallenges).values({ ...challenge, purpose: "sign_in" });
  await db.insert(signInChallenges).values({ ...challenge, accountId, triesLeft: 5 });
  await db.insert(rateLimits).values({ key: "kept", points: 1, expire: at.getTime() });
  await db.insert(recoveryCodes).values({ accountId, codeHash: "kept" });
  await db.insert(settings).values({ part: "site", value: {}, changedAt: sql`now()` });
}
