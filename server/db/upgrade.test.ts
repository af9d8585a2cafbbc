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
const secret = "a secret for tests that is long enough";
const config = { secret, hashSecret: secret };
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

test("rows that point at nothing are repaired or deleted, and every foreign key holds", async () => {
  await migrateUpTo("0008_lead-interest");
  const [clientId, gone, left] = [randomUUID(), randomUUID(), randomUUID()];
  const [kept, inquiry, other] = [randomUUID(), randomUUID(), randomUUID()];
  await old.query(`
    insert into clients (id, name, phone, address, city, state, zip, admin_code)
      values ('${clientId}', '', '', '', '', '', '', '');
    insert into leads (client_id, id, first_name, received_at, started_at, touched_at, maybe_same_as)
      values ('${clientId}', '${kept}', 'Kept', now(), now(), now(), '${randomUUID()}');
    insert into inquiries (client_id, id, lead_id, first_name, phone, submitted_at, received_at) values
      ('${clientId}', '${randomUUID()}', '${gone}', 'Old', '', now(), '2026-01-01'),
      ('${clientId}', '${inquiry}', '${gone}', 'Gone', '+18135550100', now(), '2026-01-02'),
      ('${left}', '${other}', '${gone}', 'No practice', '', now(), now());
    insert into notes (client_id, id, lead_id, account_id, at, title) values
      ('${clientId}', '${other}', '${other}', '${other}', now(), 'Only a note'),
      ('${left}', '${other}', '${gone}', '${other}', now(), 'No practice');
    insert into timeline (client_id, lead_id, at, kind) values ('${clientId}', '${gone}', now(), 'received');
    insert into calls (client_id, id, lead_id, account_id, called_at, recorded_at)
      values ('${clientId}', '${other}', '${gone}', '${other}', now(), now());
    insert into lead_presence values ('${clientId}', '${randomUUID()}', '${other}', '${other}', now());
    insert into mails (client_id, kind, "to", subject, text, lead_id, inquiry_id)
      values ('${clientId}', 'auto', '', '', '', '${kept}', '${other}');
    insert into mails (kind, "to", subject, text) values ('recover', '', '', '');
    insert into announced_leads (platform, platform_lead_id, delivery_id, page_id, form_id, announced_at, client_id, inquiry_id)
      values ('meta', '1', '${other}', '', '', now(), '${clientId}', '${other}');
    insert into form_submissions (client_id, source_id, identity, inquiry_id, received_at) values
      ('${clientId}', '${other}', 'earlier', '${inquiry}', '2026-01-01'),
      ('${clientId}', '${other}', 'later', '${inquiry}', '2026-01-02'),
      ('${clientId}', '${other}', 'of nothing', '${randomUUID()}', now())`);
  const opened = await connect(connection, () => undefined);
  const read = async (statement: string) => (await opened.pool.query(statement)).rows;
  expect(
    await read(`select id, first_name, phone, is_phone_valid as valid, deleted_at is not null as deleted,
      maybe_same_as as same from leads order by first_name`),
  ).toEqual([
    { id: other, first_name: "", phone: "", valid: false, deleted: true, same: null },
    {
      ...{ id: gone, first_name: "Gone", phone: "+18135550100" },
      ...{ valid: true, deleted: true, same: null },
    },
    { id: kept, first_name: "Kept", phone: "", valid: false, deleted: false, same: null },
  ]);
  for (const [table, rows] of [
    ["inquiries", 2],
    ["notes", 1],
    ["calls", 1],
    ["timeline", 1],
    ["lead_presence", 0],
    ["mails", 2],
  ] as const) {
    expect([table, (await read(`select from ${table}`)).length]).toEqual([table, rows]);
  }
  expect(await read("select identity from form_submissions")).toEqual([{ identity: "later" }]);
  const pointing = "select from mails where inquiry_id is not null";
  expect(
    await read(`${pointing} union all select from announced_leads where inquiry_id is not null`),
  ) //
    .toEqual([]);
  expect(await read("select conname from pg_constraint where not convalidated")).toEqual([]);
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
