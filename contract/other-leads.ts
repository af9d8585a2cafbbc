// Leads that a search finds outside the queue: customers, archived leads, and leads whose callback
// isn't due yet.
import { z } from "zod";
import { instant, line } from "./fields.ts";
import { Lead, maxSearchLength } from "./leads.ts";

/**
 * The length of the shortest search text that finds these leads. Shorter texts search only the
 * queue.
 */
export const minOtherSearchLength = 3;

/**
 * The maximum number of leads in a response. If there are more, the screen asks for a longer search
 * text.
 */
export const maxOtherLeads = 20;

/** `GET /api/leads/others`: an empty search finds nothing. */
export const OtherLeadQuery = z.object({ search: line(maxSearchLength).default("") });
export type OtherLeadQuery = z.infer<typeof OtherLeadQuery>;

export const OtherLead = Lead.extend({
  /** When the first booking was made that isn't void. */
  bookedAt: instant.nullable(),
  /**
   * `reason` is `not_interested`, `wrong_number` or `asked_to_stop` if a call archived the lead,
   * otherwise free text.
   */
  archived: z.object({ at: instant, reason: z.string() }).nullable(),
});
export type OtherLead = z.infer<typeof OtherLead>;

export const OtherLeads = z.object({
  /** The matching leads, with the most recently changed first. */
  leads: z.array(OtherLead),
  /** Whether there are more matching leads. */
  hasMore: z.boolean(),
});
export type OtherLeads = z.infer<typeof OtherLeads>;
