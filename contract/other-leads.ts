// Leads outside the queue that a search finds: customers, archived leads, and those whose callback
// is not due yet.
import { z } from "zod";
import { instant, line } from "./fields.ts";
import { Lead, maxSearchLength } from "./leads.ts";

/** Shorter texts are found in the queue only. */
export const minOtherSearchLength = 3;

/** The number of leads in an answer; more of them ask for a longer text. */
export const maxOtherLeads = 20;

/** `GET /api/leads/others`. Without a text it finds nothing. */
export const OtherLeadQuery = z.object({ search: line(maxSearchLength).default("") });
export type OtherLeadQuery = z.infer<typeof OtherLeadQuery>;

export const OtherLead = Lead.extend({
  /** The first booking that is not void. */
  bookedAt: instant.nullable(),
  /** `reason`: `not_interested`, `wrong_number` or `asked_to_stop` from a call; otherwise free text. */
  archived: z.object({ at: instant, reason: z.string() }).nullable(),
});
export type OtherLead = z.infer<typeof OtherLead>;

export const OtherLeads = z.object({
  /** Touched most recently first. */
  leads: z.array(OtherLead),
  /** Whether more leads match. */
  hasMore: z.boolean(),
});
export type OtherLeads = z.infer<typeof OtherLeads>;
