// A rotation of SECRET reseals everything that is sealed under it, or nothing.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BadConfig, type Config } from "#server/config.ts";
import { makeMetaSource } from "#server/db/make.ts";
import { sources } from "#server/db/schema.ts";
import { getVapidKeys } from "#server/messages/alerts/vapid.ts";
import { findMailStop, stopMail } from "#server/messages/mail/mail-stops.ts";
import { readUnsubscribeToken, unsubscribeToken } from "#server/messages/mail/unsubscribe-token.ts";
import { findLink } from "#server/people/mailed-links.ts";
import { readPageToken, sealPageToken, setPageToken } from "#server/sources/intake/page-tokens.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { forgetRetiredSecret, rotateSecret, settleSecret } from "./rotate-secret.ts";
import { moveNextSecret, writeNextSecret } from "./secret-file.ts";
import { acceptSecret, refuseOtherSecret } from "./secret-fingerprint.ts";

const next = "the second secret, which is long enough";
const third = "the third secret, which is long enough, too";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let folder: string;
/** The secret is in a file, as it is when SECRET isn't set. */
let config: Config;
beforeEach(async () => {
  testApp = await openTestApp();
  practice = await signInClient(testApp);
  const { page } = await makeMetaSource(testApp.deps, practice.clientId);
  const { secret } = testApp.deps.config;
  await setPageToken(testApp.deps, page, sealPageToken(secret, "EAA-token"));
  await getVapidKeys(testApp.deps);
  const json = { password: practice.password };
  await testApp.request("POST", "/api/clients/me/factors/totp", { token: practice.token, json });
  folder = mkdtempSync(path.join(tmpdir(), "front-desk-secret-"));
  config = { ...testApp.deps.config, secretFile: path.join(folder, "secret") };
  writeFileSync(path.join(folder, "secret"), secret);
});
afterEach(async () => {
  await testApp.close();
  rmSync(folder, { recursive: true });
});

test("the secret can't be rotated while the product is running", async () => {
  await expect(rotate(next)).rejects.toMatchObject({ code: "conflict" });
  expect(await tokenUnder(config.secret)).toBe("EAA-token");
  expect(readdirSync(folder)).toEqual(["secret"]);
});

test("a rotation fails if a process starts during it", async () => {
  await stopProduct();
  const release = await testApp.hold("lock table vapid_keys in exclusive mode");
  const rotating = rotate(next).catch((error: unknown) => error);
  await testApp.untilWaiting(1);
  await testApp.pool.query("set application_name = 'front-desk jobs'; select pg_sleep(0)");
  await release();
  // The pooled connection keeps the name, like a connection of another process.
  expect(await rotating).toMatchObject({ code: "conflict" });
  expect(await tokenUnder(config.secret)).toBe("EAA-token");
});

test("tokens, codes and keys can be decrypted with the new secret, and not with the old one", async () => {
  await stopProduct();
  const keys = await getVapidKeys(testApp.deps);
  expect(await rotate(next)).toEqual({ resealed: 4, unreadable: 0 });
  expect(await tokenUnder(next)).toBe("EAA-token");
  await expect(tokenUnder(config.secret)).rejects.toThrow("cannot be read");
  expect(await getVapidKeys({ ...testApp.deps, config: { ...config, secret: next } })).toEqual(
    keys,
  );
  expect(readdirSync(folder)).toEqual(["secret"]);
  expect(kept()).toBe(next);
});

test("a link that was emailed before the rotation no longer works", async () => {
  const { email } = practice;
  await testApp.request("POST", "/api/credentials/recover", { json: { email } });
  await testApp.runJobs();
  const token = /\?t=([\w-]{43})/.exec(testApp.receivedMails.at(-1)?.text ?? "")?.[1] ?? "";
  const { db } = testApp.deps;
  expect(await findLink(testApp.deps, db, token, ["reset_password"])).not.toBeNull();
  await stopProduct();
  await rotate(next);
  expect(await findLink(testApp.deps, db, token, ["reset_password"])).toBeNull();
});

test("email addresses that opted out stay opted out, and old unsubscribe links still work, even after a second rotation", async () => {
  const { clientId } = practice;
  const stop = { clientId, email: "ada@example.com", reason: "desk" as const };
  await stopMail(testApp.deps, stop);
  const id = practice.accountId;
  const link = unsubscribeToken(config.hashSecret, { clientId, id });
  await stopProduct();
  for (const to of [next, third]) {
    await rotate(to);
    config = await settleSecret(testApp.deps.db, { ...config, secret: to, hashSecret: to });
    const found = await findMailStop({ ...testApp.deps, config }, clientId, "ada@example.com");
    expect(found?.reason).toBe("desk");
    expect(readUnsubscribeToken(config.hashSecret, link)).toEqual({ clientId, id });
  }
  const { rows } = await testApp.pool.query("select sealed from retired_secret");
  expect(rows).toEqual([{ sealed: expect.stringMatching(/^sealed:v1:/) }]);
});

test("everything still uses the old secret if the rotation is killed before the commit", async () => {
  await stopProduct();
  const release = await testApp.hold("lock table retired_secret in exclusive mode");
  const rotating = rotate(next).catch((error: unknown) => error);
  await testApp.untilWaiting(1);
  await testApp.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  expect(await rotating).toBeInstanceOf(Error);
  await release();
  expect(await tokenUnder(config.secret)).toBe("EAA-token");
  expect(kept()).toBe(config.secret);
  expect(await settleSecret(testApp.deps.db, config)).toEqual(config);
});

test("the next start uses the old secret if the rotation is killed between writing the file and the commit", async () => {
  writeNextSecret(config.secretFile ?? "", next);
  expect((await settleSecret(testApp.deps.db, config)).secret).toBe(config.secret);
  await stopProduct();
  await rotate(third);
  expect([kept(), await tokenUnder(third)]).toEqual([third, "EAA-token"]);
});

test("the next start or command moves the file and uses the new secret if the process is killed after the commit", async () => {
  await stopProduct();
  await rotateSecret({ db: testApp.deps.db, config: { ...config, secretFile: null } }, next);
  writeNextSecret(config.secretFile ?? "", next);
  const settled = await settleSecret(testApp.deps.db, config);
  expect([settled.secret, settled.hashSecret, kept()]).toEqual([next, config.secret, next]);
  moveNextSecret(config.secretFile ?? "");
  expect(kept()).toBe(next);
});

test("the old secret is rejected at the next start until it is accepted", async () => {
  const { db } = testApp.deps;
  await refuseOtherSecret(db, config.secret);
  await stopProduct();
  await rotate(next);
  await refuseOtherSecret(db, next);
  await expect(refuseOtherSecret(db, config.secret)).rejects.toThrow(BadConfig);
  await expect(settleSecret(db, config)).rejects.toThrow(BadConfig);
  await forgetRetiredSecret(db, config.secret);
  await acceptSecret(db, config.secret);
  expect(await settleSecret(db, config)).toEqual(config);
});

test("a rotation is rejected if its current secret isn't the product's", async () => {
  await stopProduct();
  const other = { ...config, secret: "somebody else's secret, long enough" };
  await expect(rotateSecret({ db: testApp.deps.db, config: other }, next)).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await tokenUnder(config.secret)).toBe("EAA-token");
});

test("only one of two simultaneous rotations runs, and the other is rejected", async () => {
  await stopProduct();
  const both = await Promise.allSettled([rotate(next), rotate(third)]);
  const [one, other] = both.toSorted((a, b) => (a.status < b.status ? -1 : 1));
  expect(one).toMatchObject({ status: "fulfilled" });
  expect(other).toMatchObject({ status: "rejected", reason: { code: "conflict" } });
  expect(await tokenUnder(kept())).toBe("EAA-token");
});

test("a rotation covers every column with sealed text", async () => {
  await stopProduct();
  await rotate(next);
  const { rows } = await testApp.pool.query<{ name: string }>(`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'json', 'ARRAY')`);
  const before = await sealedTexts(rows);
  expect(Object.keys(before).toSorted()).toEqual([
    ...["factors.secret", "retired_secret.sealed", "sources.meta_page_token"],
    "vapid_keys.private_key",
  ]);
  config = { ...config, secret: next };
  await rotate(third);
  const after = await sealedTexts(rows);
  for (const name of Object.keys(before)) expect(after[name]).not.toEqual(before[name]);
});

async function sealedTexts(columns: { name: string }[]): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name } of columns) {
    const [table, column] = name.split(".");
    const { rows } = await testApp.pool.query(
      `select "${column}"::text as kept from "${table}" where "${column}"::text like '%sealed:v1:%'`,
    );
    if (rows.length > 0) found[name] = rows.map(({ kept: text }) => text);
  }
  return found;
}

function rotate(to: string) {
  return rotateSecret({ db: testApp.deps.db, config }, to);
}

/** Closes the test app's own connection for events, which would look like a running product. */
async function stopProduct() {
  await testApp.deps.deskEvents.close();
  const running = sql`select 1 from pg_stat_activity where datname = current_database()
    and application_name = 'front-desk events'`;
  await expect.poll(async () => (await testApp.deps.db.execute(running)).rows.length).toBe(0);
}

function kept(): string {
  return readFileSync(path.join(folder, "secret"), "utf8");
}

async function tokenUnder(secret: string): Promise<string> {
  const rows = await testApp.deps.db
    .select()
    .from(sources)
    .where(sql`client_id = ${practice.clientId}`);
  return readPageToken(secret, rows.find((row) => row.metaPageToken)?.metaPageToken ?? "");
}
