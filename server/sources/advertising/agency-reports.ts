// Imports a report with several practices' campaigns: each practice gets its own part, as if
// it had been uploaded for it alone.
import { randomUUID } from "node:crypto";
import { and, asc, eq } from "drizzle-orm";
import type { AgencyReport, AgencyReportUpload, CampaignPlatform } from "#contract/campaigns.ts";
import type { Transaction } from "#server/db/database.ts";
import { isCurrentPractice } from "#server/db/real-practices.ts";
import { campaigns, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { assignCampaigns } from "./assign-campaigns.ts";
import type { Editor } from "./change-campaigns.ts";
import { importInto, readUpload, rejectedOf, summaryOf } from "./import-report.ts";
import { importWithUndo, lockAndFindStored } from "./undo-report.ts";

/**
 * Imports the campaigns that exactly one practice has; the others are listed. With `isApplied`,
 * stores the days, all of them or none; otherwise stores nothing. Idempotent by `_id`. Throws like
 * `importReport`.
 */
export async function importAgencyReport(
  deps: Deps,
  editor: Editor,
  asked: AgencyReportUpload,
  file: Uint8Array,
): Promise<AgencyReport> {
  const report = await readUpload(deps, editor, file);
  const isApplied = asked.isApplied === "true";
  const at = deps.now();
  const importId = asked._id ?? randomUUID();
  return deps.db.transaction(async (tx) => {
    const known = await listKnown(tx, report.platform);
    const nameOf = new Map(known.map(({ clientId, practice }) => [clientId, practice]));
    const assigned = assignCampaigns(report.campaigns, known);
    const practices: AgencyReport["practices"] = [];
    const leftOut: AgencyReport["unassigned"] = assigned.unassigned.map(
      ({ campaign, problem }) => ({ ...summaryOf(campaign), problem }),
    );
    // In a fixed order, so that two imports don't deadlock.
    const clientIds = [...assigned.practices.keys()].toSorted();
    const earlier = isApplied ? await lockAndFindStored(tx, clientIds, importId) : null;
    for (const clientId of clientIds) {
      const own = assigned.practices.get(clientId) ?? [];
      const part = { ...report, campaigns: own, rejected: [] };
      const which = { clientId, importId, at };
      const { replacesEntered } = asked;
      const imported =
        isApplied && !earlier
          ? await importWithUndo(tx, which, part, () =>
              importInto({ now: () => at }, tx, editor, {
                ...{ isApplied: "true", replacesEntered, clientId, report: part },
              }),
            )
          : await importInto(deps, tx, editor, { replacesEntered, clientId, report: part });
      // Of two new ids with one name, the first takes the campaign that has this name.
      const [taken, matched] = partition(imported.campaigns, ({ match }) => match === "new");
      for (const { match: _match, keptDays: _kept, ...campaign } of taken) {
        leftOut.push({ ...campaign, problem: "same_name" });
      }
      const practice = { _id: clientId, name: nameOf.get(clientId) ?? "" };
      const storedDays = earlier ? (earlier.get(clientId) ?? 0) : imported.storedDays;
      const shown = { ...imported, campaigns: matched, storedDays, isApplied };
      practices.push({ practice, report: shown });
    }
    const storedDays = practices.reduce((sum, one) => sum + one.report.storedDays, 0);
    const problems = [...report.rejected, ...practices.flatMap((one) => one.report.rejected)];
    return {
      platform: report.platform,
      practices: practices.toSorted((a, b) => a.practice.name.localeCompare(b.practice.name, "en")),
      unassigned: leftOut,
      ...rejectedOf(problems.toSorted((a, b) => a.line - b.line)),
      ...{ storedDays, isApplied, _id: storedDays > 0 ? importId : null },
    };
  });
}

function partition<Item>(items: Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** Every practice's campaigns on the platform. */
async function listKnown(tx: Transaction, platform: CampaignPlatform) {
  const { id, clientId, name, platformCampaignId, deletedAt } = campaigns;
  return tx
    .select({ id, clientId, name, platformCampaignId, deletedAt, practice: clients.name })
    .from(campaigns)
    .innerJoin(clients, eq(clients.id, clientId))
    .where(and(isCurrentPractice, eq(campaigns.platform, platform)))
    .orderBy(asc(id));
}
