// Everything on a lead's page.
import { z } from "zod";
import { Call } from "./calls.ts";
import { instant } from "./fields.ts";
import { Inquiry } from "./inquiries.ts";
import { Lead } from "./leads.ts";
import { OpenMerge, Suggestion } from "./merges.ts";
import { Note } from "./notes.ts";
import { TimelineEntry } from "./timeline.ts";

/** `GET /api/leads/{id}` */
export const LeadDetail = z.object({
  lead: Lead,
  /** Newest first, up to a large limit. Always includes the newest one with a clock. */
  inquiries: z.array(Inquiry),
  /** How many more there are. */
  olderInquiries: z.int(),
  /** Since when the lead's number gets no texts, at its own request; null: it gets them. */
  textsStoppedAt: instant.nullable(),
  /** Newest first, including void calls and taps without an outcome. */
  calls: z.array(Call),
  /** Newest first. */
  notes: z.array(Note),
  /** Newest first: the inquiries above and all other events. */
  timeline: z.array(TimelineEntry),
  /** True if only the newest entries are included. */
  isTimelineCut: z.boolean(),
  /**
   * Other leads that may be the same person, most likely first. Leads known to be different people
   * are left out.
   */
  suggestions: z.array(Suggestion),
  /** Merges into this lead that can still be undone, newest first. */
  merges: z.array(OpenMerge),
});
export type LeadDetail = z.infer<typeof LeadDetail>;
