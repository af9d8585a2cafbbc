// Leads outside the queue: archived leads, and leads with a callback.
import { z } from "zod";
import type { CallOutcome } from "./call-outcomes.ts";
import { instant, line, requiredLine, uuid, whole } from "./fields.ts";
import { Lead, leadPageSize, maxLeadPageSize, maxSearchLength } from "./leads.ts";

/**
 * `leads`: archived, newest first. `callback`: leads with a callback, due or not, soonest first.
 */
export const archiveLists = ["leads", "callback"] as const;
export type ArchiveList = (typeof archiveLists)[number];

/** Call outcomes that archive the lead. The outcome then becomes the reason. */
export const archivingOutcomes = [
  "not_interested",
  "wrong_number",
  "asked_to_stop",
] as const satisfies readonly CallOutcome[];

export const maxReasonLength = 200;

/**
 * `GET /api/leads/archive`. Filters combine with each other and with a search. They apply only to
 * the list `leads`: leads in `callback` have neither a reason nor a person.
 */
export const ArchiveQuery = z.object({
  list: z.enum(archiveLists).default("leads"),
  search: line(maxSearchLength).optional(),
  /** Only leads archived for exactly this reason, as stored: an outcome or free text. */
  reason: line(maxReasonLength).optional(),
  /** Only leads that this person (an account's id) archived. */
  by: uuid.optional(),
  limit: whole(1, maxLeadPageSize).default(leadPageSize),
  /** The last response's `nextCursor`, with the same list and filters. */
  cursor: z.string().max(200).optional(),
});
export type ArchiveQuery = z.infer<typeof ArchiveQuery>;

export const ArchivedLead = Lead.extend({
  /** Null for a lead with a pending callback. */
  archived: z
    .object({
      at: instant,
      /**
       * `not_interested`, `wrong_number` or `asked_to_stop` if a call archived it, otherwise free
       * text.
       */
      reason: z.string(),
      /** Who archived it, or null if an import did or it's unknown. */
      by: z.string().nullable(),
    })
    .nullable(),
});
export type ArchivedLead = z.infer<typeof ArchivedLead>;

export const ArchivePage = z.object({
  leads: z.array(ArchivedLead),
  /** The total number of matches on all pages. */
  total: z.int(),
  /** False if counting stopped early in a long search or filter. At least `total` leads match. */
  isTotalExact: z.boolean(),
  /** The size of each list, ignoring the search and the filters. */
  counts: z.object({ leads: z.int(), callback: z.int() }),
  nextCursor: z.string().nullable(),
});
export type ArchivePage = z.infer<typeof ArchivePage>;

/** `POST /api/leads/{id}/archive` */
export const Archiving = z.object({ reason: requiredLine(maxReasonLength) });

export const maxArchivedAtOnce = 100;

const leadIds = z.array(uuid).min(1, "required").max(maxArchivedAtOnce, "too_long");

/**
 * `POST /api/leads/archive`: archives all of them or none. Leads that are already archived aren't
 * changed.
 */
export const BulkArchiving = z.object({ ids: leadIds, reason: requiredLine(maxReasonLength) });
export type BulkArchiving = z.infer<typeof BulkArchiving>;

/**
 * `POST /api/leads/restore`: restores the previous state of all leads or of none. Leads that aren't
 * archived aren't changed.
 */
export const BulkRestoring = z.object({ ids: leadIds });
export type BulkRestoring = z.infer<typeof BulkRestoring>;

export const ArchivedLeads = z.object({ leads: z.array(Lead) });
