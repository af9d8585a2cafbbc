// Exports the owner's list of sources as CSV, streamed while it is generated.
import { sourceColumns, sourceKindNames, sourceStateNames } from "#content/console/sources.ts";
import type { ListedSource, SourcesExportQuery } from "#contract/sources.ts";
import { dayOf } from "#contract/zones.ts";
import type { Deps } from "#server/deps.ts";
import { streamCsvOf } from "#server/http/csv-stream.ts";
import { audit } from "#server/records/audit/audit.ts";
import { findSources, readListed } from "./source-list.ts";

/** Handles `GET /api/admin/sources/export.csv`: the list's rows, in the same order. */
export async function exportSources(
  deps: Deps,
  owner: { accountId: string; address: string },
  query: SourcesExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  await deps.limits.count("exportPerOwner", owner.accountId);
  await audit(deps, deps.db, { action: "sources_exported", ...owner });
  // The sources and their order come from one snapshot.
  const found = await findSources(deps, query, { limit: null, offset: 0 });
  return streamCsvOf(Object.values(sourceColumns), found, async (part) =>
    (await readListed(deps, part)).map(cellsOf),
  );
}

export function exportName(now: Date): string {
  return `sources-${dayOf(now)}.csv`;
}

function cellsOf(row: ListedSource): string[] {
  const cells: Record<keyof typeof sourceColumns, string> = {
    name: row.name,
    practice: row.practice.name,
    kind: sourceKindNames[row.kind],
    state: sourceStateNames[row.state],
    unread: String(row.unread),
    lastLeadAt: row.lastLeadAt ?? "",
    recentLeads: String(row.recentLeads),
    usualGapHours: row.usualGapHours === null ? "" : String(row.usualGapHours),
    createdAt: row.createdAt,
  };
  const columns = Object.keys(sourceColumns) as (keyof typeof sourceColumns)[];
  return columns.map((name) => cells[name]);
}
