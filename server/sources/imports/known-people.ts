// Finds people of a file who are known, by valid phone number, email address and name, as for an
// inquiry.
import { type SQL, sql } from "drizzle-orm";
import type { Language } from "#contract/languages.ts";
import type { LeadFieldName } from "#contract/lead-fields.ts";
import type { Transaction } from "#server/db/database.ts";
import { leads } from "#server/db/schema.ts";
import { areAlike, isAnotherPerson, namesOfLead } from "#server/desk/same-person/another-person.ts";
import { lockPeople } from "#server/desk/same-person/lock-people.ts";
import type { ImportKey } from "./imports.ts";

export type Contact = {
  firstName: string;
  lastName: string;
  phone: string;
  isPhoneValid: boolean;
  email: string;
  language?: Language | null;
  askedAs?: string | null;
  /** The practice's lead that is this person; omitted for a person in the file. */
  leadId?: string;
  line?: number;
  /** The lead's own id. For a merged lead, `leadId` is the id of its survivor instead. */
  id?: string;
  /** The id of the lead, if the row is from our own export. */
  exportedId?: string;
} & Partial<Record<LeadFieldName, string>>;

/**
 * If this many people share a phone number or email address, it isn't a family's, and they are
 * treated as one person.
 */
const mostOfOneContact = 10;

/** People who can be found by phone number, email address, or the id of a lead. */
export type Contacts = {
  /** Returns the known person who is the same person, if any. */
  find(one: Contact): Contact | undefined;
  add(one: Contact): void;
};

export function makeContacts(known: Contact[]): Contacts {
  const people = new Map<string, Contact[]>();
  const contacts: Contacts = {
    find: (one) => {
      const exported = people.get(one.exportedId ?? "")?.[0];
      if (exported) return exported;
      for (const name of namesOf(one)) {
        const theirs = people.get(name) ?? [];
        const same = nearest(one, theirs);
        if (same || theirs.length >= mostOfOneContact) return same ?? theirs.at(-1);
      }
      return undefined;
    },
    add: (one) => {
      for (const name of namesOf(one).concat(one.id ?? [])) {
        const theirs = people.get(name) ?? [];
        // The same lead may be added twice, because it was found by its number and by its email
        // address.
        if (!theirs.some((other) => areEqual(one, other))) people.set(name, [...theirs, one]);
      }
    },
  };
  for (const one of known) contacts.add(one);
  return contacts;
}

/** Returns the same person. If several people share the number, prefers one with this name. */
function nearest(one: Contact, known: Contact[]): Contact | undefined {
  const same = known.filter((other) => isSame(one, other));
  const isNamed = (other: Contact) =>
    other.firstName + other.lastName && namesOfLead(other).some((name) => areAlike(one, name));
  return same.find(isNamed) ?? same[0];
}

function isSame(one: Contact, known: Contact): boolean {
  const [phones, emails] = [[phoneOf(known)], [known.email]];
  const names = namesOfLead(known);
  return !isAnotherPerson({ ...one, phone: phoneOf(one) }, { names, phones, emails });
}

function areEqual(one: Contact, other: Contact): boolean {
  const textOf = ({ firstName, lastName, phone, email }: Contact) =>
    JSON.stringify([firstName, lastName, phone, email]);
  return textOf(one) === textOf(other);
}

function phoneOf({ phone, isPhoneValid }: Contact): string {
  return isPhoneValid ? phone : "";
}

/** Returns the person's contacts, which are also the names of locks in `lockPeople`. */
function namesOf(one: Contact): string[] {
  return [phoneOf(one), one.email].filter(Boolean);
}

/**
 * Returns the practice's leads with one of these numbers, email addresses or exported ids, except
 * for deleted leads. Each value has its own lookup: with a list, PostgreSQL might scan all leads
 * for every batch, because it has no statistics on newly imported rows.
 */
export function findKnownLeads(
  tx: Transaction,
  clientId: string,
  people: Contact[],
): Promise<Contact[]> {
  const { phones, emails } = split(people);
  const ids = people.flatMap(({ exportedId }) => exportedId ?? []);
  // A merged lead is marked as deleted too, so it counts unless its survivor is deleted.
  const isOwn = sql`client_id = ${clientId} and not is_test and (deleted_at is null or exists (
    select from ${leads} as survivor where survivor.client_id = ${clientId}
      and survivor.id = leads.merged_into and survivor.deleted_at is null))`;
  return find(
    tx,
    sql`
    select found.* from unnest(${sql.param(phones)}::text[]) as given(name), lateral (
      select ${person}, ${ofLead} from leads where ${isOwn} and phone = given.name offset 0
    ) as found
    union all
    select found.* from unnest(${sql.param(emails)}::text[]) as given(name), lateral (
      select ${person}, ${ofLead} from leads where ${isOwn} and email = given.name offset 0
    ) as found
    union all
    select found.* from unnest(${sql.param(ids)}::uuid[]) as given(id), lateral (
      select ${person}, ${ofLead} from leads where ${isOwn} and leads.id = given.id offset 0
    ) as found`,
  );
}

/**
 * Returns the rows read so far that will be imported and have one of these contacts. `order by`
 * makes PostgreSQL use the contacts' indexes. With only an equality it may use the primary key,
 * whatever the statistics, and scan all of the file's rows for each lookup.
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
      select ${person}, line from lead_import_rows
      where ${isOwn} and is_phone_valid and phone >= given.name and phone <= given.name
      order by phone limit ${mostOfOneContact}
    ) as found
    union all
    select found.* from unnest(${sql.param(emails)}::text[]) as given(name), lateral (
      select ${person}, line from lead_import_rows
      where ${isOwn} and email <> '' and email >= given.name and email <= given.name
      order by email limit ${mostOfOneContact}
    ) as found`,
  );
}

async function find(tx: Transaction, query: SQL): Promise<Contact[]> {
  const { rows } = await tx.execute<Contact>(query);
  return rows;
}

const person = sql`first_name as "firstName", last_name as "lastName", phone,
  is_phone_valid as "isPhoneValid", email, language, insurance, best_time as "bestTime"`;

const ofLead = sql`coalesce(merged_into, id) as "leadId", id, asked_as as "askedAs", interest`;

function split(people: Contact[]): { phones: string[]; emails: string[] } {
  return {
    phones: people.flatMap(({ phone, isPhoneValid }) => (isPhoneValid ? phone : [])),
    emails: people.flatMap(({ email }) => email || []),
  };
}

/**
 * Locks the contacts until this transaction ends. An inquiry from one of them waits, and then joins
 * the same lead.
 */
export function lockContacts(tx: Transaction, clientId: string, people: Contact[]): Promise<void> {
  const names = people.map((one) => ({ phone: phoneOf(one), email: one.email }));
  return lockPeople(tx, clientId, names);
}
