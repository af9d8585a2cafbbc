// Exports the owner's list of campaigns as CSV, streamed while it is generated.
import {
  budgetPeriodNames,
  campaignColumns,
  campaignPlatformNames,
  campaignStateNames,
} from "#content/console/campaigns.ts";
import type { CampaignsExportQuery, ListedCampaign } from "#contract/campaigns.ts";
import { dollarsText } from "#contract/money.ts";
import { dayOf } from "#contract/zones.ts";
import type { Deps } from "#server/deps.ts";
import { streamCsvOf } from "#server/http/csv-stream.ts";
import { audit } from "#server/records/audit/audit.ts";
import { findCampaigns, readListed } from "./campaign-list.ts";

/** Handles `GET /api/admin/campaigns/export.csv`: the list's rows, in the same order. */
export async function exportCampaigns(
  deps: Deps,
  editor: { accountId: string; address: string },
  query: CampaignsExportQuery,
): Promise<ReadableStream<Uint8Array>> {
  await deps.limits.count("exportPerOwner", editor.accountId);
  await audit(deps, deps.db, { action: "campaigns_exported", ...editor });
  // The campaigns and their order come from one snapshot.
  const found = await findCampaigns(deps.db, query, { limit: null, offset: 0 });
  return streamCsvOf(Object.values(campaignColumns), found, async (part) =>
    (await readListed(deps.db, part)).map(cellsOf),
  );
}

export function exportName(now: Date): string {
  return `campaigns-${dayOf(now)}.csv`;
}

function cellsOf(row: ListedCampaign): string[] {
  const cells: Record<keyof typeof campaignColumns, string> = {
    name: row.name,
    practice: row.practice.name,
    platform: campaignPlatformNames[row.platform],
    platformCampaignId: row.platformCampaignId ?? "",
    state: campaignStateNames[row.state],
    startsOn: row.startsOn ?? "",
    endsOn: row.endsOn ?? "",
    budget: row.budgetCents === null ? "" : dollarsText(row.budgetCents),
    budgetPeriod: row.budgetCents === null ? "" : budgetPeriodNames[row.budgetPeriod],
    spend: row.spendCents === null ? "" : dollarsText(row.spendCents),
    leads: String(row.leads),
    perLead: typeof row.perLead === "number" ? dollarsText(row.perLead) : "",
    booked: String(row.booked),
    lastLeadAt: row.lastLeadAt ?? "",
    lastDay: row.lastDay ?? "",
  };
  const columns = Object.keys(campaignColumns) as (keyof typeof campaignColumns)[];
  return columns.map((name) => cells[name]);
}
