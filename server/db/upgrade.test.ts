// Upgrades an older version's database that has rows.
// Names from that version and from PostgreSQL: cspell:ignore enquiries indisvalid attstattarget
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { intakeMessages } from "#content/messages.ts";
import { fillStoredLeads } from "#server/desk/leads/fill-leads.ts";
import { findMailStop, hashPlainStops } from "#server/messages/mail/mail-stops.ts";
import { projectRoot } from "#server/root.ts";
import { migrateUpTo } from "#server/testing/old-tables.ts";
import { connect } from "./database.ts";
import { migrateUnderLock } from "./migrate.ts";

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
  await migrateUpTo(old, "0002_open-limit");
});
afterEach(async () => {
  await old.end();
  await administer(`drop database ${connection.database} with (force)`);
});

test("an upgrade keeps valid lead ids in audit entries and removes invalid ones", async () => {
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

test("an upgrade replaces an unsubscribed email address with a hash, and the address is still recognized", async () => {
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

test("an upgraded delivery lists the ids of all leads in its body", async () => {
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

test("an upgrade fills in who archived a lead from the lead's timeline or call, except for imports", async () => {
  const clientId = await addPractice();
  await migrateUpTo(old, "0055_who_calls");
  const names = ["by hand", "by call", "by a late result", "imported", "undone", "waiting"];
  const ids = Object.fromEntries(names.map((name) => [name, randomUUID()]));
  const [ada, bea] = [randomUUID(), randomUUID()];
  const [earlier, at, later] = ["2026-03-17 11:00Z", "2026-03-17 12:00Z", "2026-03-17 13:00Z"];
  for (const name of names) {
    const [state, archivedAt] = name === "waiting" ? ["new", null] : ["archived", at];
    await read(
      `insert into leads (client_id, id, first_name, received_at, started_at, touched_at, state, archived_at)
       values ($1, $2, $3, now(), now(), now(), $4, $5)`,
      [clientId, ids[name], name, state, archivedAt],
    );
  }
  for (const { name, moment, data } of [
    { name: "by hand", moment: at, data: {} },
    { name: "by call", moment: earlier, data: {} },
    { name: "imported", moment: at, data: { importId: randomUUID() } },
    { name: "waiting", moment: at, data: {} },
  ]) {
    await read(
      `insert into timeline (client_id, lead_id, at, kind, account_id, data)
       values ($1, $2, $3, 'archived', $4, $5)`,
      [clientId, ids[name], moment, ada, data],
    );
  }
  for (const { name, calledAt, outcomeAt, outcomeBy, voidedAt } of [
    { name: "by call", calledAt: at, outcomeAt: later, outcomeBy: null, voidedAt: null },
    { name: "by a late result", calledAt: earlier, outcomeAt: at, outcomeBy: bea, voidedAt: null },
    { name: "undone", calledAt: at, outcomeAt: at, outcomeBy: null, voidedAt: later },
  ]) {
    await read(
      `insert into calls (client_id, id, lead_id, account_id, called_at, recorded_at, outcome,
         outcome_at, outcome_by, voided_at)
       values ($1, $2, $3, $4, $5, $5, 'wrong_number', $6, $7, $8)`,
      [clientId, randomUUID(), ids[name], ada, calledAt, outcomeAt, outcomeBy, voidedAt],
    );
  }
  const opened = await connect(connection, () => undefined);
  await fillStoredLeads(opened);
  const filled = await read("select first_name as name, archived_by as by from leads");
  expect(Object.fromEntries(filled.map(({ name, by }) => [name, by]))).toEqual({
    ...{ "by hand": ada, "by call": ada, "by a late result": bea },
    ...{ imported: null, undone: null, waiting: null },
  });
  await opened.close();
});

test("an upgrade folds an unfinished questionnaire into the next one that the same person finished", async () => {
  await migrateUpTo(old, "0057_fill_archived_by");
  const names = ["started", "finished", "finished later", "started after", "other person"];
  const ids = Object.fromEntries(names.map((name) => [name, randomUUID()]));
  for (const [name, email, receivedAt, finishedAt] of [
    ["started", "jo@example.com", "2026-03-17 10:00Z", null],
    ["finished", "jo@example.com", "2026-03-17 11:00Z", "2026-03-17 11:00Z"],
    ["finished later", "jo@example.com", "2026-03-17 12:00Z", "2026-03-17 12:00Z"],
    ["started after", "jo@example.com", "2026-03-17 13:00Z", null],
    ["other person", "lena@example.com", "2026-03-17 10:00Z", null],
  ] as const) {
    await old.query(
      `insert into contact_requests (id, kind, full_name, email, test, received_at, finished_at, state)
       values ($1, 'questionnaire', 'Jo Park', $2, true, $3, $4, $5)`,
      [ids[name], email, receivedAt, finishedAt, finishedAt ? "new" : "unfinished"],
    );
  }
  const opened = await connect(connection, () => undefined);
  const { rows } = await opened.pool.query(
    "select id, folded_into as finished from contact_requests where folded_into is not null",
  );
  expect(rows).toEqual([{ id: ids.started, finished: ids.finished }]);
  await opened.close();
});

test("an upgrade renames only those campaigns that are named after their own Google ID", async () => {
  const clientId = await addPractice();
  await migrateUpTo(old, "0057_fill_archived_by");
  for (const [id, name] of [
    ["21", "Google campaign 21"],
    ["22", "Google campaign 21"],
    ["23", "Implants"],
  ]) {
    await old.query(
      `insert into campaigns (client_id, id, name, platform, platform_campaign_id)
       values ($1, $2, $3, 'google', $4)`,
      [clientId, randomUUID(), name, id],
    );
  }
  const opened = await connect(connection, () => undefined);
  const { rows } = await opened.pool.query(
    "select name from campaigns order by platform_campaign_id",
  );
  expect(rows.map(({ name }) => name)).toEqual([
    ...[intakeMessages.unknownCampaign, "Google campaign 21", "Implants"],
  ]);
  await opened.close();
});

test("an upgrade repairs or deletes dangling references and validates every foreign key", async () => {
  await migrateUpTo(old, "0008_lead-interest");
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
      merged_into as merged from leads order by first_name`),
  ).toEqual([
    { id: other, first_name: "", phone: "", valid: false, deleted: true, merged: null },
    {
      ...{ id: gone, first_name: "Gone", phone: "+18135550100" },
      ...{ valid: true, deleted: true, merged: null },
    },
    { id: kept, first_name: "Kept", phone: "", valid: false, deleted: false, merged: null },
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

test("an upgrade that was killed continues without losing a row", async () => {
  const clientId = await addPractice();
  // One of the last migrations adds a column to this table.
  const holder = await connectHolder("lock table templates in access share mode");
  await killMigrationThatWaits();
  await holder.end();
  await expect.poll(isNobodyMigrating).toBe(true);
  const [{ applied }] = await read(
    "select count(*)::int as applied from drizzle.__drizzle_migrations",
  );
  expect(applied).toBeGreaterThan(20);
  const before = await read("select id, hash from drizzle.__drizzle_migrations order by id");

  const opened = await connect(connection, () => undefined);
  expect(await read("select id, name, keeps_audit_days as days from clients")).toEqual([
    { id: clientId, name: "Bayshore Dental", days: null },
  ]);
  // Each migration ran only once.
  const after = await read("select id, hash from drizzle.__drizzle_migrations order by id");
  expect(after.slice(0, applied)).toEqual(before);
  expect(after.length).toBeGreaterThan(applied);
  await opened.close();
});

test("a migration that waits for a table doesn't block the table's readers", async () => {
  const holder = await connectHolder("lock table templates in access share mode");
  const upgrading = migrateUnderLock(connection);
  await expect.poll(isMigrationWaiting, { timeout: 30_000 }).toBe(true);
  await read("select from templates");
  await holder.end();
  await upgrading;
  expect(await read("select from templates")).toEqual([]);
});

test("indexes and keys of large tables are built and validated in separate statements, with the same resulting schema", async () => {
  const clientId = await addPractice();
  await addRows(clientId);
  await migrateUnderLock(connection, 1);
  const [{ built }] = await read(
    "select last_value as built from drizzle.pending_statements_id_seq",
  );
  expect(Number(built)).toBeGreaterThan(15);
  expect(await read("select from drizzle.pending_statements")).toEqual([]);
  expect(await read("select first_name from leads")).toEqual([{ first_name: "Kept" }]);

  const fresh = { ...connection, database: `${connection.database}_fresh` };
  await administer(`create database ${fresh.database}`);
  await migrateUnderLock(fresh);
  expect(await readStructure(connection)).toEqual(await readStructure(fresh));
  await administer(`drop database ${fresh.database}`);
});

test("an index whose build was interrupted is built at the next start", async () => {
  await addRows(await addPractice());
  // A concurrent index build waits for transactions that began before the build.
  const holder = await connectHolder("select pg_current_snapshot()", "repeatable read");
  await killMigrationThatWaits(1);
  await read(`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'front-desk migration' and datname = current_database()`);
  await expect.poll(isNobodyMigrating).toBe(true);
  await holder.end();
  expect(await read("select from pg_index where not indisvalid")).toHaveLength(1);
  await migrateUnderLock(connection, 1);
  expect(await read("select from pg_index where not indisvalid")).toEqual([]);
  expect(await read("select from drizzle.pending_statements")).toEqual([]);
});

test("validating old rows continues with the remaining keys after a kill", async () => {
  const first = await connect(connection, () => undefined);
  for (const [table, column] of [
    ["notes", "notes_client_id_lead_id_leads_client_id_id_fk"],
    ["timeline", "timeline_client_id_lead_id_leads_client_id_id_fk"],
  ]) {
    await first.pool.query(`alter table ${table} drop constraint "${column}",
      add constraint "${column}" foreign key (client_id, lead_id) references leads (client_id, id) not valid`);
  }
  await first.close();
  const unchecked = async () => {
    const { rows } = await old.query(
      "select conrelid::regclass::text as table from pg_constraint where not convalidated",
    );
    return rows.map(({ table }) => table).toSorted();
  };
  expect(await unchecked()).toEqual(["notes", "timeline"]);
  const holder = await connectHolder("lock table timeline in share update exclusive mode");
  await killMigrationThatWaits();
  expect(await unchecked()).toEqual(["timeline"]);
  await holder.end();
  const opened = await connect(connection, () => undefined);
  expect(await unchecked()).toEqual([]);
  await opened.close();
});

async function read(statement: string, values: unknown[] = []) {
  return (await old.query(statement, values)).rows;
}

async function addPractice(): Promise<string> {
  const clientId = randomUUID();
  await read(
    `insert into clients (id, name, phone, address, city, state, zip, admin_code)
     values ($1, 'Bayshore Dental', '', '', '', '', '', '')`,
    [clientId],
  );
  return clientId;
}

/** Adds a row to each of the tables that can grow, so that these tables count as large. */
async function addRows(clientId: string) {
  const leadId = randomUUID();
  await read(
    `insert into leads (client_id, id, first_name, received_at, started_at, touched_at)
     values ($1, $2, 'Kept', now(), now(), now())`,
    [clientId, leadId],
  );
  await read(
    `insert into enquiries (client_id, lead_id, first_name, submitted_at, received_at)
     values ($1, $2, 'Kept', now(), now())`,
    [clientId, leadId],
  );
  await read(
    `insert into calls (client_id, id, lead_id, account_id, called_at, recorded_at)
     values ($1, $2, $2, $2, now(), now())`,
    [clientId, leadId],
  );
  await read("insert into timeline (client_id, lead_id, at, kind) values ($1, $2, now(), 'note')", [
    clientId,
    leadId,
  ]);
  await read(
    `insert into mails (client_id, lead_id, kind, "to", subject, text)
     values ($1, $2, 'auto', 'a@example.com', '', '')`,
    [clientId, leadId],
  );
}

/** Returns every index and constraint of the app's tables. */
async function readStructure(of: pg.ClientConfig) {
  const client = new pg.Client(of);
  await client.connect();
  const { rows } = await client.query(
    `select indexname as name, indexdef as is, (
         select string_agg(attnum || ' ' || attstattarget, ',' order by attnum) from pg_attribute
         where attrelid = format('public.%I', indexname)::regclass and attstattarget is not null
       ) as more
     from pg_indexes where schemaname = 'public'
     union all
     select conname, pg_get_constraintdef(oid), convalidated::text
     from pg_constraint where connamespace = 'public'::regnamespace
     order by 1, 2`,
  );
  await client.end();
  return rows;
}

async function connectHolder(statement: string, isolation = "read committed"): Promise<pg.Client> {
  const holder = new pg.Client(connection);
  await holder.connect();
  await holder.query(`begin isolation level ${isolation}`);
  await holder.query(statement);
  return holder;
}

/** Runs the migration in its own process and kills the process with -9 once it waits for a lock. */
async function killMigrationThatWaits(largeBytes?: number) {
  const code = `import { migrateUnderLock } from "#server/db/migrate.ts";
    await migrateUnderLock(${JSON.stringify(connection)}, ${largeBytes});`;
  const options = { cwd: projectRoot, stdio: "ignore" } as const;
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], options);
  const exited = once(child, "exit");
  await expect.poll(isMigrationWaiting, { timeout: 30_000 }).toBe(true);
  child.kill("SIGKILL");
  await exited;
}

async function isMigrationWaiting(): Promise<boolean> {
  const waiting = await read(
    `select from pg_stat_activity where application_name = 'front-desk migration'
     and datname = current_database() and wait_event_type = 'Lock'`,
  );
  return waiting.length > 0;
}

/**
 * Returns whether no migration is running. PostgreSQL notices that a process is gone only when it
 * next writes to the client.
 */
async function isNobodyMigrating(): Promise<boolean> {
  const { rowCount } = await old.query(
    `select from pg_stat_activity where application_name = 'front-desk migration'
     and datname = current_database()`,
  );
  return rowCount === 0;
}

async function administer(statement: string) {
  const client = new pg.Client({ ...inject("testServer"), database: "postgres" });
  await client.connect();
  await client.query(statement);
  await client.end();
}
