// Tests the keys of practices' tables in PostgreSQL. Rows never refer to another practice's rows,
// and a practice's rows can be found and moved by the practice's id alone.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

/**
 * Indexes that don't begin with `client_id` although their table has that column, each with the
 * reason (decision 029).
 */
const notLedByPractice: Record<string, string> = {
  accounts_pkey: "Sessions and links name an account before its practice is known.",
  accounts_email_unique: "Sign-in finds the account by its address, unique across practices.",
  accounts_adminCode_unique: "A registration names the owner by this code.",
  alerts_accepted: "When texts and notifications last worked, whatever practice they were for.",
  announced_leads_of_form: "A source's page and form come before its practice.",
  announced_leads_open: "The hourly sweep: announced leads of any practice, and of none yet.",
  announced_leads_platform_platform_lead_id_pk:
    "The platform's id comes before the practice; it makes a repeated webhook idempotent.",
  audit_entries_pkey: "The owner's log of all practices, newest first; many entries have none.",
  audit_entries_of_account: "The owner searches what a person did; owners have no practice.",
  audit_entries_of_action: "The owner's log of one action, whatever practice it is about.",
  audit_entries_at_index:
    "Entries past their retention period are deleted, whatever they are about.",
  campaigns_newest: "The owner's list of all practices, newest first.",
  leads_search: "Each entry begins with its practice's prefix (decision 022).",
  leads_left_search: "As leads_search.",
  mails_automatic: "Limits what one address gets from all practices.",
  mails_search: "The owner searches the log of all practices.",
  mails_newest: "The owner's log of all practices, newest first; the console knows only the id.",
  person_invitations_of_link:
    "An emailed link names its invitation, which determines the practice.",
  push_devices_of_endpoint: "A browser that moves to another practice keeps its endpoint.",
  ring_calls_placed: "When calls last worked, whatever practice they were for.",
  source_deliveries_received: "Deleted after their retention period, whatever they are about.",
  sources_meta_page_id_meta_form_id_index: "A webhook names a page and a form, and no practice.",
  sources_form_key_index: "A submission names its source's key, and no practice.",
  texts_sent: "When texts last worked, whatever practice they were for.",
};

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("every index of a table with client_id either begins with client_id or is listed with a reason", async () => {
  const { rows } = await testApp.pool.query(`
    select c.relname as index
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_attribute a on a.attrelid = i.indrelid and a.attname = 'client_id'
    where i.indrelid::regclass::text = any(${ownTables})
      and pg_get_indexdef(i.indexrelid, 1, true) <> 'client_id'`);
  const found = rows.map(({ index }) => index);
  expect(found.toSorted()).toEqual(Object.keys(notLedByPractice).toSorted());
});

test.each([
  ["lead_id", "leads"],
  ["inquiry_id", "inquiries"],
])("every %s refers to %s together with client_id", async (column, target) => {
  const { rows } = await testApp.pool.query(
    `select a.attrelid::regclass::text as table,
       (select pg_get_constraintdef(f.oid) from pg_constraint f
         where f.contype = 'f' and f.conrelid = a.attrelid and a.attnum = any(f.conkey)) as key
     from pg_attribute a
     where a.attrelid::regclass::text = any(${ownTables}) and a.attname = $1 order by 1`,
    [column],
  );
  // The definition of a key that hasn't been validated ends with NOT VALID.
  const key = `FOREIGN KEY (client_id, ${column}) REFERENCES ${target}(client_id, id)`;
  expect(rows).toEqual(rows.map(({ table }) => ({ table, key })));
  expect(rows.length).toBeGreaterThan(2);
});

test("every table has a primary key", async () => {
  const { rows } = await testApp.pool.query(`
    select name from unnest(${ownTables}) as name
    where not exists (select from pg_index where indrelid = name::regclass and indisprimary)`);
  expect(rows).toEqual([]);
});

const ownTables = `array(
  select oid::regclass::text from pg_class
  where relkind = 'r' and relnamespace = 'public'::regnamespace)`;
