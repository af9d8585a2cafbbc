// A person asks: the enquiry is kept, and joins the lead that this person already is.
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { IncomingLead, Lead } from "#contract/leads.ts";
import type { Transaction } from "#server/db/database.ts";
import { enquiries, leads, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { refreshLead } from "./lead-rows.ts";

type IncomingEnquiry = {
  clientId: string;
  sourceId: string | null;
  campaignId: string | null;
  person: IncomingLead;
  /** The source's own time; one in the future counts as the time of receipt. */
  submittedAt: Date;
  receivedAt: Date;
  isTest: boolean;
  /** Somebody at the desk typed it in: no clock. */
  isByHand?: boolean;
  /** Who typed it in. */
  accountId?: string;
  /** The consent sentence that stood beside the source's form. */
  consent?: string;
};

/**
 * Stores one enquiry in the caller's transaction. The same person, by phone in E.164 or by e-mail,
 * is the same lead; if the two point to different leads the phone wins.
 */
export async function receiveEnquiry(
  deps: Pick<Deps, "log">,
  tx: Transaction,
  enquiry: IncomingEnquiry,
): Promise<{ lead: Lead; enquiryId: string; isNewLead: boolean }> {
  const phone = readPhone(enquiry.person.phone);
  const person = { ...enquiry.person, phone: phone.text };
  await lockPerson(tx, enquiry.clientId, [person.phone, person.email]);
  const submittedAt =
    enquiry.submittedAt > enquiry.receivedAt ? enquiry.receivedAt : enquiry.submittedAt;

  const known = await findPerson(tx, enquiry.clientId, person, enquiry.isTest);
  const leadId =
    known ??
    (await insertLead(tx, {
      ...enquiry,
      submittedAt,
      person,
      isPhoneValid: phone.isValid,
    }));
  const [stored] = await tx
    .insert(enquiries)
    .values({
      clientId: enquiry.clientId,
      leadId,
      sourceId: enquiry.sourceId,
      campaignId: enquiry.campaignId,
      firstName: person.firstName,
      lastName: person.lastName,
      answers: person.answers,
      isTest: enquiry.isTest,
      isUntimed: enquiry.isByHand ?? false,
      consent: enquiry.consent,
      submittedAt,
      receivedAt: enquiry.receivedAt,
    })
    .returning({ id: enquiries.id });
  if (!stored) throw new Error("The enquiry was not stored");
  const base = {
    clientId: enquiry.clientId,
    leadId,
    accountId: enquiry.accountId,
    data: { enquiryId: stored.id },
  };
  await tx.insert(timeline).values([
    { ...base, kind: "submitted", at: submittedAt },
    { ...base, kind: "received", at: enquiry.receivedAt },
  ]);
  const lead = await refreshLead(tx, { clientId: enquiry.clientId, leadId }, "enquiry");
  deps.log.info({ clientId: enquiry.clientId, leadId }, "enquiry received");
  return { lead, enquiryId: stored.id, isNewLead: !known };
}

/** E.164 for a valid number (read as American unless it says otherwise), else as typed. */
export function readPhone(typed: string): { text: string; isValid: boolean } {
  const parsed = parsePhoneNumberFromString(typed, "US");
  return parsed?.isPossible()
    ? { text: parsed.number, isValid: true }
    : { text: typed, isValid: false };
}

/** Two enquiries of one person at the same moment wait for each other, and become one lead. */
async function lockPerson(tx: Transaction, clientId: string, names: string[]) {
  const keys = names.filter(Boolean).map((name) => `${clientId} ${name}`);
  // Always in the same order, so that two of them never wait for each other in a circle.
  for (const key of keys.sort()) {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`);
  }
}

async function findPerson(
  tx: Transaction,
  clientId: string,
  person: { phone: string; email: string },
  isTest: boolean,
): Promise<string | null> {
  const same = and(eq(leads.clientId, clientId), eq(leads.isTest, isTest), isNull(leads.deletedAt));
  const find = async (match: ReturnType<typeof eq>) => {
    const [row] = await tx
      .select({ id: leads.id })
      .from(leads)
      .where(and(same, match))
      .orderBy(desc(leads.startedAt))
      .limit(1)
      .for("update");
    return row?.id ?? null;
  };
  const byPhone = person.phone ? await find(eq(leads.phone, person.phone)) : null;
  const byEmail = person.email ? await find(eq(leads.email, person.email)) : null;
  if (byPhone && byEmail && byPhone !== byEmail) {
    for (const [one, other] of [
      [byPhone, byEmail],
      [byEmail, byPhone],
    ] as const) {
      await tx
        .update(leads)
        .set({ maybeSameAs: other })
        .where(and(eq(leads.clientId, clientId), eq(leads.id, one)));
    }
  }
  return byPhone ?? byEmail;
}

async function insertLead(
  tx: Transaction,
  enquiry: IncomingEnquiry & { isPhoneValid: boolean },
): Promise<string> {
  const { person } = enquiry;
  const [row] = await tx
    .insert(leads)
    .values({
      clientId: enquiry.clientId,
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      phone: person.phone,
      isPhoneValid: enquiry.isPhoneValid,
      isTest: enquiry.isTest,
      receivedAt: enquiry.receivedAt,
      startedAt: enquiry.submittedAt,
      touchedAt: enquiry.submittedAt,
    })
    .returning({ id: leads.id });
  if (!row) throw new Error("The lead was not stored");
  return row.id;
}
