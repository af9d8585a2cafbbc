// The owner merges a campaign into another one, deletes one, and undoes either. See decision 110.
import { and, arrayContains, asc, eq, inArray, or } from "drizzle-orm";
import { campaignMessages } from "#content/console/campaigns.ts";
import type { Transaction } from "#server/db/database.ts";
import {
  type CampaignUndo,
  campaignDays,
  campaigns,
  sources,
  templates,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { bringBack, insertDays } from "#server/desk/inquiries/counting-campaigns.ts";
import { moveCampaign, moveInquiries } from "#server/desk/leads/move-campaign.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { countPeople } from "./campaign-people.ts";
import type { CampaignOf } from "./campaigns.ts";
import { type Editor, lockCampaigns } from "./change-campaigns.ts";
import { mergedDay, partsOf, unmergedDay } from "./day-parts.ts";
import { isTooLate, mergedPlan, undoProblemOf } from "./merge-rules.ts";

type Row = typeof campaigns.$inferSelect;
type DayRow = typeof campaignDays.$inferSelect;

/**
 * Moves everything that counts toward a campaign to another one of the practice, which the name and
 * platform id then refer to. Throws `not_found`, and `conflict` for a campaign and itself or if one
 * of them is merged or deleted.
 */
export async function mergeCampaigns(
  deps: Deps,
  editor: Editor,
  { id, clientId }: CampaignOf,
  into: string,
): Promise<void> {
  if (id === into) throw new AppError("conflict", { sentence: campaignMessages.mergeItself });
  await deps.db.transaction(async (tx) => {
    const rows = await lockFamilies(tx, clientId, [id, into]);
    const [from, survivor] = [id, into].map((one) => rows.find((row) => row.id === one));
    if (!from || !survivor) throw new AppError("not_found");
    if (isHidden(from) || isHidden(survivor)) {
      throw new AppError("conflict", { sentence: campaignMessages.mergeHidden });
    }
    const aliasesOf = (one: Row) =>
      rows.filter(({ mergedInto }) => mergedInto === one.id).map((row) => row.id);
    const aliases = aliasesOf(from);
    const days = await listDays(tx, clientId, id);
    const own = await listDays(tx, clientId, into);
    const after = mergedPlan({ ...survivor, days: own }, { ...from, days });
    const before = Object.fromEntries(
      Object.keys(after).map((name) => [name, survivor[name as keyof Row]]),
    );
    await mergeDays(
      deps,
      tx,
      { clientId, id, into },
      { days, own, aliases, known: aliasesOf(survivor) },
    );
    const undoData: CampaignUndo = {
      survivorId: into,
      ...{ days, aliases, before, after },
      sourceIds: await moveSources(tx, { clientId, from: id, into }),
      templates: await moveTemplates(tx, { clientId, from: id, into }),
      inquiryIds: await moveCampaign(tx, { clientId, from: id, into }),
    };
    if (Object.keys(after).length > 0) {
      await tx.update(campaigns).set(after).where(isOne(clientId, into));
    }
    // Each merge into a survivor is later than the previous one, even if the clock hasn't advanced.
    const last = Math.max(0, ...rows.map((row) => row.mergedAt?.getTime() ?? 0));
    const mergedAt = new Date(Math.max(deps.now().getTime(), last + 1));
    await tx
      .update(campaigns)
      .set({ mergedInto: into, mergedAt, undoData })
      .where(isOne(clientId, id));
    await pointAliases(tx, clientId, aliases, into);
    await note(deps, tx, editor, "campaign_merged", survivor, from.name);
  });
}

/**
 * Undoes a merge or a deletion. Whatever came after a merge stays with the survivor. Throws
 * `not_found`, and `conflict` with the reason if the undo can't be exact anymore.
 */
export async function undoCampaign(
  deps: Deps,
  editor: Editor,
  { id, clientId }: CampaignOf,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockCampaigns(tx, clientId);
    const [found] = await tx.select().from(campaigns).where(isOne(clientId, id));
    const survivorId = found?.undoData?.survivorId ?? found?.mergedInto;
    const rows = await lockFamilies(tx, clientId, [id, ...(survivorId ? [survivorId] : [])]);
    const row = rows.find((one) => one.id === id);
    if (!row || !isHidden(row)) throw new AppError("not_found");
    if (row.mergedInto) return unmerge(deps, tx, editor, row, rows);
    if (!row.deletedAt || isTooLate(deps.now(), row.deletedAt)) {
      throw new AppError("conflict", { sentence: campaignMessages.undoProblems.too_late });
    }
    await bringBack(tx, clientId, id);
    await note(deps, tx, editor, "campaign_restored", row);
  });
}

async function unmerge(
  deps: Deps,
  tx: Transaction,
  editor: Editor,
  row: Row,
  rows: Row[],
): Promise<void> {
  const { clientId, id, undoData, mergedAt } = row;
  const { survivorId, aliases = [], days = [] } = undoData ?? {};
  const survivor = rows.find((one) => one.id === (survivorId ?? row.mergedInto));
  if (!survivor || !mergedAt) throw new AppError("not_found");
  const members = [id, ...aliases];
  const others = rows.filter((one) => one.mergedInto === survivor.id && !members.includes(one.id));
  const now = await listDays(tx, clientId, survivor.id);
  const left = unmergedDays(now, {
    survivorId: survivor.id,
    members,
    days,
    isAlone: others.length === 0,
  });
  const problem = undoProblemOf({
    ...{ now: deps.now(), at: mergedAt, hasUndoData: undoData !== null },
    hasLaterMerge:
      row.mergedInto !== survivor.id ||
      survivor.mergedInto !== null ||
      others.some((one) => one.mergedAt !== null && one.mergedAt > mergedAt),
    isSurvivorDeleted: survivor.deletedAt !== null,
    haveDaysChanged: left === null,
  });
  if (problem || !left || !undoData) {
    const sentence = campaignMessages.undoProblems[problem ?? "days_changed"];
    throw new AppError("conflict", { sentence });
  }
  await tx.delete(campaignDays).where(areDaysOf(clientId, survivor.id));
  await insertDays(tx, clientId, survivor.id, left);
  await insertDays(tx, clientId, id, days);
  const move = { clientId, from: survivor.id, into: id };
  await moveSources(tx, move, undoData.sourceIds);
  for (const one of undoData.templates ?? []) {
    await tx
      .update(templates)
      .set({ campaignIds: one.before })
      .where(
        and(
          eq(templates.clientId, clientId),
          eq(templates.id, one.id),
          eq(templates.campaignIds, one.after),
        ),
      );
  }
  await moveInquiries(tx, move, undoData.inquiryIds ?? []);
  // Keeps what the owner has changed since.
  const { before = {}, after = {} } = undoData;
  const same = Object.keys(after).filter((name) => survivor[name as keyof Row] === after[name]);
  if (same.length > 0) {
    const values = Object.fromEntries(same.map((name) => [name, before[name]]));
    await tx
      .update(campaigns)
      .set(values as Partial<Row>)
      .where(isOne(clientId, survivor.id));
  }
  await tx
    .update(campaigns)
    .set({ mergedInto: null, mergedAt: null, undoData: null })
    .where(isOne(clientId, id));
  await pointAliases(tx, clientId, aliases, id);
  await note(deps, tx, editor, "campaign_merge_undone", survivor, row.name);
}

/** The survivor's days without the merged campaign, or null if that isn't exact anymore. */
function unmergedDays(
  now: CampaignUndo["days"],
  {
    days,
    ...of
  }: { survivorId: string; members: string[]; isAlone: boolean; days: CampaignUndo["days"] },
): CampaignUndo["days"] | null {
  const [id = "", ...aliases] = of.members;
  const stored = new Map(now.map((day) => [day.day, day]));
  const moved = new Map(days.map((day) => [day.day, partsOf(day, id, aliases)]));
  const left: CampaignUndo["days"] = [];
  for (const day of new Set([...stored.keys(), ...moved.keys()])) {
    const one = unmergedDay(stored.get(day) ?? null, moved.get(day) ?? null, of);
    if (one === "inexact") return null;
    if (one) left.push({ ...one, day });
  }
  return left;
}

/**
 * Hides a campaign without leads and its daily figures. A later lead or report that names it shows
 * it again. Throws `not_found`, and `conflict` if it has leads.
 */
export async function deleteCampaign(
  deps: Deps,
  editor: Editor,
  { id, clientId }: CampaignOf,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const rows = await lockFamilies(tx, clientId, [id]);
    const row = rows.find((one) => one.id === id);
    if (!row || isHidden(row)) throw new AppError("not_found");
    const inquiries = await countPeople(tx, { id, clientId });
    if (inquiries > 0) {
      throw new AppError("conflict", { sentence: campaignMessages.hasLeads(inquiries) });
    }
    await hideCampaign(tx, { id, clientId }, deps.now());
    await note(deps, tx, editor, "campaign_deleted", row);
  });
}

/**
 * Hides a campaign and those merged into it, and moves its figures to its undo data. The caller has
 * locked it.
 */
export async function hideCampaign(
  tx: Transaction,
  { id, clientId }: CampaignOf,
  deletedAt: Date,
): Promise<void> {
  const days = await listDays(tx, clientId, id);
  await tx.delete(campaignDays).where(areDaysOf(clientId, id));
  const sourceIds = await moveSources(tx, { clientId, from: id, into: null });
  await tx
    .update(campaigns)
    .set({ deletedAt, undoData: { survivorId: null, days, sourceIds } })
    .where(isOne(clientId, id));
  await tx
    .update(campaigns)
    .set({ deletedAt })
    .where(and(eq(campaigns.clientId, clientId), eq(campaigns.mergedInto, id)));
}

/**
 * Locks these campaigns and those merged into them, so that no lead is stored for them until the
 * transaction ends.
 */
async function lockFamilies(tx: Transaction, clientId: string, ids: string[]): Promise<Row[]> {
  await lockCampaigns(tx, clientId);
  return (
    tx
      .select()
      .from(campaigns)
      .where(
        and(
          eq(campaigns.clientId, clientId),
          or(inArray(campaigns.id, ids), inArray(campaigns.mergedInto, ids)),
        ),
      )
      // A fixed lock order prevents deadlocks.
      .orderBy(asc(campaigns.id))
      .for("update")
  );
}

const isHidden = (row: Row) => row.mergedInto !== null || row.deletedAt !== null;

function isOne(clientId: string, id: string) {
  return and(eq(campaigns.clientId, clientId), eq(campaigns.id, id));
}

function areDaysOf(clientId: string, id: string) {
  return and(eq(campaignDays.clientId, clientId), eq(campaignDays.campaignId, id));
}

async function pointAliases(tx: Transaction, clientId: string, ids: string[], into: string) {
  if (ids.length === 0) return;
  await tx
    .update(campaigns)
    .set({ mergedInto: into })
    .where(and(eq(campaigns.clientId, clientId), inArray(campaigns.id, ids)));
}

async function listDays(
  tx: Transaction,
  clientId: string,
  id: string,
): Promise<CampaignUndo["days"]> {
  const rows = await tx
    .select()
    .from(campaignDays)
    .where(areDaysOf(clientId, id))
    .orderBy(asc(campaignDays.day));
  return rows.map(({ clientId: _client, campaignId: _campaign, recordedAt, ...day }: DayRow) => ({
    ...{ ...day, recordedAt: recordedAt.toISOString() },
  }));
}

/**
 * Stores each day with its parts and the current time, so that undoing an earlier import doesn't
 * change these days.
 */
async function mergeDays(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { clientId, id, into }: { clientId: string; id: string; into: string },
  of: { days: CampaignUndo["days"]; own: CampaignUndo["days"]; aliases: string[]; known: string[] },
): Promise<void> {
  const recordedAt = deps.now().toISOString();
  const own = new Map(of.own.map((day) => [day.day, partsOf(day, into, of.known)]));
  const moved = new Map(of.days.map((day) => [day.day, partsOf(day, id, of.aliases)]));
  const merged = [...new Set([...own.keys(), ...moved.keys()])].map((day) => ({
    ...mergedDay(own.get(day) ?? {}, moved.get(day) ?? {}, recordedAt),
    day,
  }));
  await tx.delete(campaignDays).where(areDaysOf(clientId, id));
  await tx.delete(campaignDays).where(areDaysOf(clientId, into));
  await insertDays(tx, clientId, into, merged);
}

/** Links the sources to the other campaign, or to none, and returns their ids. */
async function moveSources(
  tx: Transaction,
  { clientId, from, into }: { clientId: string; from: string; into: string | null },
  ids?: string[],
): Promise<string[]> {
  const rows = await tx
    .update(sources)
    .set({ campaignId: into })
    .where(
      and(
        eq(sources.clientId, clientId),
        eq(sources.campaignId, from),
        ids && inArray(sources.id, ids),
      ),
    )
    .returning({ id: sources.id });
  return rows.map(({ id }) => id);
}

/** Templates for the merged campaign's leads now answer the survivor's. */
async function moveTemplates(
  tx: Transaction,
  { clientId, from, into }: { clientId: string; from: string; into: string },
): Promise<NonNullable<CampaignUndo["templates"]>> {
  const rows = await tx
    .select({ id: templates.id, before: templates.campaignIds })
    .from(templates)
    .where(and(eq(templates.clientId, clientId), arrayContains(templates.campaignIds, [from])))
    .for("update");
  const moved = rows.map(({ id, before }) => ({
    ...{ id, before },
    after: [...new Set(before.map((one) => (one === from ? into : one)))],
  }));
  for (const { id, after } of moved) {
    await tx
      .update(templates)
      .set({ campaignIds: after })
      .where(and(eq(templates.clientId, clientId), eq(templates.id, id)));
  }
  return moved;
}

/** Audits the step and notifies open dashboards. */
async function note(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  editor: Editor,
  action: Extract<
    Parameters<typeof audit>[2]["action"],
    "campaign_merged" | "campaign_merge_undone" | "campaign_deleted" | "campaign_restored"
  >,
  { id, clientId, name }: Row,
  other?: string,
): Promise<void> {
  const [from, to] = action === "campaign_merged" ? [other, name] : [name, other];
  const changes = other ? changesDetail(changesIn({ campaign: from }, { campaign: to })) : {};
  const detail = { campaign: id, ...changes };
  await audit(deps, tx, { ...editor, clientId, action, detail });
  await notifyPractice(tx, { clientId, kind: "campaigns" });
}
