// What is kept about a person is handed over, or forgotten, because that person asked.
import { z } from "zod";
import { callName } from "./call-name.ts";
import { instant, requiredLine, uuid } from "./fields.ts";
import { Call, Inquiry, Lead, TimelineEntry } from "./leads.ts";
import { mailStates } from "./mail.ts";
import { Note } from "./notes.ts";
import { phoneText } from "./phone.ts";

/** `POST /api/leads/{id}/exports`: everything that is kept about this person, as one document. */
export const LeadExport = z.object({
  exportedAt: instant,
  /** The practice that keeps it. */
  practice: z.string(),
  lead: Lead,
  /** Why it was archived; null: it is not. */
  archiveReason: z.string().nullable(),
  inquiries: z.array(Inquiry),
  /** What announced the inquiries: the platform's own ids, and a web form's submission. */
  announcements: z.array(
    z.object({
      source: z.enum(["meta", "form"]),
      /** The platform's id of the lead, or what identifies the form's submission. */
      identity: z.string(),
      receivedAt: instant,
    }),
  ),
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
  timeline: z.array(TimelineEntry),
});
export type LeadExport = z.infer<typeof LeadExport>;

/** `POST /api/leads/{id}/erasures`. It cannot be undone, so what the lead goes by is typed out. */
export const Erasure = z.object({ name: requiredLine(300) });
export type Erasure = z.infer<typeof Erasure>;

/**
 * Whether somebody typed what a lead is called, or its number with its country, or its address where
 * it is called by its number: case, marks and spaces do not matter.
 */
export function isTypedName(typed: string, lead: Parameters<typeof callName>[0]): boolean {
  const name = callName(lead);
  const isNumber = name === phoneText(lead.phone);
  const alike = isNumber ? [name, lead.phone, lead.email] : [name];
  return alike.some((known) => known !== "" && bare(typed) === bare(known));
}

function bare(text: string): string {
  const folded = text.normalize("NFKC").toLowerCase();
  // A name of nothing but signs is compared as it is.
  return folded.replace(/[^\p{L}\p{N}]/gu, "") || folded.trim();
}
