// Leads outside the queue that a search finds: customers, archived leads, and leads whose callback
// isn't due yet.
import { z } from "zod";
import { instant, line } from "./fields.ts";
import { Lead, maxSearchLength } from "./leads.ts";

/** Shorter texts search only the queue. */
export const minOtherSearchLength = 3;

/** The most leads in a response. If there are more, the screen asks for a longer text. */
export const maxOtherLeads = 20;

/** `GET /api/leads/others`. An empty search finds nothing. */
export const OtherLeadQuery = z.object({ search: line(maxSearchLength).default("") });
export type OtherLeadQuery = z.infer<typeof OtherLeadQuery>;

export const OtherLead = Lead.extend({
  /** When the first booking that isn't void was made. */
  bookedAt: instant.nullable(),
  /**
   * `reason`: `not_interested`, `wrong_number` or `asked_to_stop` if a call archived it, otherwise
   * free text.
   */
  archived: z.object({ at: instant, reason: z.string() }).nullable(),
});
export type OtherLead = z.infer<typeof OtherLead>;

export const OtherLeads = z.object({
  /** Most recently changed first. */
  leads: z.array(OtherLead),
  /** Whether more leads match. */
  hasMore: z.boolean(),
});
export type OtherLeads = z.infer<typeof OtherLeads>;
