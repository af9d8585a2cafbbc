// Reads one of the archive's two lists, up to the number of rows shown.
import type { ApiClient } from "#app/api.ts";
import { bodyOf, isProofMissing } from "#app/ui/ask-api.ts";
import type { ArchivedLead, ArchiveList, ArchivePage } from "#contract/archive.ts";
import { type FilterParams, noFilters } from "./filter-params.ts";

/** A search shows the first 50 matches, the API's maximum per request. */
export const searchSize = 50;

const nothing: ArchivePage = {
  ...{ leads: [], total: 0, isTotalExact: true, nextCursor: null },
  counts: { leads: 0, callback: 0 },
};

type Wanted = {
  list: ArchiveList;
  q: string;
  filters?: FilterParams;
  show: number;
  viewAs: { client?: string };
};

/** Reads a list of the archive. Returns null if a request failed. */
export async function readArchive(
  api: ApiClient,
  { list, q, filters: { reason, by } = noFilters, show, viewAs }: Wanted,
) {
  const leads: ArchivedLead[] = [];
  let read: ArchivePage = nothing;
  let cursor: string | undefined;
  for (;;) {
    const limit = String(Math.min(searchSize, show - leads.length));
    const answer = await api.leads.archive.$get({
      query: {
        ...{ ...viewAs, list, limit },
        ...(q && { search: q }),
        ...(reason && { reason }),
        ...(by && { by }),
        ...(cursor && { cursor }),
      },
    });
    if (!answer.ok) {
      return (await isProofMissing(answer)) ? { ...read, leads, needsProof: true } : null;
    }
    read = await bodyOf(answer);
    leads.push(...read.leads);
    cursor = read.nextCursor ?? undefined;
    if (!cursor || leads.length >= show) return { ...read, leads, needsProof: false };
  }
}
