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
  isNull,
  ne,
  or,
  sql,
} from "drizzle-orm";
import { campaignMessages } from "#content/console/campaigns.ts";
import {
  type CampaignPlatform,
  type RecentReports,
  type Report,
  undoReportDays,
} from "#contract/campaigns.ts";
import { dayMs } from "#contract/durations.ts";
import type { Transaction } from "#server/db/database.ts";
import {
  campaignDays,
  campaignReportUndos,
  campaigns,
  clients,
  inquiries,
  leads,
  sources,
  templates,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { keyOf } from "./campaign-days.ts";
import { familyOf } from "./campaigns.ts";
import { type Editor, lockCampaigns } from "./change-campaigns.ts";
import type { ReadReport, ReportCampaign } from "./read-report.ts";

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
  const days = await listDays(tx, clientId, known, reported);
  const imported = await run();
  const { storedDays } = imported;
  if (storedDays > 0) {
    const isKnown = new Set(known);
    const campaignIds = await listCampaignIds(tx, clientId, platform);
    const added = campaignIds.filter((id) => !isKnown.has(id));
    const undoData = { campaignIds, added, days, storedDays };
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

/** A longer list of a day's imports wouldn't help to find the wrong one. */
const recentShown = 5;

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
 * Restores the figures that each day had before the import, or removes the day, and removes the
 * campaigns that the import added unless they are in use. Days that were changed or removed since
 * stay so. Imports can be undone in any order. Campaign ids and states from the file stay, too.
 * Throws `not_found`, and `conflict` after a day.
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
  const { campaignIds, added = [], days, storedDays } = undo.undoData;
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
  await removeUnused(tx, clientId, added);
  const detail = changesDetail(changesIn({ importedDays: storedDays?.toString() }, {}));
  await audit(deps, tx, { ...editor, clientId, action: "campaign_report_undone", detail });
  await notifyPractice(tx, { clientId, kind: "campaigns" });
}

/** Deletes the campaigns that have neither figures nor leads and that nobody has set up since. */
async function removeUnused(tx: Transaction, clientId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  const { id, mergedInto, budgetCents, script } = campaigns;
  const isOwn = eq(campaigns.clientId, clientId);
  // Locked first, so that no lead is stored for them meanwhile.
  await tx
    .select({ id })
    .from(campaigns)
    .where(and(isOwn, inArray(id, ids)))
    .orderBy(asc(id))
    .for("update");
  const all = sql`${sql.param(ids)}::uuid[]`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select campaign_id as id from ${campaignDays}
      where client_id = ${clientId} and campaign_id = any(${all})
    union select campaign_id from ${inquiries}
      where client_id = ${clientId} and campaign_id = any(${all})
    union select campaign_id from ${leads}
      where client_id = ${clientId} and campaign_id = any(${all})
    union select campaign_id from ${sources}
      where client_id = ${clientId} and campaign_id = any(${all})
    union select unnest(campaign_ids) from ${templates}
      where client_id = ${clientId} and campaign_ids && ${all}
    union select merged_into from ${campaigns}
      where client_id = ${clientId} and merged_into = any(${all})`);
  const isUsed = new Set(rows.map((row) => row.id));
  const unused = ids.filter((one) => !isUsed.has(one));
  if (unused.length === 0) return;
  const isUntouched = and(isNull(mergedInto), isNull(budgetCents), eq(script, ""));
  await tx.delete(campaigns).where(and(isOwn, inArray(id, unused), isUntouched));
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
