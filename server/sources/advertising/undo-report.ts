// Undoes the import of a report, for one practice or for several, within a day.
import {
  and,
  asc,
  between,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  ne,
  or,
  sql,
} from "drizzle-orm";
import { campaignMessages, campaignPlatformNames } from "#content/console/campaigns.ts";
import {
  type CampaignPlatform,
  type RecentReports,
  type Report,
  undoReportDays,
} from "#contract/campaigns.ts";
import { dayMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import { campaignDays, campaignReportUndos, campaigns, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { keyOf } from "./campaign-days.ts";
import { familyOf } from "./campaigns.ts";
import { type Editor, lockCampaigns } from "./change-campaigns.ts";
import type { ReadReport, ReportCampaign } from "./read-report.ts";
import { deleteImported, listDeleted } from "./undo-campaigns.ts";

type Import = { clientId: string; importId: string; at: Date };

/**
 * Imports one practice's part of a report with `run`, which stores its days at the time `at`. If a
 * day was stored, also stores what undoing it needs. The caller has locked the practice's
 * campaigns.
 */
export async function importWithUndo(
  tx: Transaction,
  { clientId, importId, at }: Import,
  { platform, campaigns: reported }: Pick<ReadReport, "platform" | "campaigns">,
  run: () => Promise<Report>,
): Promise<Report> {
  const known = await listCampaignIds(tx, clientId, platform);
  const shownDays = await listDays(tx, clientId, known, reported);
  const deleted = await listDeleted(tx, clientId, known);
  const imported = await run();
  const { storedDays } = imported;
  if (storedDays > 0) {
    const isKnown = new Set(known);
    const campaignIds = await listCampaignIds(tx, clientId, platform);
    const added = campaignIds.filter((id) => !isKnown.has(id));
    const isDeleted = new Set((await listDeleted(tx, clientId, known)).map(({ id }) => id));
    const broughtBack = deleted.filter(({ id }) => !isDeleted.has(id));
    const undoData = {
      ...{ platform, campaignIds, added, storedDays },
      restored: broughtBack.map(({ id, deletedAt }) => ({ id, deletedAt })),
      days: [...shownDays, ...broughtBack.flatMap(({ days }) => days)],
    };
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
export async function lockAndFindStored(
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

/** More than anyone imports in a day. */
const recentShown = 100;

/** Lists the imports that can be undone, newest first. */
export async function listRecentReports({
  db,
  now,
}: Pick<Deps, "db" | "now">): Promise<RecentReports> {
  const { id, importedAt, clientId } = campaignReportUndos;
  const practice = sql<string>`min(${clients.name})`;
  const rows = await db
    .select({ _id: id, importedAt, practices: count(), practice })
    .from(campaignReportUndos)
    .innerJoin(clients, eq(clients.id, clientId))
    .where(gte(importedAt, new Date(now().getTime() - undoReportDays * dayMs)))
    .groupBy(id, importedAt)
    .orderBy(desc(importedAt), desc(id))
    .limit(recentShown);
  return { reports: rows.map((row) => ({ ...row, importedAt: row.importedAt.toISOString() })) };
}

/**
 * Restores the figures that each day had before the import, or removes the day, and deletes the
 * campaigns that the import added or restored unless they are in use. Days that were changed or
 * removed since stay so. Imports can be undone in any order. Campaign ids and states from the file
 * stay, too. Throws `not_found`, and `conflict` after a day.
 */
export async function undoReport(deps: Deps, editor: Editor, id: string): Promise<void> {
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
  const { platform, campaignIds, added = [], restored = [], days } = undo.undoData;
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
  const before = days.filter((day) => isDeleted.has(keyOf(day)));
  for (let at = 0; at < before.length; at += rowsAtOnce) {
    const rows = before
      .slice(at, at + rowsAtOnce)
      .map((day) => ({ ...day, clientId, recordedAt: new Date(day.recordedAt) }));
    await tx.insert(campaignDays).values(rows).onConflictDoNothing();
  }
  await correctDeleted(tx, { clientId, importedAt }, campaignIds, days);
  const kept = await deleteImported(deps, tx, clientId, { added, restored });
  await forgetImport(tx, { clientId, id, importedAt }, { days, ...kept });
  const adPlatform = platform && campaignPlatformNames[platform];
  const changes = changesIn({ adPlatform, importedDays: String(deleted.length) }, {});
  const detail = changesDetail(changes);
  await audit(deps, tx, { ...editor, clientId, action: "campaign_report_undone", detail });
  await notifyPractice(tx, { clientId, kind: "campaigns" });
}

const rowsAtOnce = 1000;

type UndoData = (typeof campaignReportUndos.$inferSelect)["undoData"];
type UndoDay = UndoData["days"][number];

/** Whether the import stored this day. */
function isFrom(importedAt: Date, day: Pick<UndoDay, "origin" | "parts" | "recordedAt">): boolean {
  const isReported = day.origin === "report" || Boolean(day.parts);
  return isReported && day.recordedAt === importedAt.toISOString();
}

/** Restoring a campaign that was deleted since the import must not restore the import's figures. */
async function correctDeleted(
  tx: Transaction,
  { clientId, importedAt }: { clientId: string; importedAt: Date },
  campaignIds: string[],
  days: UndoDay[],
): Promise<void> {
  const before = new Map(days.map((day) => [keyOf(day), day]));
  for (const { id, undoData } of await listDeleted(tx, clientId, campaignIds)) {
    if (!undoData?.days.some((day) => isFrom(importedAt, day))) continue;
    const corrected = undoData.days.flatMap((day) => {
      if (!isFrom(importedAt, day)) return day;
      const earlier = before.get(keyOf({ campaignId: id, day: day.day }));
      if (!earlier) return [];
      const { campaignId: _campaign, parts = null, ...figures } = earlier;
      return { ...figures, parts };
    });
    await tx
      .update(campaigns)
      .set({ undoData: { ...undoData, days: corrected } })
      .where(and(eq(campaigns.clientId, clientId), eq(campaigns.id, id)));
  }
}

/**
 * Undoing a later import must not restore what an undone import stored, but what was there before
 * it, and must delete the undone import's campaigns if they aren't in use by then.
 */
async function forgetImport(
  tx: Transaction,
  { clientId, id, importedAt }: { clientId: string; id: string; importedAt: Date },
  { days, added, restored }: Required<Pick<UndoData, "days" | "added" | "restored">>,
): Promise<void> {
  const before = new Map(days.map((day) => [keyOf(day), day]));
  const others = await tx
    .select()
    .from(campaignReportUndos)
    .where(and(eq(campaignReportUndos.clientId, clientId), ne(campaignReportUndos.id, id)));
  for (const { id: otherId, undoData } of others) {
    const isUndone = (day: UndoDay) => isFrom(importedAt, day);
    const isTheirs = new Set(undoData.campaignIds);
    const alsoAdded = added.filter((one) => isTheirs.has(one));
    const alsoRestored = restored.filter((one) => isTheirs.has(one.id));
    const isSame = alsoAdded.length === 0 && alsoRestored.length === 0;
    if (isSame && !undoData.days.some(isUndone)) continue;
    const corrected = {
      ...undoData,
      added: [...(undoData.added ?? []), ...alsoAdded],
      restored: [...(undoData.restored ?? []), ...alsoRestored],
      days: undoData.days.flatMap((day) => (isUndone(day) ? (before.get(keyOf(day)) ?? []) : day)),
    };
    await tx
      .update(campaignReportUndos)
      .set({ undoData: corrected })
      .where(and(eq(campaignReportUndos.clientId, clientId), eq(campaignReportUndos.id, otherId)));
  }
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
