// The queue of leads to call, with its filters, sort orders and pages.
import { z } from "zod";
import { line, uuid, whole } from "./fields.ts";
import { countingModes } from "./figures.ts";
import { Lead, leadPageSize, maxLeadPageSize, maxSearchLength } from "./leads.ts";

/**
 * `next`: the order in which to call. Uncalled under 10 minutes, by time left to 5 or 10; under an
 * hour, by time left; late, newest first; due callbacks, longest overdue first; no clock, longest
 * untouched first; do not call, last. `deadline`: without the 5-minute limit (decision 036).
 */
export const leadSorts = ["next", "deadline", "newest", "oldest"] as const;
export type LeadSort = (typeof leadSorts)[number];

/**
 * The states for the queue's filter. `uncalled`: never called. `due`: a callback is due. `called`:
 * no clock is running, because the lead was called without success or added by hand. A do-not-call
 * lead doesn't match any of them.
 */
export const queueStates = ["uncalled", "due", "called"] as const;
export type QueueState = (typeof queueStates)[number];

/**
 * `GET /api/leads/new`. Filters can be combined with each other, with a search and with every sort
 * order.
 */
export const LeadQuery = z.object({
  search: line(maxSearchLength).optional(),
  /** Only leads whose newest inquiry has this campaign. */
  campaign: uuid.optional(),
  /** Only leads whose newest inquiry has this source. */
  source: uuid.optional(),
  state: z.enum(queueStates).optional(),
  /** Only leads that are assigned to this person. */
  assignee: uuid.optional(),
  /** Only leads that sent another inquiry while their clock was running. */
  askedAgain: z.enum(["yes"]).optional(),
  sort: z.enum(leadSorts).default("newest"),
  /** How waits are measured. This affects only the sort orders `next` and `deadline`. */
  reading: z.enum(countingModes).default("wall"),
  limit: whole(1, maxLeadPageSize).default(leadPageSize),
  /** The previous response's `nextCursor`. */
  cursor: z.string().max(200).optional(),
});
export type LeadQuery = z.infer<typeof LeadQuery>;

export const LeadList = z.object({
  leads: z.array(Lead),
  /** The number of matching leads on all pages. */
  total: z.int(),
  /**
   * False if counting stopped early, so at least `total` leads match. This happens for common terms
   * in a long list, and for searches of one or two characters, which scan only the first leads.
   */
  isTotalExact: z.boolean(),
  /**
   * The number of the practice's leads in the queue that have a running clock and may be called.
   * The search is ignored.
   */
  uncalled: z.int(),
  /**
   * The number of the practice's leads in the queue that must not be called. The search is ignored.
   */
  doNotCall: z.int(),
  nextCursor: z.string().nullable(),
});
export type LeadList = z.infer<typeof LeadList>;
