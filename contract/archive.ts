// Leads that left the queue: archived leads, and leads with a callback.
import { z } from "zod";
import type { CallOutcome } from "./call-outcomes.ts";
import { instant, line, requiredLine, uuid, whole } from "./fields.ts";
import { Lead, leadPageSize, maxLeadPageSize, maxSearchLength } from "./leads.ts";

/**
 * `leads`: archived, newest first. `callback`: leads with a callback, due or not, soonest first.
 */
export const archiveLists = ["leads", "callback"] as const;
export type ArchiveList = (typeof archiveLists)[number];

/** The results of a call that archive the lead; the outcome is then its reason. */
export const archivingOutcomes = [
  "not_interested",
  "wrong_number",
  "asked_to_stop",
] as const satisfies readonly CallOutcome[];

export const maxReasonLength = 200;

/**
 * `GET /api/leads/archive`. Filters combine with each other and a search. They apply to the list
 * `leads`; `callback` ignores them, as its leads have neither a reason nor a person.
 */
export const ArchiveQuery = z.object({
  list: z.enum(archiveLists).default("leads"),
  search: line(maxSearchLength).optional(),
  /** Only leads archived for exactly this reason, as stored: an outcome, or free text. */
  reason: line(maxReasonLength).optional(),
  /** Only leads that this person (an account's id) archived. */
  by: uuid.optional(),
  limit: whole(1, maxLeadPageSize).default(leadPageSize),
  /** The last response's `nextCursor`, with the same list and filters. */
  cursor: z.string().max(200).optional(),
});
export type ArchiveQuery = z.infer<typeof ArchiveQuery>;

export const ArchivedLead = Lead.extend({
  /** Null for a lead waiting for its callback. */
  archived: z
    .object({
      at: instant,
      /** `not_interested`, `wrong_number` or `asked_to_stop` from a call; otherwise free text. */
      reason: z.string(),
      /** Who archived it; null for an import, or when unknown. */
      by: z.string().nullable(),
    })
    .nullable(),
});
export type ArchivedLead = z.infer<typeof ArchivedLead>;

export const ArchivePage = z.object({
  leads: z.array(ArchivedLead),
  /** The number of matches, shown or not. */
  total: z.int(),
  /** False when the count of a long search or filter was cut off: at least `total` match. */
  isTotalExact: z.boolean(),
  /** The size of each list, regardless of the search and the filters. */
  counts: z.object({ leads: z.int(), callback: z.int() }),
  nextCursor: z.string().nullable(),
});
export type ArchivePage = z.infer<typeof ArchivePage>;

/** `POST /api/leads/{id}/archive` */
export const Archiving = z.object({ reason: requiredLine(maxReasonLength) });

export const maxArchivedAtOnce = 100;

const leadIds = z.array(uuid).min(1, "required").max(maxArchivedAtOnce, "too_long");

/**
 * `POST /api/leads/archive`: all of them or none. Leads that are archived already stay unchanged.
 */
export const BulkArchiving = z.object({ ids: leadIds, reason: requiredLine(maxReasonLength) });
export type BulkArchiving = z.infer<typeof BulkArchiving>;

/**
 * `POST /api/leads/restore`: restores each lead's previous state; all of them or none. Leads that
 * are not archived stay unchanged.
 */
export const BulkRestoring = z.object({ ids: leadIds });
export type BulkRestoring = z.infer<typeof BulkRestoring>;

export const ArchivedLeads = z.object({ leads: z.array(Lead) });
