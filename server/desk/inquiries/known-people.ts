// Finds a returning person's lead and adds the new data to it.
import { and, eq, getTableColumns, inArray, isNotNull, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { fieldsInAnswers, firstWordsIn } from "#contract/fields-in-answers.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import { languageInAnswers } from "#contract/language-in-answers.ts";
import { type LeadFieldName, leadFieldNames } from "#contract/lead-fields.ts";
import type { Transaction } from "#server/db/database.ts";
import { leads, type timeline } from "#server/db/schema.ts";
import {
  areAlike,
  isAnotherPerson,
  type KnownPerson,
  namesOfLead,
  type Someone,
} from "#server/desk/same-person/another-person.ts";
import type { KnownBy } from "#server/desk/same-person/lock-people.ts";
import { type Asking, hasEmail, hasPhone } from "./different-people.ts";

type Row = typeof leads.$inferSelect;
export type Known = Row & {
  /** The names, numbers and email addresses of the leads merged into this one. */
  alsoKnownBy: Someone[];
};
export type Person = IncomingLead & { isPhoneValid: boolean };
export type TimelineEntry = Pick<typeof timeline.$inferInsert, "kind" | "data">;

/**
 * Locks and returns the practice's leads that have one of these numbers or email addresses. For a
 * merged lead, it returns the survivor instead, because a merged lead is never locked alone.
 */
export async function findKnown(
  tx: Transaction,
  clientId: string,
  people: KnownBy[],
): Promise<Known[]> {
  const phones = people.map(({ phone }) => phone).filter(Boolean);
  const emails = people.map(({ email }) => email).filter(Boolean);
  if (phones.length + emails.length === 0) return [];
  const merged = alias(leads, "merged");
  const isNamed = (table: typeof leads | typeof merged) =>
    or(
      sql`${table.phone} = any(${sql.param(phones)}::text[])`,
      sql`${table.email} = any(${sql.param(emails)}::text[])`,
    );
  const survivors = tx
    .select({ id: merged.mergedInto })
    .from(merged)
    .where(and(eq(merged.clientId, clientId), isNotNull(merged.mergedInto), isNamed(merged)));
  const rows = await tx
    .select({
      ...getTableColumns(leads),
      hasMerged: sql<boolean>`exists (select from ${leads} as other
        where other.client_id = ${clientId} and other.merged_into = leads.id)`,
    })
    .from(leads)
    .where(
      and(
        eq(leads.clientId, clientId),
        isNull(leads.mergedInto),
        // An array makes PostgreSQL look up these ids instead of comparing every lead.
        or(isNamed(leads), sql`${leads.id} = any(array(${survivors}))`),
      ),
    )
    // A fixed lock order prevents deadlocks.
    .orderBy(leads.id)
    .for("no key update");
  const survivorIds = rows.flatMap(({ id, hasMerged }) => (hasMerged ? id : []));
  if (survivorIds.length === 0) return rows.map((row) => ({ ...row, alsoKnownBy: [] }));
  const { firstName, lastName, phone, email, mergedInto } = leads;
  const parts = await tx
    .select({ firstName, lastName, phone, email, mergedInto })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), inArray(leads.mergedInto, survivorIds)));
  return rows.map((row) => ({
    ...row,
    alsoKnownBy: parts.filter((part) => part.mergedInto === row.id),
  }));
}

/**
 * A number or email address that this many leads share isn't a family's, so it identifies no one.
 */
const mostOfOneContact = 10;

/**
 * Returns the person's lead among those with the same number or email address; null if none is
 * theirs. A match by phone takes precedence over one by email. A deleted lead is used only if there
 * is no other, because deletion is for mistakes, and a person who inquires isn't a mistake.
 */
export function chooseKnown(asking: Asking, matches: Known[]): Known | null {
  const own = matches.filter((row) => !isAnotherPerson(asking, personOf(row)));
  const those = own.length > 0 || matches.length < mostOfOneContact ? own : matches;
  const living = those.filter((row) => !row.deletedAt);
  const isNamed = (row: Known) =>
    Number(personOf(row).names.some((name) => areAlike(asking, name)));
  const newestFirst = (living.length > 0 ? living : those).toSorted(
    (one, other) =>
      // If a family shares a number, the lead with the person's name comes first.
      isNamed(other) - isNamed(one) || other.startedAt.getTime() - one.startedAt.getTime(),
  );
  const byPhone = newestFirst.find((row) => hasPhone(asking, row));
  const byEmail = newestFirst.find((row) => hasEmail(asking, row));
  return byPhone ?? byEmail ?? null;
}

function personOf(known: Known): KnownPerson {
  const contacts = [known, ...known.alsoKnownBy];
  // A lead without a name is left out, because an unknown name matches every name.
  const merged = known.alsoKnownBy.filter((part) => part.firstName || part.lastName);
  return {
    names: [...namesOfLead(known), ...merged],
    phones: contacts.map(({ phone }) => phone),
    emails: contacts.map(({ email }) => email),
  };
}

/**
 * Fills in missing data of a known person and undoes a deletion of their lead; the timeline records
 * both. The newest message replaces the earlier one, which stays with its own inquiry. If the newest
 * inquiry has no message, the earlier one is cleared, unless its inquiry is still waiting for a call.
 */
export async function updateKnownLead(
  tx: Transaction,
  known: Known,
  { person, submittedAt }: { person: Person; submittedAt: Date },
): Promise<TimelineEntry[]> {
  const told = missingIn(known, {
    ...person,
    language: languageInAnswers(person.answers),
    ...fieldsInAnswers(person.answers),
  });
  const fields = Object.entries(told).filter(([field]) => field !== "isPhoneValid");
  const isNewest = !known.message || submittedAt >= known.startedAt;
  const standing = known.uncalledSince ? known.message : "";
  const message = isNewest ? firstWordsIn(person.answers) || standing : known.message;
  if (fields.length === 0 && message === known.message && !known.deletedAt) return [];
  await tx
    .update(leads)
    .set({ ...told, message, deletedAt: null })
    .where(and(eq(leads.clientId, known.clientId), eq(leads.id, known.id)));
  const entries: TimelineEntry[] = known.deletedAt ? [{ kind: "undeleted", data: {} }] : [];
  if (fields.length === 0) return entries;
  const data = Object.fromEntries(
    fields.map(([field, to]) => [field, { from: known[field as keyof typeof told], to }]),
  );
  return [...entries, { kind: "changed", data }];
}

type Told = Pick<Row, "firstName" | "lastName" | "email" | "phone" | "isPhoneValid" | "language"> &
  Partial<Pick<Row, LeadFieldName>>;

/**
 * Returns what to fill in: only missing data, and a callable number instead of one that can't be
 * called.
 */
export function missingIn(known: Told, told: Told) {
  const { firstName, lastName, email, phone, isPhoneValid, language } = told;
  const isNameless = !known.firstName && !known.lastName;
  const isSameFirst = known.firstName.toLowerCase() === firstName.toLowerCase();
  const isCallable = isPhoneValid && !known.isPhoneValid;
  return {
    ...(isNameless && firstName && { firstName }),
    ...((isNameless || isSameFirst) && !known.lastName && lastName && { lastName }),
    ...(!known.email && email && { email }),
    ...(phone && (!known.phone || isCallable) && { phone, isPhoneValid }),
    ...(!known.language && language && { language }),
    ...Object.fromEntries(
      leadFieldNames.flatMap((name) => (told[name] && !known[name] ? [[name, told[name]]] : [])),
    ),
  };
}
