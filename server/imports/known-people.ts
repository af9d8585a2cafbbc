// Recognizes the people of a file: by a valid phone or by email, like an inquiry.
import { and, eq, inArray, isNull, or, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { leadImportRows, leads } from "#server/db/schema.ts";
import { type ImportKey, type Reader, rowsOf } from "./imports.ts";

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

/** As `lockPerson` names them. */
function namesOf({ phone, isPhoneValid, email }: Contact): string[] {
  return [isPhoneValid ? phone : "", email].filter(Boolean);
}

/** Those of the practice's leads that have one of these numbers or addresses. Not deleted ones. */
export function findKnownLeads(
  db: Reader,
  clientId: string,
  people: Contact[],
): Promise<Contact[]> {
  const { phones, emails } = split(people);
  return db
    .select({ phone: leads.phone, isPhoneValid: leads.isPhoneValid, email: leads.email })
    .from(leads)
    .where(
      and(
        eq(leads.clientId, clientId),
        isNull(leads.deletedAt),
        eq(leads.isTest, false),
        or(inArray(leads.phone, phones), inArray(leads.email, emails)),
      ),
    );
}

/** Those of the file's rows so far that will be imported. */
export function findInFile(db: Reader, key: ImportKey, people: Contact[]): Promise<Contact[]> {
  const { phones, emails } = split(people);
  return db
    .select({
      phone: leadImportRows.phone,
      isPhoneValid: leadImportRows.isPhoneValid,
      email: leadImportRows.email,
    })
    .from(leadImportRows)
    .where(
      and(
        rowsOf(key),
        eq(leadImportRows.outcome, "fresh"),
        or(
          and(eq(leadImportRows.isPhoneValid, true), inArray(leadImportRows.phone, phones)),
          and(sql`${leadImportRows.email} <> ''`, inArray(leadImportRows.email, emails)),
        ),
      ),
    );
}

function split(people: Contact[]): { phones: string[]; emails: string[] } {
  return {
    phones: people.flatMap(({ phone, isPhoneValid }) => (isPhoneValid ? phone : [])),
    emails: people.flatMap(({ email }) => email || []),
  };
}

/**
 * Takes the locks of `lockPerson` for all of them, in its order, in one statement: an inquiry of one
 * of them waits until this transaction ends, and becomes the same lead.
 */
export async function lockPeople(
  tx: Transaction,
  clientId: string,
  people: Contact[],
): Promise<void> {
  const keys = [...new Set(people.flatMap(namesOf))].map((name) => `${clientId} ${name}`).sort();
  await tx.execute(sql`
    select pg_advisory_xact_lock(hashtextextended(name, 0)) from (
      select name from unnest(${sql.param(keys)}::text[]) with ordinality as given(name, place)
      order by place offset 0
    ) as in_order`);
}
