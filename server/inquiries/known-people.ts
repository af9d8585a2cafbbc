// Finds the lead of a person who asked before, and adds to it what the person tells us now.
import { and, eq, or, sql } from "drizzle-orm";
import { fieldsInAnswers } from "#contract/fields-in-answers.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import type { LeadFieldName } from "#contract/lead-fields.ts";
import type { Transaction } from "#server/db/database.ts";
import { leads, type timeline } from "#server/db/schema.ts";
import { type KnownBy, markAsDuplicates } from "#server/leads/same-person.ts";
import { hasEmail, hasPhone } from "./different-people.ts";

export type Known = typeof leads.$inferSelect;
export type Person = IncomingLead & { isPhoneValid: boolean };
export type TimelineEntry = Pick<typeof timeline.$inferInsert, "kind" | "data">;

/** The practice's leads with any of these numbers and addresses, locked. */
export async function findKnown(
  tx: Transaction,
  clientId: string,
  people: KnownBy[],
): Promise<Known[]> {
  const phones = people.map(({ phone }) => phone).filter(Boolean);
  const emails = people.map(({ email }) => email).filter(Boolean);
  if (phones.length + emails.length === 0) return [];
  return (
    tx
      .select()
      .from(leads)
      .where(
        and(
          eq(leads.clientId, clientId),
          or(
            sql`${leads.phone} = any(${sql.param(phones)}::text[])`,
            sql`${leads.email} = any(${sql.param(emails)}::text[])`,
          ),
        ),
      )
      // A fixed lock order prevents deadlocks.
      .orderBy(leads.id)
      .for("no key update")
  );
}

/**
 * The person's lead among those with their number or address, the phone before the email; the two
 * may be duplicates. Includes deleted leads if there is no other: deletion is for mistakes, and a
 * person who inquires is not one.
 */
export async function chooseKnown(
  tx: Transaction,
  clientId: string,
  asking: KnownBy,
  matches: Known[],
): Promise<Known | null> {
  const living = matches.filter((row) => !row.deletedAt);
  const newestFirst = (living.length > 0 ? living : matches).toSorted(
    (one, other) => other.startedAt.getTime() - one.startedAt.getTime(),
  );
  const byPhone = newestFirst.find((row) => hasPhone(asking, row));
  const byEmail = newestFirst.find((row) => hasEmail(asking, row));
  if (byPhone && byEmail && byPhone !== byEmail) {
    await markAsDuplicates(tx, clientId, byPhone.id, byEmail.id);
  }
  return byPhone ?? byEmail ?? null;
}

/** Fills in missing data of a known person, and undoes a deletion. Both are on the timeline. */
export async function updateKnownLead(
  tx: Transaction,
  known: Known,
  person: Person,
): Promise<TimelineEntry[]> {
  const told = missingFields(known, person);
  const fields = Object.entries(told).filter(([field]) => field !== "isPhoneValid");
  if (fields.length === 0 && !known.deletedAt) return [];
  await tx
    .update(leads)
    .set({ ...told, deletedAt: null })
    .where(and(eq(leads.clientId, known.clientId), eq(leads.id, known.id)));
  const entries: TimelineEntry[] = known.deletedAt ? [{ kind: "undeleted", data: {} }] : [];
  if (fields.length === 0) return entries;
  const data = Object.fromEntries(
    fields.map(([field, to]) => [field, { from: known[field as keyof typeof told], to }]),
  );
  return [...entries, { kind: "changed", data }];
}

/** Only what the lead lacks: nothing is replaced, except a number that cannot be called. */
function missingFields(known: Known, person: Person) {
  const { firstName, lastName, email, phone, isPhoneValid } = person;
  const isNameless = !known.firstName && !known.lastName;
  const isSameFirst = known.firstName.toLowerCase() === firstName.toLowerCase();
  const isCallable = isPhoneValid && !known.isPhoneValid;
  const answered = Object.entries(fieldsInAnswers(person.answers));
  return {
    ...(isNameless && firstName && { firstName }),
    ...((isNameless || isSameFirst) && !known.lastName && lastName && { lastName }),
    ...(!known.email && email && { email }),
    ...(phone && (!known.phone || isCallable) && { phone, isPhoneValid }),
    ...Object.fromEntries(answered.filter(([name]) => !known[name as LeadFieldName])),
  };
}
