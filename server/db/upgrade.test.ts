// Upgrades a database of an older version that has rows in it.
import { randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { findMailStop, hashPlainStops } from "#server/mail/mail-stops.ts";
import { projectRoot } from "#server/root.ts";
import { connect } from "./database.ts";

const migrations = path.join(projectRoot, "server/db/migrations");
const config = { secret: "a secret for tests that is long enough" };
const lead = "0199a0b0-0000-7000-8000-00000000abcd";

let connection: pg.ClientConfig;
let old: pg.Client;
beforeEach(async () => {
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  connection = { ...inject("testServer"), database };
  await administer(`create database ${database}`);
  old = new pg.Client(connection);
  await old.connect();
  await migrateUpTo("0002_open-limit");
});
afterEach(async () => {
  await old.end();
  await administer(`drop database ${connection.database} with (force)`);
});

test("audit entries keep a valid lead id, and lose any other", async () => {
  const details = [{ lead }, { lead: lead.toUpperCase() }, { lead: "x", by: "y" }, {}];
  for (const detail of details) {
    await old.query(
      "insert into audit_entries (action, address, detail) values ('desk_viewed', '::1', $1)",
      [detail],
    );
  }
  const opened = await connect(connection, () => undefined);
  const { rows } = await opened.pool.query("select detail from audit_entries order by id");
  expect(rows.map(({ detail }) => detail)).toEqual([{ lead }, { lead }, { by: "y" }, {}]);
  await opened.close();
});

test("an address on the do-not-mail list stays on it, and is no longer readable", async () => {
  const clientId = randomUUID();
  await old.query(
    `insert into clients (id, name, phone, address, city, state, zip, admin_code)
     values ($1, '', '', '', '', '', '', '')`,
    [clientId],
  );
  await old.query(
    "insert into mail_stops (client_id, email, reason, at) values ($1, $2, 'unsubscribed', now())",
    [clientId, "jo@example.com"],
  );
  const opened = await connect(connection, () => undefined);
  const deps = { ...opened, config };
  await Promise.all([hashPlainStops(deps), hashPlainStops(deps)]);
  await hashPlainStops(deps);
  const { rows } = await opened.pool.query("select * from mail_stops");
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain("jo@");
  expect(await findMailStop(deps, clientId, "Jo@example.com")).toMatchObject({
    reason: "unsubscribed",
  });
  await opened.close();
});

test("a stored delivery can be found by each lead that it names", async () => {
  const value = (id: unknown) => ({ field: "leadgen", value: { leadgen_id: id, form_id: "7" } });
  const bodies = [
    JSON.stringify({ object: "page", entry: [{ changes: [value("11"), value(12)] }] }),
    JSON.stringify({ object: "page", entry: [] }),
  ];
  for (const body of bodies) {
    await old.query("insert into deliveries (platform, body) values ('meta', $1)", [body]);
  }
  const opened = await connect(connection, () => undefined);
  const { rows } = await opened.pool.query(
    "select platform_lead_ids as ids from deliveries order by id",
  );
  expect(rows.map(({ ids }) => ids.toSorted())).toEqual([["11", "12"], []]);
  await opened.close();
});

/** The tables as of the migration with that name. */
async function migrateUpTo(tag: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "front-desk-migrations-"));
  cpSync(migrations, folder, { recursive: true });
  const journalFile = path.join(folder, "meta/_journal.json");
  const journal: { entries: { tag: string }[] } = JSON.parse(readFileSync(journalFile, "utf8"));
  const last = journal.entries.findIndex((entry) => entry.tag === tag);
  const entries = journal.entries.slice(0, last + 1);
  writeFileSync(journalFile, JSON.stringify({ ...journal, entries }));
  await migrate(drizzle({ client: old, casing: "snake_case" }), { migrationsFolder: folder });
  rmSync(folder, { recursive: true });
}

async function administer(statement: string) {
  const client = new pg.Client({ ...inject("testServer"), database: "postgres" });
  await client.connect();
  await client.query(statement);
  await client.end();
}
