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
  /**
   * The newest inquiries, up to a large limit, newest first. The newest inquiry with a clock is
   * always included.
   */
  inquiries: z.array(Inquiry),
  /** How many older inquiries there are. */
  olderInquiries: z.int(),
  /** Since when the lead's number gets no texts, at its own request; null: it gets them. */
  textsStoppedAt: instant.nullable(),
  /** All calls, newest first, including void calls and taps without an outcome. */
  calls: z.array(Call),
  /** Newest first. */
  notes: z.array(Note),
  /** The inquiries above and all other events, newest first. */
  timeline: z.array(TimelineEntry),
  /** Whether the timeline contains only the newest entries. */
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
