// Stores an inquiry and joins it to the person's existing lead.
import { and, eq, or } from "drizzle-orm";
import { fieldsInAnswers } from "#contract/fields-in-answers.ts";
import type { IncomingLead } from "#contract/inquiries.ts";
import type { LeadFieldName } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import { inquiries, leads, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { scheduleAlerts } from "#server/leads/alert-schedule.ts";
import { refreshLead } from "#server/leads/refresh-lead.ts";
import { lockPerson, markAsDuplicates } from "#server/leads/same-person.ts";
import { readPhone } from "#server/phone/phone.ts";
import { truncateAnswers } from "./answers.ts";

type IncomingInquiry = {
  clientId: string;
  sourceId: string | null;
  campaignId: string | null;
  person: IncomingLead;
  /** The source's own time; a future time counts as the time of receipt. */
  submittedAt: Date;
  receivedAt: Date;
  isTest: boolean;
  /** Entered by hand: no clock. */
  isByHand?: boolean;
  /** The account that entered it. */
  accountId?: string;
  /** The consent sentence shown next to the source's form. */
  consent?: string;
};

type Person = IncomingLead & { isPhoneValid: boolean };
type Known = typeof leads.$inferSelect;

/**
 * Stores one inquiry in the caller's transaction. The same person, by a valid phone or by email, is
 * the same lead; if the two match different leads the phone wins.
 * Without `jobs` (makers of data) nobody is alerted.
 */
export async function receiveInquiry(
  deps: Pick<Deps, "log"> & Partial<Pick<Deps, "jobs">>,
  tx: Transaction,
  inquiry: IncomingInquiry,
): Promise<{ lead: Lead; inquiryId: string; isNewLead: boolean }> {
  const phone = readPhone(inquiry.person.phone);
  const person = {
    ...inquiry.person,
    answers: truncateAnswers(inquiry.person.answers),
    phone: phone.text,
    isPhoneValid: phone.isValid,
  };
  await lockPerson(tx, inquiry.clientId, {
    phone: phone.isValid ? phone.text : "",
    email: person.email,
  });
  const submittedAt =
    inquiry.submittedAt > inquiry.receivedAt ? inquiry.receivedAt : inquiry.submittedAt;

  const known = await findPerson(tx, inquiry.clientId, person, inquiry.isTest);
  if (known) await updateKnownLead(tx, known, inquiry, person);
  const leadId = known?.id ?? (await insertLead(tx, { ...inquiry, submittedAt }, person));
  const [stored] = await tx
    .insert(inquiries)
    .values({
      clientId: inquiry.clientId,
      leadId,
      sourceId: inquiry.sourceId,
      campaignId: inquiry.campaignId,
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      phone: person.phone,
      answers: person.answers,
      isTest: inquiry.isTest,
      isUntimed: inquiry.isByHand ?? false,
      consent: inquiry.consent,
      submittedAt,
      receivedAt: inquiry.receivedAt,
    })
    .returning({ id: inquiries.id });
  if (!stored) throw new Error("The inquiry was not stored");
  const base = {
    clientId: inquiry.clientId,
    leadId,
    accountId: inquiry.accountId,
    data: { inquiryId: stored.id },
  };
  await tx.insert(timeline).values([
    { ...base, kind: "submitted", at: submittedAt },
    { ...base, kind: "received", at: inquiry.receivedAt },
  ]);
  const lead = await refreshLead(tx, { clientId: inquiry.clientId, leadId }, "inquiry");
  if (deps.jobs && !inquiry.isTest && !inquiry.isByHand) {
    const { clientId, receivedAt } = inquiry;
    await scheduleAlerts({ jobs: deps.jobs }, tx, {
      ...{ clientId, leadId, inquiryId: stored.id, receivedAt },
    });
  }
  deps.log.info({ clientId: inquiry.clientId, leadId }, "inquiry received");
  return { lead, inquiryId: stored.id, isNewLead: !known };
}

/**
 * The practice's lead with this number or address, the phone before the email. Includes deleted
 * leads if there is no other: deletion is for mistakes, and a person who inquires is not one.
 */
async function findPerson(
  tx: Transaction,
  clientId: string,
  person: Person,
  isTest: boolean,
): Promise<Known | null> {
  const hasPhone = (row: Known) => person.isPhoneValid && row.phone === person.phone;
  const hasEmail = (row: Known) => person.email !== "" && row.email === person.email;
  const names = [
    person.isPhoneValid ? eq(leads.phone, person.phone) : undefined,
    person.email ? eq(leads.email, person.email) : undefined,
  ].filter((name) => name !== undefined);
  if (names.length === 0) return null;
  const rows = await tx
    .select()
    .from(leads)
    .where(and(eq(leads.clientId, clientId), eq(leads.isTest, isTest), or(...names)))
    // A fixed lock order prevents deadlocks.
    .orderBy(leads.id)
    .for("no key update");
  const living = rows.filter((row) => !row.deletedAt);
  const newestFirst = (living.length > 0 ? living : rows).toSorted(
    (one, other) => other.startedAt.getTime() - one.startedAt.getTime(),
  );
  const byPhone = newestFirst.find(hasPhone);
  const byEmail = newestFirst.find(hasEmail);
  if (byPhone && byEmail && byPhone !== byEmail) {
    await markAsDuplicates(tx, clientId, byPhone.id, byEmail.id);
  }
  return byPhone ?? byEmail ?? null;
}

/** Fills in missing data of a known person, and undoes a deletion. Both are on the timeline. */
async function updateKnownLead(
  tx: Transaction,
  known: Known,
  inquiry: IncomingInquiry,
  person: Person,
) {
  const { id: leadId, clientId } = known;
  const told = missingFields(known, person);
  const fields = Object.entries(told).filter(([field]) => field !== "isPhoneValid");
  if (fields.length === 0 && !known.deletedAt) return;
  await tx
    .update(leads)
    .set({ ...told, deletedAt: null })
    .where(and(eq(leads.clientId, clientId), eq(leads.id, leadId)));
  const entry = { clientId, leadId, at: inquiry.receivedAt, accountId: inquiry.accountId };
  if (known.deletedAt) await tx.insert(timeline).values({ ...entry, kind: "undeleted" });
  if (fields.length === 0) return;
  const data = Object.fromEntries(
    fields.map(([field, to]) => [field, { from: known[field as keyof typeof told], to }]),
  );
  await tx.insert(timeline).values({ ...entry, kind: "changed", data });
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

async function insertLead(
  tx: Transaction,
  inquiry: IncomingInquiry,
  person: Person,
): Promise<string> {
  const [row] = await tx
    .insert(leads)
    .values({
      clientId: inquiry.clientId,
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      phone: person.phone,
      isPhoneValid: person.isPhoneValid,
      ...fieldsInAnswers(person.answers),
      isTest: inquiry.isTest,
      receivedAt: inquiry.receivedAt,
      startedAt: inquiry.submittedAt,
      touchedAt: inquiry.submittedAt,
    })
    .returning({ id: leads.id });
  if (!row) throw new Error("The lead was not stored");
  return row.id;
}
