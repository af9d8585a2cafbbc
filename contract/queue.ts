// The queue of leads to call: its filters, sorts and pages.
import { z } from "zod";
import { line, uuid, whole } from "./fields.ts";
import { countingModes } from "./figures.ts";
import { Lead, leadPageSize, maxLeadPageSize, maxSearchLength } from "./leads.ts";

/**
 * `next`: the order to call in. First those uncalled for less than ten minutes, by the time left to
 * their next limit, five or ten minutes; then under an hour, least time left; late ones, newest
 * first; due callbacks, longest overdue first; those without a clock (called without success, or
 * added by hand), longest untouched first; last, those that must not be called. `deadline`: the
 * same, but by the time left to ten or to sixty minutes alone. Compared in decision 036.
 */
export const leadSorts = ["next", "deadline", "newest", "oldest"] as const;
export type LeadSort = (typeof leadSorts)[number];

/**
 * The queue's state filter. `uncalled`: never called. `due`: a callback is due. `called`: no clock
 * is running: called without success, or added by hand. A do-not-call lead isn't in any of them.
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
  /** Only leads that this person has taken. */
  assignee: uuid.optional(),
  /** Only leads with another inquiry while their clock was running. */
  askedAgain: z.enum(["yes"]).optional(),
  sort: z.enum(leadSorts).default("newest"),
  /** How a wait is measured; only for the sorts `next` and `deadline`. */
  reading: z.enum(countingModes).default("wall"),
  limit: whole(1, maxLeadPageSize).default(leadPageSize),
  /** The last response's `nextCursor`. */
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
  /**
   * Leads in the queue with a running clock that may be called, in the whole practice, regardless
   * of the search.
   */
  uncalled: z.int(),
  /** Leads in the queue that must not be called, counted in the same way. */
  doNotCall: z.int(),
  nextCursor: z.string().nullable(),
});
export type LeadList = z.infer<typeof LeadList>;
