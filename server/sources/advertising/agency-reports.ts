// Imports a report with several practices' campaigns: each practice gets its own part, as if
// it had been uploaded for it alone. It can be undone for a day.
import { randomUUID } from "node:crypto";
import { and, asc, between, count, desc, eq, gte, inArray, isNotNull, ne, or } from "drizzle-orm";
import { campaignMessages } from "#content/console/campaigns.ts";
import {
  type AgencyReport,
  type AgencyReportUpload,
  type CampaignPlatform,
  type RecentAgencyReports,
  type Report,
  undoReportDays,
} from "#contract/campaigns.ts";
import { dayMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import { isCurrentPractice } from "#server/db/real-practices.ts";
import { campaignDays, campaignReportUndos, campaigns, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { audit } from "#server/records/audit/audit.ts";
import { assignCampaigns } from "./assign-campaigns.ts";
import { keyOf } from "./campaign-days.ts";
import { familyOf } from "./campaigns.ts";
import { type Editor, lockCampaigns } from "./change-campaigns.ts";
import { importInto, readUpload, rejectedOf, summaryOf } from "./import-report.ts";
import type { ReadReport, ReportCampaign } from "./read-report.ts";

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
      const imported =
        isApplied && !earlier
          ? await importPart(tx, editor, which, { asked, part })
          : await importInto(deps, tx, editor, {
              ...{ replacesEntered: asked.replacesEntered, clientId, report: part },
            });
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

type Part = { asked: AgencyReportUpload; part: ReadReport };

/** Stores one practice's part, and what its undo needs if it stored a day. */
async function importPart(
  tx: Transaction,
  editor: Editor,
  { clientId, importId, at }: { clientId: string; importId: string; at: Date },
  { asked: { isApplied, replacesEntered }, part }: Part,
): Promise<Report> {
  const campaignIds = await listCampaignIds(tx, clientId, part.platform);
  const days = await listDays(tx, clientId, campaignIds, part.campaigns);
  const imported = await importInto({ now: () => at }, tx, editor, {
    ...{ isApplied, replacesEntered, clientId, report: part },
  });
  const { storedDays } = imported;
  if (storedDays > 0) {
    const undoData = { campaignIds, days, storedDays };
    await tx
      .insert(campaignReportUndos)
      .values({ clientId, id: importId, importedAt: at, undoData });
  }
  return imported;
}

/**
 * Locks the practices' campaigns. Returns how many days an earlier request with this id stored in
 * each practice, or null if there was none.
 */
async function lockAndFindStored(
  tx: Transaction,
  clientIds: string[],
  id: string,
): Promise<Map<string, number> | null> {
  const stored = new Map<string, number>();
  for (const clientId of clientIds) {
    await lockCampaigns(tx, clientId);
    const [earlier] = await tx
      .select()
      .from(campaignReportUndos)
      .where(and(eq(campaignReportUndos.clientId, clientId), eq(campaignReportUndos.id, id)));
    if (earlier) stored.set(clientId, earlier.undoData.storedDays ?? 0);
  }
  return stored.size > 0 ? stored : null;
}

function partition<Item>(items: Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** A longer list of a day's imports wouldn't help to find the wrong one. */
const recentShown = 5;

/** Lists the imports that can be undone, newest first. */
export async function listRecentReports({
  db,
  now,
}: Pick<Deps, "db" | "now">): Promise<RecentAgencyReports> {
  const { id, importedAt } = campaignReportUndos;
  const rows = await db
    .select({ _id: id, importedAt, practices: count() })
    .from(campaignReportUndos)
    .where(gte(importedAt, new Date(now().getTime() - undoReportDays * dayMs)))
    .groupBy(id, importedAt)
    .orderBy(desc(importedAt), desc(id))
    .limit(recentShown);
  return { reports: rows.map((row) => ({ ...row, importedAt: row.importedAt.toISOString() })) };
}

/**
 * Restores the figures that each day had before the import, or removes the day. Days that were
 * changed or removed since stay so. Imports can be undone in any order. Campaign ids and states
 * from the file stay, too. Throws `not_found`, and `conflict` after a day.
 */
export async function undoAgencyReport(deps: Deps, editor: Editor, id: string): Promise<void> {
  const practices = await findPractices(deps, id);
  const [first] = practices;
  if (!first) throw new AppError("not_found");
  if (first.importedAt.getTime() < deps.now().getTime() - undoReportDays * dayMs) {
    throw new AppError("conflict", { sentence: campaignMessages.undoTooLate });
  }
  await deps.db.transaction(async (tx) => {
    for (const { clientId } of practices) await undoIn(deps, tx, editor, { clientId, id });
  });
}

async function undoIn(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  editor: Editor,
  { clientId, id }: { clientId: string; id: string },
): Promise<void> {
  await lockCampaigns(tx, clientId);
  const [undo] = await tx
    .delete(campaignReportUndos)
    .where(and(eq(campaignReportUndos.clientId, clientId), eq(campaignReportUndos.id, id)))
    .returning();
  // Undone at the same time by another request.
  if (!undo) return;
  const { importedAt } = undo;
  const { campaignIds, days } = undo.undoData;
  const deleted = await tx
    .delete(campaignDays)
    .where(
      and(
        eq(campaignDays.clientId, clientId),
        inArray(campaignDays.campaignId, campaignIds),
        // A day made of parts may include one entered by hand.
        or(eq(campaignDays.origin, "report"), isNotNull(campaignDays.parts)),
        eq(campaignDays.recordedAt, importedAt),
      ),
    )
    .returning({ campaignId: campaignDays.campaignId, day: campaignDays.day });
  const isDeleted = new Set(deleted.map(keyOf));
  const restored = days.filter((day) => isDeleted.has(keyOf(day)));
  for (let at = 0; at < restored.length; at += rowsAtOnce) {
    const rows = restored
      .slice(at, at + rowsAtOnce)
      .map((day) => ({ ...day, clientId, recordedAt: new Date(day.recordedAt) }));
    await tx.insert(campaignDays).values(rows).onConflictDoNothing();
  }
  await forgetImport(tx, { clientId, id, importedAt }, days);
  await audit(deps, tx, { ...editor, clientId, action: "campaign_report_undone" });
}

const rowsAtOnce = 1000;

type UndoDay = (typeof campaignReportUndos.$inferSelect)["undoData"]["days"][number];

/**
 * Undoing a later import must not restore what an undone import stored, but what was there before
 * it.
 */
async function forgetImport(
  tx: Transaction,
  { clientId, id, importedAt }: { clientId: string; id: string; importedAt: Date },
  days: UndoDay[],
): Promise<void> {
  const before = new Map(days.map((day) => [keyOf(day), day]));
  const undone = importedAt.toISOString();
  const others = await tx
    .select()
    .from(campaignReportUndos)
    .where(and(eq(campaignReportUndos.clientId, clientId), ne(campaignReportUndos.id, id)));
  for (const { id: otherId, undoData } of others) {
    const isFrom = (day: UndoDay) =>
      (day.origin === "report" || day.parts) && day.recordedAt === undone;
    if (!undoData.days.some(isFrom)) continue;
    const corrected = undoData.days.flatMap((day) =>
      isFrom(day) ? (before.get(keyOf(day)) ?? []) : day,
    );
    await tx
      .update(campaignReportUndos)
      .set({ undoData: { ...undoData, days: corrected } })
      .where(and(eq(campaignReportUndos.clientId, clientId), eq(campaignReportUndos.id, otherId)));
  }
}

/** Every practice's campaigns on the platform. */
async function listKnown(tx: Transaction, platform: CampaignPlatform) {
  const { id, clientId, name, platformCampaignId } = campaigns;
  return tx
    .select({ id, clientId, name, platformCampaignId, practice: clients.name })
    .from(campaigns)
    .innerJoin(clients, eq(clients.id, clientId))
    .where(and(isCurrentPractice, eq(campaigns.platform, platform)))
    .orderBy(asc(id));
}

/**
 * Lists the campaigns that count the practice's figures from the platform. The caller has locked
 * them.
 */
async function listCampaignIds(
  tx: Transaction,
  clientId: string,
  platform: CampaignPlatform,
): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ id: familyOf })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, clientId), eq(campaigns.platform, platform)));
  return rows.map(({ id }) => id);
}

/** Lists these campaigns' days between the first and the last day in the file. */
async function listDays(
  tx: Transaction,
  clientId: string,
  campaignIds: string[],
  reported: ReportCampaign[],
) {
  const days = reported.flatMap((campaign) => [...campaign.days.keys()]).toSorted();
  const rows = await tx
    .select()
    .from(campaignDays)
    .where(
      and(
        eq(campaignDays.clientId, clientId),
        inArray(campaignDays.campaignId, campaignIds),
        between(campaignDays.day, days[0] ?? "", days.at(-1) ?? ""),
      ),
    );
  return rows.map(({ clientId: _client, recordedAt, ...day }) => ({
    ...{ ...day, recordedAt: recordedAt.toISOString() },
  }));
}

/** The practices whose days an import changed, in a fixed order. */
async function findPractices({ db }: Pick<Deps, "db">, id: string) {
  const { clientId, importedAt } = campaignReportUndos;
  return db
    .select({ clientId, importedAt })
    .from(campaignReportUndos)
    .where(eq(campaignReportUndos.id, id))
    .orderBy(asc(clientId));
}
