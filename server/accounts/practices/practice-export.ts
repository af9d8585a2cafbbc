// Exports the owner's list of practices as CSV, streamed while it is generated.
import { practiceColumns, practiceWords, stepWords } from "#content/console/practices.ts";
import type { Cost } from "#contract/campaigns.ts";
import { dollarsText } from "#contract/money.ts";
import type { ClientsExportQuery, ListedClient } from "#contract/practices.ts";
import { dayOf } from "#contract/zones.ts";
import type { Deps } from "#server/deps.ts";
import { streamCsvOf } from "#server/http/csv-stream.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { audit } from "#server/records/audit/audit.ts";
import { findClients } from "./practice-list.ts";
import { readPractices } from "./practice-rows.ts";

/** Handles `GET /api/admin/clients/export.csv`: the list's rows, in the same order. */
export async function exportClients(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  query: ClientsExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  await deps.limits.count("exportPerOwner", accountId);
  await audit(deps, deps.db, { action: "practices_exported", accountId, address });
  // The practices and their order come from one snapshot.
  const ids = await findClients(deps, query, { limit: null, offset: 0 });
  return streamCsvOf(Object.values(practiceColumns), ids, async (part) =>
    (await readPractices(deps, part)).map(cellsOf),
  );
}

export function exportName(now: Date): string {
  return `practices-${dayOf(now)}.csv`;
}

function dollarsOf(cost: Cost): string {
  return typeof cost === "number" ? dollarsText(cost) : "";
}

function cellsOf(row: ListedClient): string[] {
  const { leads, timeDiff, neverCalled, median } = row.figures;
  const cells: Record<keyof typeof practiceColumns, string> = {
    name: row.name,
    city: row.city,
    state: row.state,
    status: practiceWords.states[row.status],
    package: row.package,
    fee: row.feeCents === null ? "" : dollarsText(row.feeCents),
    nextInvoiceOn: row.nextInvoiceOn ?? "",
    unpaid: dollarsText(row.unpaidCents),
    tags: row.tags.join("; "),
    registeredAt: row.registeredAt,
    lastSignedInAt: row.lastSignedInAt ?? "",
    leads: String(leads),
    onTime: String(timeDiff.lt10),
    slow: String(timeDiff.lt60),
    late: String(timeDiff.other),
    neverCalled: String(neverCalled),
    median: practiceWords.median(median),
    perLead: dollarsOf(row.costs.perLead),
    perBooked: dollarsOf(row.costs.perBooked),
    lastLeadAt: row.lastLeadAt ?? "",
    waiting: String(row.uncalled),
    sources: row.sourceProblems.map((kind) => practiceWords.sourceProblems[kind]).join("; "),
    alerts: row.steps.includes("alerts") ? practiceWords.alertsOn : practiceWords.alertsOff,
    setup: row.steps.map((step) => stepWords[step].name).join("; "),
  };
  const columns = Object.keys(practiceColumns) as (keyof typeof practiceColumns)[];
  return columns.map((name) => cells[name]);
}
