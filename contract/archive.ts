// Leads outside the queue, which are archived or have a callback.
import { z } from "zod";
import type { CallOutcome } from "./call-outcomes.ts";
import { instant, line, requiredLine, uuid, whole } from "./fields.ts";
import { Lead, leadPageSize, maxLeadPageSize, maxSearchLength } from "./leads.ts";

/**
 * `leads`: archived leads, newest first. `callback`: leads with a callback, due or not, soonest
 * first.
 */
export const archiveLists = ["leads", "callback"] as const;
export type ArchiveList = (typeof archiveLists)[number];

/** The call outcomes that archive a lead. The outcome then becomes the reason. */
export const archivingOutcomes = [
  "not_interested",
  "wrong_number",
  "asked_to_stop",
] as const satisfies readonly CallOutcome[];

export const maxReasonLength = 200;

/**
 * `GET /api/leads/archive`. Filters can be combined with each other and with a search. They apply
 * only to the list `leads`, because leads in `callback` have neither a reason nor a person who
 * archived them.
 */
export const ArchiveQuery = z.object({
  list: z.enum(archiveLists).default("leads"),
  search: line(maxSearchLength).optional(),
  /**
   * Only leads that were archived for exactly this reason, which is stored as an outcome or as free
   * text.
   */
  reason: line(maxReasonLength).optional(),
  /** Only leads that this person archived, given by account id. */
  by: uuid.optional(),
  limit: whole(1, maxLeadPageSize).default(leadPageSize),
  /** The previous response's `nextCursor`, for the same list and filters. */
  cursor: z.string().max(200).optional(),
});
export type ArchiveQuery = z.infer<typeof ArchiveQuery>;

export const ArchivedLead = Lead.extend({
  /**
   * When and why the lead was archived, and who archived it. Null for a lead with a pending
   * callback.
   */
  archived: z
    .object({
      at: instant,
      /**
       * `not_interested`, `wrong_number` or `asked_to_stop` if a call archived it, otherwise free
       * text.
       */
      reason: z.string(),
      /** Who archived the lead. Null if an import archived it or the person is unknown. */
      by: z.string().nullable(),
    })
    .nullable(),
});
export type ArchivedLead = z.infer<typeof ArchivedLead>;

export const ArchivePage = z.object({
  leads: z.array(ArchivedLead),
  /** The number of matching leads on all pages. */
  total: z.int(),
  /** False if counting stopped early in a long search or filter. At least `total` leads match. */
  isTotalExact: z.boolean(),
  /** The number of leads in each list, ignoring the search and the filters. */
  counts: z.object({ leads: z.int(), callback: z.int() }),
  nextCursor: z.string().nullable(),
});
export type ArchivePage = z.infer<typeof ArchivePage>;

/** `POST /api/leads/{id}/archive` */
export const Archiving = z.object({ reason: requiredLine(maxReasonLength) });

export const maxArchivedAtOnce = 100;

const leadIds = z.array(uuid).min(1, "required").max(maxArchivedAtOnce, "too_long");

/**
 * `POST /api/leads/archive`: archives all of these leads, or none. Leads that are already archived
 * don't change.
 */
export const BulkArchiving = z.object({ ids: leadIds, reason: requiredLine(maxReasonLength) });
export type BulkArchiving = z.infer<typeof BulkArchiving>;

/**
 * `POST /api/leads/restore`: restores all of these leads to their previous state, or none. Leads
 * that aren't archived don't change.
 */
export const BulkRestoring = z.object({ ids: leadIds });
export type BulkRestoring = z.infer<typeof BulkRestoring>;

export const ArchivedLeads = z.object({ leads: z.array(Lead) });
