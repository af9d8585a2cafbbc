// What left the queue: leads that were put away, and leads that wait for their call-back.
import { z } from "zod";
import { instant, line, requiredLine, uuid, whole } from "./fields.ts";
import { Lead, largestLeadPage, leadPageSize, longestSearch } from "./leads.ts";

/** `leads`: archived, newest first. `callback`: to be called back, due or not, soonest first. */
export const archiveLists = ["leads", "callback"] as const;
export type ArchiveList = (typeof archiveLists)[number];

/** `GET /api/leads/archive` */
export const ArchiveQuery = z.object({
  list: z.enum(archiveLists).default("leads"),
  search: line(longestSearch).optional(),
  limit: whole(1, largestLeadPage).default(leadPageSize),
  /** The last answer's `nextCursor`. */
  cursor: z.string().max(200).optional(),
});
export type ArchiveQuery = z.infer<typeof ArchiveQuery>;

export const ArchivedLead = Lead.extend({
  /** Null for a lead that waits for its call-back. */
  archived: z
    .object({
      at: instant,
      /** `not_interested` or `wrong_number` from a call; else as somebody wrote it. */
      reason: z.string(),
      /** Who did it; null when nobody can tell any more. */
      by: z.string().nullable(),
    })
    .nullable(),
});
export type ArchivedLead = z.infer<typeof ArchivedLead>;

export const ArchivePage = z.object({
  leads: z.array(ArchivedLead),
  /** How many match, shown or not. */
  total: z.int(),
  /** False when a search of a long list did not count to the end: at least `total` match. */
  isTotalExact: z.boolean(),
  /** How many each list holds, whatever is searched for. */
  counts: z.object({ leads: z.int(), callback: z.int() }),
  nextCursor: z.string().nullable(),
});
export type ArchivePage = z.infer<typeof ArchivePage>;

export const mostArchivedAtOnce = 100;

const leadIds = z.array(uuid).min(1, "required").max(mostArchivedAtOnce, "too_long");

/** `POST /api/leads/archive`: all of them or none; those that are archived already stay as they are. */
export const BulkArchiving = z.object({ ids: leadIds, reason: requiredLine(200) });
export type BulkArchiving = z.infer<typeof BulkArchiving>;

/**
 * `POST /api/leads/restore`: each becomes what it was before it was archived; all of them or none.
 * Those that are not archived stay as they are.
 */
export const BulkRestoring = z.object({ ids: leadIds });
export type BulkRestoring = z.infer<typeof BulkRestoring>;

export const ArchivedLeads = z.object({ leads: z.array(Lead) });
