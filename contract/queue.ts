// The queue of leads to call: its filters, sorts and pages.
import { z } from "zod";
import { line, uuid, whole } from "./fields.ts";
import { Lead, leadPageSize, maxLeadPageSize, maxSearchLength } from "./leads.ts";

export const leadSorts = ["next", "newest", "oldest"] as const;
export type LeadSort = (typeof leadSorts)[number];

/**
 * The queue's state filter. `uncalled`: never called. `due`: a callback is due. `called`: no
 * clock is running: called without success, or added by hand.
 */
export const queueStates = ["uncalled", "due", "called"] as const;
export type QueueState = (typeof queueStates)[number];

/** `GET /api/leads/new`. Filters combine with each other, a search and every sort. */
export const LeadQuery = z.object({
  search: line(maxSearchLength).optional(),
  /** The newest inquiry's campaign. */
  campaign: uuid.optional(),
  /** The source of the newest inquiry. */
  source: uuid.optional(),
  state: z.enum(queueStates).optional(),
  /** Only leads with another inquiry while their clock was running. */
  askedAgain: z.enum(["yes"]).optional(),
  sort: z.enum(leadSorts).default("newest"),
  limit: whole(1, maxLeadPageSize).default(leadPageSize),
  /** The last answer's `nextCursor`. */
  cursor: z.string().max(200).optional(),
});
export type LeadQuery = z.infer<typeof LeadQuery>;

export const LeadList = z.object({
  leads: z.array(Lead),
  /** The number of matches, shown or not. */
  total: z.int(),
  /**
   * False when the count was cut off: at least `total` match. Happens for common terms in a long
   * list, and for searches of one or two characters, which scan only the first leads.
   */
  isTotalExact: z.boolean(),
  /** Leads in the queue with a running clock, in the whole practice, regardless of the search. */
  uncalled: z.int(),
  nextCursor: z.string().nullable(),
});
export type LeadList = z.infer<typeof LeadList>;
