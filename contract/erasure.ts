// The export and erasure of a person's data at the person's request.
import { z } from "zod";
import { callName } from "./call-name.ts";
import { Call } from "./calls.ts";
import { instant, requiredLine, uuid } from "./fields.ts";
import { Inquiry } from "./inquiries.ts";
import { Language } from "./languages.ts";
import { LeadFacts } from "./lead-facts.ts";
import { leadFieldsInAnswers } from "./lead-fields.ts";
import { Lead } from "./leads.ts";
import { mailStates } from "./mail.ts";
import { Note } from "./notes.ts";
import { phoneText } from "./phone.ts";
import { sourceKinds } from "./sources.ts";
import { textDirections, textStates } from "./texts.ts";
import { TimelineEntry } from "./timeline.ts";

/** `POST /api/leads/{id}/exports`: returns all stored data about the person as one document. */
export const LeadExport = z.object({
  exportedAt: instant,
  /** The practice that holds the data. */
  practice: z.string(),
  lead: Lead,
  /** The leads that were merged into this one, each with its own name and contact details. */
  mergedLeads: z.array(
    z.object({
      _id: uuid,
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string(),
      language: Language.nullable(),
      ...leadFieldsInAnswers,
      facts: LeadFacts.partial(),
    }),
  ),
  /** The reason for archiving, or null if the lead isn't archived. */
  archiveReason: z.string().nullable(),
  inquiries: z.array(Inquiry),
  /**
   * Identifiers from the sources, which are the platform's lead ids and the identities of web form
   * submissions.
   */
  announcements: z.array(
    z.object({
      source: z.enum(sourceKinds),
      /** The platform's lead id, or the identity of the form submission. */
      identity: z.string(),
      receivedAt: instant,
    }),
  ),
  /** What the sources sent about this person, as received. It's stored for 90 days. */
  deliveries: z.array(z.object({ receivedAt: instant, body: z.string() })),
  calls: z.array(Call),
  notes: z.array(Note),
  mails: z.array(
    z.object({
      _id: uuid,
      to: z.string(),
      subject: z.string(),
      text: z.string(),
      state: z.enum(mailStates),
      createdAt: instant,
      sentAt: instant.nullable(),
    }),
  ),
  texts: z.array(
    z.object({
      _id: uuid,
      direction: z.enum(textDirections),
      /** The person's number. */
      phone: z.string(),
      text: z.string(),
      state: z.enum(textStates),
      mediaCount: z.int(),
      createdAt: instant,
    }),
  ),
  timeline: z.array(TimelineEntry),
});
export type LeadExport = z.infer<typeof LeadExport>;

/**
 * `POST /api/leads/{id}/erasures`: an erasure is irreversible, so the lead's display name must be
 * typed.
 */
export const Erasure = z.object({ name: requiredLine(300) });
export type Erasure = z.infer<typeof Erasure>;

/**
 * Checks whether the typed text is the lead's display name. If the display name is a phone number,
 * the number with its country code and the email address are accepted too. Case, diacritics,
 * punctuation and spaces are ignored.
 */
export function matchesTypedName(typed: string, lead: Parameters<typeof callName>[0]): boolean {
  const name = callName(lead);
  const isNumber = name === phoneText(lead.phone);
  const alike = isNumber ? [name, lead.phone, lead.email] : [name];
  return alike.some((known) => known !== "" && lettersAndDigits(typed) === lettersAndDigits(known));
}

function lettersAndDigits(text: string): string {
  const folded = text.normalize("NFKD").toLowerCase();
  // A name of only symbols is compared as is.
  return folded.replace(/[^\p{L}\p{N}]/gu, "") || folded.trim();
}
