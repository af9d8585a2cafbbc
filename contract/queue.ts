// The queue of leads to call: its filters, sorts and pages.
import { z } from "zod";
import { line, uuid, whole } from "./fields.ts";
import { countingModes } from "./figures.ts";
import { Lead, leadPageSize, maxLeadPageSize, maxSearchLength } from "./leads.ts";

/**
 * `next`: the order to call in. Under 10 minutes uncalled, by time left to 5 or 10; under an hour,
 * by time left; late, newest first; due callbacks, longest overdue first; no clock, longest
 * untouched first; last, do not call. `deadline`: without the 5-minute limit (decision 036).
 */
export const leadSorts = ["next", "deadline", "newest", "oldest"] as const;
export type LeadSort = (typeof leadSorts)[number];

/**
 * The queue's state filter. `uncalled`: never called. `due`: a callback is due. `called`: no clock
 * is running, because the lead was called without success or added by hand. A do-not-call lead
 * doesn't match any of them.
 */
export const queueStates = ["uncalled", "due", "called"] as const;
export type QueueState = (typeof queueStates)[number];

/** `GET /api/leads/new`. Filters combine with each other, with a search and with every sort. */
export const LeadQuery = z.object({
  search: line(maxSearchLength).optional(),
  /** The campaign of the newest inquiry. */
  campaign: uuid.optional(),
  /** The source of the newest inquiry. */
  source: uuid.optional(),
  state: z.enum(queueStates).optional(),
  /** Only leads that are assigned to this person. */
  assignee: uuid.optional(),
  /** Only leads that sent another inquiry while their clock was running. */
  askedAgain: z.enum(["yes"]).optional(),
  sort: z.enum(leadSorts).default("newest"),
  /** How waits are measured. Only for the sorts `next` and `deadline`. */
  reading: z.enum(countingModes).default("wall"),
  limit: whole(1, maxLeadPageSize).default(leadPageSize),
  /** The last response's `nextCursor`. */
  cursor: z.string().max(200).optional(),
});
export type LeadQuery = z.infer<typeof LeadQuery>;

export const LeadList = z.object({
  leads: z.array(Lead),
  /** The total number of matches on all pages. */
  total: z.int(),
  /**
   * False if counting stopped early, so at least `total` leads match. Happens for common terms in a
   * long list, and for searches of one or two characters, which scan only the first leads.
   */
  isTotalExact: z.boolean(),
  /**
   * The practice's leads in the queue that have a running clock and may be called, ignoring the
   * search.
   */
  uncalled: z.int(),
  /** The practice's leads in the queue that must not be called, ignoring the search. */
  doNotCall: z.int(),
  nextCursor: z.string().nullable(),
});
export type LeadList = z.infer<typeof LeadList>;
