// The owner adds campaigns, changes them, and enters daily figures. Each step is audited.
import { and, eq, ne } from "drizzle-orm";
import { budgetTexts, campaignMessages, campaignStateNames } from "#content/console/campaigns.ts";
import { site } from "#content/site.ts";
import type {
  CampaignChange,
  CampaignState,
  DayChange,
  EnteredDay,
  NewCampaign,
} from "#contract/campaigns.ts";
import { customerIdText } from "#contract/google-ads.ts";
import { dollarsText } from "#contract/money.ts";
import { dayIn } from "#contract/zones.ts";
import type { Transaction } from "#server/db/database.ts";
import { campaignDays, campaigns, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import { isClient } from "#server/people/accounts.ts";
import { audit, changesDetail, changesIn } from "#server/records/audit/audit.ts";
import { type CampaignOf, isShown, stateOf } from "./campaigns.ts";

/** `address`: the request's IP address. */
export type Editor = { accountId: string; address: string };

type Row = typeof campaigns.$inferSelect;

type Figures = Pick<EnteredDay, "impressions" | "clicks" | "spendCents">;

/** `isOwner`: whether the editor may link campaigns to a Google Ads account. */
export type CampaignEditor = Editor & { isOwner: boolean };

/**
 * Throws `invalid` for an unknown practice, `conflict` for a platform id that is taken, `forbidden`
 * if a helper links it to an account.
 */
export async function addOwnersCampaign(
  deps: Deps,
  { isOwner, ...editor }: CampaignEditor,
  { client: clientId, ...values }: NewCampaign,
): Promise<CampaignOf> {
  if (!(await isClient(deps, clientId))) {
    throw new AppError("invalid", { fields: { client: "invalid" } });
  }
  if (values.googleCustomerId) refuseLink(values, isOwner);
  return deps.db.transaction(async (tx) => {
    await lockCampaigns(tx, clientId);
    await refuseKnownId(tx, { clientId, id: null, ...values });
    const [row] = await tx
      .insert(campaigns)
      .values({ ...values, clientId, createdAt: deps.now() })
      .returning({ id: campaigns.id });
    if (!row) throw new Error("The campaign was not stored");
    const detail = { campaign: row.id };
    await audit(deps, tx, { ...editor, clientId, action: "campaign_added", detail });
    await notifyPractice(tx, { clientId, kind: "campaigns" });
    return { id: row.id, clientId };
  });
}

/**
 * Throws `not_found`, `conflict` when another campaign has the platform's id, `invalid`, and
 * `forbidden` if a helper links it to another account.
 */
export async function changeCampaign(
  deps: Deps,
  { isOwner, ...editor }: CampaignEditor,
  which: CampaignOf,
  { state, ...change }: CampaignChange,
): Promise<void> {
  const { id, clientId } = which;
  await deps.db.transaction(async (tx) => {
    const row = await lockShown(tx, which);
    const values = { ...change, ...(state && momentsOf(state, row, deps.now())) };
    if (Object.keys(values).length === 0) return;
    const after = { ...row, ...values };
    if (after.startsOn && after.endsOn && after.startsOn > after.endsOn) {
      throw new AppError("invalid", { fields: { endsOn: "invalid" } });
    }
    if (linkOf(after) !== linkOf(row)) refuseLink(after, isOwner);
    await refuseKnownId(tx, after);
    await tx.update(campaigns).set(values).where(isCampaign(which));
    const detail = { campaign: id, ...changesDetail(changesIn(textsOf(row), textsOf(after))) };
    await audit(deps, tx, { ...editor, clientId, action: "campaign_changed", detail });
    await notifyPractice(tx, { clientId, kind: "campaigns" });
  });
}

/**
 * Replaces the whole day, by default with what was entered by hand. Idempotent. Throws
 * `not_found`, and `invalid` for a day that hasn't begun where the agency is.
 */
export async function enterDay(
  deps: Deps,
  editor: Editor,
  which: CampaignOf & { day: string },
  figures: EnteredDay,
): Promise<void> {
  refuseFuture(deps, which.day);
  const { origin = "hand" as const } = figures;
  const values = { ...figures, origin, recordedAt: deps.now() };
  await deps.db.transaction(async (tx) => {
    await lockShown(tx, which);
    const before = await findDay(tx, which);
    await writeDay(tx, which, values);
    await noteDay(deps, tx, editor, which, { before, after: figures });
  });
}

/**
 * Changes some figures of a day; omitted ones stay as they are stored. The day then counts as
 * entered by hand. Idempotent. Throws like `enterDay`.
 */
export async function changeDay(
  deps: Deps,
  editor: Editor,
  which: CampaignOf & { day: string },
  change: DayChange,
): Promise<void> {
  refuseFuture(deps, which.day);
  await deps.db.transaction(async (tx) => {
    await lockShown(tx, which);
    const before = await findDay(tx, which, { isLocked: true });
    const stored = before ?? noFigures;
    const of = (name: keyof Figures) => (change[name] === undefined ? stored[name] : change[name]);
    const after = {
      impressions: of("impressions"),
      clicks: of("clicks"),
      spendCents: of("spendCents"),
    };
    if (figureNames.every((name) => after[name] === stored[name])) return;
    const isEmpty = figureNames.every((name) => after[name] === null);
    if (isEmpty) await tx.delete(campaignDays).where(isDay(which));
    // Writes only what was changed, because Meta's figures may have arrived since for a day that
    // had none.
    else await writeDay(tx, which, { ...change, origin: "hand", recordedAt: deps.now() });
    await noteDay(deps, tx, editor, which, { before, after: isEmpty ? null : after });
  });
}

const noFigures = { impressions: null, clicks: null, spendCents: null };
const figureNames = ["impressions", "clicks", "spendCents"] as const;

function refuseFuture({ now }: Pick<Deps, "now">, day: string): void {
  if (day <= dayIn(now(), site.officeHours.timeZone)) return;
  throw new AppError("invalid", { fields: { day: "future_day" } });
}

/** Makes the day's figures unknown. Throws `not_found` when they already are. */
export async function removeDay(
  deps: Deps,
  editor: Editor,
  which: CampaignOf & { day: string },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await lockShown(tx, which);
    const [before] = await tx.delete(campaignDays).where(isDay(which)).returning();
    if (!before) throw new AppError("not_found");
    await noteDay(deps, tx, editor, which, { before, after: null });
  });
}

/** Serializes changes to a practice's campaigns, because names and ids are compared first. */
export async function lockCampaigns(tx: Transaction, clientId: string): Promise<void> {
  await tx
    .select({ id: clients.id })
    .from(clients)
    .where(eq(clients.id, clientId))
    .for("no key update");
}

/** Locks it and returns it, unless it was merged or deleted: then throws `not_found`. */
async function lockShown(tx: Transaction, which: CampaignOf): Promise<Row> {
  await lockCampaigns(tx, which.clientId);
  const [row] = await tx
    .select()
    .from(campaigns)
    .where(and(isCampaign(which), isShown));
  if (!row) throw new AppError("not_found");
  return row;
}

function isDay({ id, clientId, day }: CampaignOf & { day: string }) {
  return and(
    eq(campaignDays.clientId, clientId),
    eq(campaignDays.campaignId, id),
    eq(campaignDays.day, day),
  );
}

async function findDay(
  tx: Transaction,
  which: CampaignOf & { day: string },
  { isLocked = false } = {},
) {
  const found = tx.select().from(campaignDays).where(isDay(which));
  const [day] = await (isLocked ? found.for("update") : found);
  return day ?? null;
}

type DayRow = typeof campaignDays.$inferInsert;

/** Adds the day, or sets these columns of it. */
async function writeDay(
  tx: Transaction,
  { id: campaignId, clientId, day }: CampaignOf & { day: string },
  figures: Pick<DayRow, "origin" | "recordedAt"> & DayChange,
): Promise<void> {
  // What a person enters is the day's total.
  const values = { ...figures, parts: null };
  await tx
    .insert(campaignDays)
    .values({ clientId, campaignId, day, ...values })
    .onConflictDoUpdate({
      target: [campaignDays.clientId, campaignDays.campaignId, campaignDays.day],
      set: values,
      setWhere: eq(campaignDays.clientId, clientId),
    });
}

function isCampaign({ id, clientId }: CampaignOf) {
  return and(eq(campaigns.clientId, clientId), eq(campaigns.id, id));
}

/** The account and the campaign whose figures Google is asked for, or null. */
function linkOf({ googleCustomerId, platformCampaignId }: Row): string | null {
  return googleCustomerId && `${googleCustomerId} ${platformCampaignId}`;
}

/** The agency's credentials may open accounts of practices that a helper must not read. */
function refuseLink(
  { platform, googleCustomerId }: Pick<Row, "platform"> & { googleCustomerId?: string | null },
  isOwner: boolean,
): void {
  if (!isOwner) throw new AppError("forbidden");
  if (!googleCustomerId || platform === "google") return;
  throw new AppError("invalid", { fields: { googleCustomerId: "invalid" } });
}

type Identity = Pick<Row, "clientId" | "platform"> & {
  id: string | null;
  platformCampaignId?: string | null | undefined;
};

async function refuseKnownId(
  tx: Transaction,
  { clientId, id, platform, platformCampaignId }: Identity,
): Promise<void> {
  if (!platformCampaignId) return;
  const same = and(
    eq(campaigns.clientId, clientId),
    eq(campaigns.platform, platform),
    eq(campaigns.platformCampaignId, platformCampaignId),
    id ? ne(campaigns.id, id) : undefined,
  );
  if ((await tx.$count(campaigns, same)) > 0) {
    throw new AppError("conflict", { sentence: campaignMessages.idTaken });
  }
}

/** Returns the moments. Setting the current state again keeps its timestamp. */
export function momentsOf(state: CampaignState, row: Pick<Row, "pausedAt" | "endedAt">, now: Date) {
  if (state === "running") return { pausedAt: null, endedAt: null };
  if (state === "paused") return { pausedAt: row.pausedAt ?? now, endedAt: null };
  return { endedAt: row.endedAt ?? now };
}

async function noteDay(
  deps: Deps,
  tx: Transaction,
  editor: Editor,
  { id, clientId, day }: CampaignOf & { day: string },
  { before, after }: { before: Figures | null; after: Figures | null },
): Promise<void> {
  const changes = changesDetail(changesIn(figuresOf(before), figuresOf(after)));
  const detail = { campaign: id, day, ...changes };
  await audit(deps, tx, { ...editor, clientId, action: "campaign_days_changed", detail });
}

/** Returns the values as text for the audit log. */
function textsOf(row: { [Column in keyof Row]?: Row[Column] | undefined }) {
  const { name, script, startsOn, endsOn, budgetCents, platformCampaignId } = row;
  const { googleCustomerId } = row;
  const { budgetPeriod = "campaign", pausedAt = null, endedAt = null } = row;
  return {
    ...{ name, script: script || null, startsOn, endsOn, platformId: platformCampaignId },
    googleCustomerId: googleCustomerId && customerIdText(googleCustomerId),
    state: campaignStateNames[stateOf({ pausedAt, endedAt })],
    budget:
      typeof budgetCents === "number" ? budgetTexts[budgetPeriod](dollarsText(budgetCents)) : null,
  };
}

function figuresOf(day: Figures | null) {
  if (!day) return {};
  const { impressions, clicks, spendCents } = day;
  return {
    impressions: impressions === null ? null : String(impressions),
    clicks: clicks === null ? null : String(clicks),
    spend: spendCents === null ? null : `$${dollarsText(spendCents)}`,
  };
}
