import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Config } from "#server/config.ts";
import { BackupRefused } from "#server/db/backup.ts";
import { makePractice } from "#server/db/make.ts";
import { acceptSecret, refuseOtherSecret } from "#server/secrets/secret-fingerprint.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { takeBackup } from "./backups.ts";
import { restoreBackup } from "./restore-backup.ts";

const folder = mkdtempSync(path.join(tmpdir(), "front-desk-restore-"));
const other = "the secret of a new folder, which is long enough";

let full: TestApp;
/** The secret is in a file, as it is when SECRET isn't set. */
let config: Config;
let file: string;
beforeAll(async () => {
  full = await openTestApp();
  await makePractice(full.deps);
  config = { ...full.deps.config, secretFile: "/srv/desk/secret" };
  file = path.join(folder, "one.backup");
  await takeBackup({ pool: full.pool, config }, file);
});
afterAll(async () => {
  await full.close();
  rmSync(folder, { recursive: true, force: true });
});

async function restoreUnder(change: Partial<Config>, { from = file, acceptsSecret = false } = {}) {
  const empty = await openTestApp();
  const { pool, deps } = empty;
  try {
    const under = { ...config, ...change };
    const restored = await restoreBackup({ pool, db: deps.db, config: under }, from, {
      acceptsSecret,
    });
    await refuseOtherSecret(deps.db, under.secret);
    return restored.secret;
  } catch (error) {
    const { rows } = await pool.query("select from clients");
    return error instanceof BackupRefused && rows.length === 0 ? error.message : error;
  } finally {
    await empty.close();
  }
}

test("a backup is restored with the secret that was in use when it was taken", async () => {
  expect(await restoreUnder({})).toBe("same");
});

test("a backup isn't restored with another secret, and a one-line error says what to copy", async () => {
  const refused = await restoreUnder({ secret: other, secretFile: "/srv/restored/secret" });
  expect(refused).toMatch(/^[^.]+ copy \/srv\/desk\/secret \([^)]+\) to \/srv\/restored\/secret\b/);
  expect(refused).toContain("--accept-secret");
  const set = await restoreUnder({ secret: other, secretFile: null });
  expect(set).toContain("set SECRET to what is in /srv/desk/secret");
});

test("restoring a backup of an app that had SECRET set fails with an error that asks for SECRET", async () => {
  const from = path.join(folder, "set.backup");
  await takeBackup({ pool: full.pool, config: { ...config, secretFile: null } }, from);
  const refused = await restoreUnder({ secret: other, secretFile: "/srv/new/secret" }, { from });
  expect(refused).toContain("set SECRET to the one");
  expect(refused).not.toContain("/srv/");
});

test("an accepted secret becomes the database's secret", async () => {
  expect(await restoreUnder({ secret: other }, { acceptsSecret: true })).toBe("accepted");
});

test("a backup from before secrets were recorded is restored, and its secret is reported as unknown", async () => {
  const from = path.join(folder, "old.backup");
  const text = gunzipSync(readFileSync(file)).toString("utf8");
  const [head = "", ...lines] = text.split("\n");
  const { secret: _, ...old } = JSON.parse(head);
  writeFileSync(from, gzipSync([JSON.stringify(old), ...lines].join("\n")));
  expect(await restoreUnder({ secret: other }, { from })).toBe("unknown");
});

test("a backup doesn't contain the secret, and a secret recorded in the database overrides the configured one", async () => {
  const head = gunzipSync(readFileSync(file)).toString("utf8").split("\n")[0] ?? "";
  expect(head).not.toContain(config.secret);
  await acceptSecret(full.deps.db, other);
  const from = path.join(folder, "recorded.backup");
  await takeBackup({ pool: full.pool, config }, from);
  await full.pool.query("delete from secret_fingerprint");
  expect(await restoreUnder({ secret: other }, { from })).toBe("same");
});
