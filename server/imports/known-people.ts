// Recognizes the people of a file: by a valid phone or by email, like an inquiry.
import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { leads } from "#server/db/schema.ts";
import { lockPeople } from "#server/leads/same-person.ts";
import type { ImportKey } from "./imports.ts";

export type Contact = { phone: string; isPhoneValid: boolean; email: string };

/** Numbers and addresses that somebody has. */
export type Contacts = { has(one: Contact): boolean; add(one: Contact): void };

export function makeContacts(known: Contact[]): Contacts {
  const names = new Set<string>();
  const contacts: Contacts = {
    has: (one) => namesOf(one).some((name) => names.has(name)),
    add: (one) => {
      for (const name of namesOf(one)) names.add(name);
    },
  };
  for (const one of known) contacts.add(one);
  return contacts;
}

/** As `lockPeople` names them. */
function namesOf({ phone, isPhoneValid, email }: Contact): string[] {
  return [isPhoneValid ? phone : "", email].filter(Boolean);
}

/**
 * Those of the practice's leads that have one of these numbers or addresses. Not deleted ones. One
 * lookup for each: with a list, PostgreSQL may read all of the practice's leads for every batch, as
 * it knows nothing yet of rows that the import has just written.
 */
export function findKnownLeads(
  tx: Transaction,
  clientId: string,
  people: Contact[],
): Promise<Contact[]> {
  const { phones, emails } = split(people);
  // Merged ones are deleted too: their survivor tells whether the person still is a lead.
  const isOwn = sql`client_id = ${clientId} and not is_test and (deleted_at is null or exists (
    select from ${leads} as survivor where survivor.client_id = ${clientId}
      and survivor.id = leads.merged_into and survivor.deleted_at is null))`;
  return find(
    tx,
    sql`
    select found.* from unnest(${sql.param(phones)}::text[]) as given(name), lateral (
      select phone, is_phone_valid, email from leads where ${isOwn} and phone = given.name offset 0
    ) as found
    union all
    select found.* from unnest(${sql.param(emails)}::text[]) as given(name), lateral (
      select phone, is_phone_valid, email from leads where ${isOwn} and email = given.name offset 0
    ) as found`,
  );
}

/**
 * Those of the file's rows so far that will be imported; no two have the same number or address. The
 * order makes PostgreSQL use the index of numbers or addresses: with an equality alone it may use
 * the primary key, whatever the statistics say, and read all of the file's rows for each lookup.
 */
export function findInFile(
  tx: Transaction,
  { clientId, importId }: ImportKey,
  people: Contact[],
): Promise<Contact[]> {
  const { phones, emails } = split(people);
  const isOwn = sql`client_id = ${clientId} and import_id = ${importId} and outcome = 'fresh'`;
  return find(
    tx,
    sql`
    select found.* from unnest(${sql.param(phones)}::text[]) as given(name), lateral (
      select phone, is_phone_valid, email from lead_import_rows
      where ${isOwn} and is_phone_valid and phone >= given.name order by phone limit 1
    ) as found where found.phone = given.name
    union all
    select found.* from unnest(${sql.param(emails)}::text[]) as given(name), lateral (
      select phone, is_phone_valid, email from lead_import_rows
      where ${isOwn} and email <> '' and email >= given.name order by email limit 1
    ) as found where found.email = given.name`,
  );
}

async function find(tx: Transaction, query: SQL): Promise<Contact[]> {
  const { rows } = await tx.execute<{ phone: string; is_phone_valid: boolean; email: string }>(
    query,
  );
  return rows.map(({ phone, is_phone_valid: isPhoneValid, email }) => ({
    phone,
    isPhoneValid,
    email,
  }));
}

function split(people: Contact[]): { phones: string[]; emails: string[] } {
  return {
    phones: people.flatMap(({ phone, isPhoneValid }) => (isPhoneValid ? phone : [])),
    emails: people.flatMap(({ email }) => email || []),
  };
}

/** An inquiry of one of them waits until this transaction ends, and becomes the same lead. */
export function lockContacts(tx: Transaction, clientId: string, people: Contact[]): Promise<void> {
  const names = people.map(({ phone, isPhoneValid, email }) => ({
    phone: isPhoneValid ? phone : "",
    email,
  }));
  return lockPeople(tx, clientId, names);
}
