// A backup is a snapshot of one moment, even while rows are being written.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough } from "node:stream";
import type pg from "pg";
import type { CopyToStreamQuery } from "pg-copy-streams";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectedBucketOf, type Wait, waitsIn } from "#server/testing/expected-figures.ts";
import { signIn, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { readBackup, writeBackup } from "./backup.ts";
import { makeCall, makeInquiry } from "./make.ts";

const minuteMs = 60_000;
const folder = mkdtempSync(path.join(tmpdir(), "front-desk-backup-load-"));
let busy: TestApp;
let restored: TestApp;
beforeAll(async () => {
  busy = await openTestApp();
  restored = await openTestApp();
});
afterAll(async () => {
  await busy.close();
  await restored.close();
  rmSync(folder, { recursive: true, force: true });
});

test("the figures of a restored backup match its timelines, even if leads arrived and were called during the backup", async () => {
  const practice = await signInClient(busy);
  const stored: string[] = [];
  // Leads are called after 1 to 89 minutes, except every third one.
  const askAndCall = async () => {
    const waited = 1 + ((17 * stored.length) % 89);
    const submittedAt = new Date(busy.clock.now.getTime() - waited * minuteMs);
    const { lead } = await makeInquiry(busy.deps, practice.clientId, { submittedAt });
    const call = { calledAt: busy.clock.now, outcome: "booked" as const };
    if (stored.length % 3 > 0) await makeCall(busy.deps, practice, lead._id, call);
    stored.push(lead._id);
  };
  for (let made = 0; made < 30; made += 1) await askAndCall();
  const before = [...stored];
  const file = path.join(folder, "busy.backup");
  const { tables } = await writeBackup(beforeEachTable(busy.pool, askAndCall), file);
  expect(stored.length).toBe(before.length + tables);

  await readBackup(restored.pool, file);
  restored.clock.at(busy.clock.now.toISOString());
  const token = await signIn(restored, practice.email);
  const ask = async (url: string) => (await restored.request("GET", url, { token })).body;
  const { rows } = await restored.pool.query("select id from leads");
  const ids = rows.map(({ id }) => id);
  expect(ids.toSorted()).toEqual(before.toSorted());
  const waits: Wait[] = [];
  for (const id of ids) waits.push(...waitsIn(await ask(`/api/leads/${id}`)));

  const hours = { timeZone: "America/New_York", from: "00:00", to: "24:00" };
  const view = { reading: "wall" as const, now: restored.clock.now.getTime(), hours };
  const counted = { lt10: 0, lt60: 0, other: 0, running: 0 };
  for (const wait of waits) counted[expectedBucketOf(wait, view)] += 1;
  const { running, ...timeDiff } = counted;
  expect(Math.min(...Object.values(counted))).toBeGreaterThan(0);
  expect(await ask("/api/leads/cot")).toMatchObject({ timeDiff });
  const figures = await ask("/api/leads/figures?reading=wall");
  expect(figures).toMatchObject({ total: timeDiff, onTheClock: running });
  expect(await ask("/api/leads/count")).toMatchObject({
    leadsCount: before.length,
    newCustomers: waits.filter(({ isBooked }) => isBooked).length,
  });
});

/** Returns a pool that runs `act` before each read of a table. */
function beforeEachTable(pool: pg.Pool, act: () => Promise<void>): pg.Pool {
  const connect = async () => {
    const client = await pool.connect();
    const query = client.query.bind(client);
    return Object.assign(Object.create(client), {
      query(asked: string | CopyToStreamQuery) {
        if (typeof asked === "string") return query(asked);
        const rows = new PassThrough();
        void act().then(() => query(asked).pipe(rows));
        return Object.defineProperty(rows, "rowCount", { get: () => asked.rowCount });
      },
    });
  };
  return Object.assign(Object.create(pool), { connect });
}
