// Reads the merge values of a practice's email for one lead and renders the email.
import { and, eq, isNull } from "drizzle-orm";
import { intakeMessages } from "#content/messages.ts";
import { mergeFieldWords } from "#content/templates.ts";
import type { Language } from "#contract/languages.ts";
import { phoneText } from "#contract/phone.ts";
import { mergeFields } from "#contract/templates.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { accounts, clients } from "#server/db/schema.ts";
import { capitalizeName } from "#server/documents/greeting/capitalize-name.ts";
import { AppError } from "#server/errors.ts";
import {
  fillLine,
  fillRichText,
  type MergeValues,
} from "#server/messages/merge-fields/merge-fields.ts";
import { findAddressee } from "./addressee.ts";

type Reader = { db: Database | Transaction };

/** The sender of a practice's emails, and the practice's own merge values. */
export type Sender = {
  name: string;
  phone: string;
  address: string;
  /** The sender name; the practice's name unless it chose another. */
  fromName: string;
  replyTo: string;
};

/** Throws `not_found`. */
export async function getSender({ db }: Reader, clientId: string): Promise<Sender> {
  const [row] = await db
    .select({ client: clients, email: accounts.email })
    .from(clients)
    // The practice's first manager.
    .innerJoin(
      accounts,
      and(
        eq(accounts.clientId, clients.id),
        eq(accounts.role, "manager"),
        isNull(accounts.deactivatedAt),
      ),
    )
    .where(eq(clients.id, clientId))
    .orderBy(accounts.createdAt, accounts.id)
    .limit(1);
  if (!row) throw new AppError("not_found");
  const { name, phone, address, address2, city, state, zip, senderName, replyTo } = row.client;
  const street = [address, address2].filter(Boolean).join(", ");
  return {
    name,
    phone,
    address: `${street}, ${city}, ${state} ${zip}`,
    fromName: senderName || name,
    replyTo: replyTo || row.email,
  };
}

type Person = { firstName: string; lastName: string; email: string; phone: string };

/**
 * Returns the merge values of the person at one of a lead's addresses (`findAddressee`). Throws
 * `not_found` for another practice's lead, `invalid` for another address.
 */
export async function getMergeValues(
  { db }: Reader,
  clientId: string,
  leadId: string,
  sender: Sender,
  to?: string,
): Promise<MergeValues> {
  const addressee = await findAddressee(db, clientId, leadId, to);
  return valuesOf(addressee, addressee.campaign, sender);
}

export function valuesOf(person: Person, campaign: string | null, sender: Sender): MergeValues {
  const firstName = capitalizeName(person.firstName);
  const lastName = capitalizeName(person.lastName);
  return {
    "lead.firstName": firstName,
    "lead.lastName": lastName,
    "lead.fullName": `${firstName} ${lastName}`.trim(),
    "lead.email": person.email,
    "lead.phone": phoneText(person.phone),
    // The template's own words are better than "name not known yet".
    "lead.campaign": campaign === intakeMessages.unknownCampaign ? "" : (campaign ?? ""),
    ...ofPractice(sender),
  };
}

/** Returns a made-up person's values, for a preview without a lead. */
export function sampleValues(sender: Sender): MergeValues {
  const samples = mergeFields.map((field) => [field, mergeFieldWords[field].sample]);
  return { ...(Object.fromEntries(samples) as MergeValues), ...ofPractice(sender) };
}

/** Returns the email as it is sent. `unsubscribeUrl`: for an automatic email. */
export async function composeEmail(
  words: { subject: string; body: string; language: Language },
  values: MergeValues,
  sender: Sender,
  unsubscribeUrl: string | null,
): Promise<{ subject: string; html: string; text: string }> {
  const subject = fillLine(words.subject, values);
  const body = fillRichText(words.body, values);
  // The library is large, so it is loaded on first use.
  const { renderEmailHtml } = await import("./email-layout.tsx");
  const letter = await renderEmailHtml({
    subject,
    body,
    language: words.language,
    practice: sender,
    unsubscribeUrl,
  });
  return { subject, ...letter };
}

function ofPractice(sender: Sender) {
  return {
    "practice.name": sender.name,
    "practice.phone": sender.phone,
    "practice.address": sender.address,
    "practice.email": sender.replyTo,
  };
}

/** Formats US numbers as people write them. Other numbers are unchanged. */
