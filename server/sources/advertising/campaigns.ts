// One campaign or one practice's, as the owner sees them. campaign-list.ts lists every practice's.
import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import type {
  Campaign,
  CampaignDaysQuery,
  CampaignDetail,
  CampaignState,
} from "#contract/campaigns.ts";
import { isOfRealPractice } from "#server/db/real-practices.ts";
import { campaignDays, campaigns, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { isTooLate } from "./merge-rules.ts";

const daysShown = 62;

export type CampaignOf = { id: string; clientId: string };

/** Neither merged into another one nor deleted. */
export const isShown = and(isNull(campaigns.mergedInto), isNull(campaigns.deletedAt));

/** The campaign that its figures count toward. */
export const familyOf = sql<string>`coalesce(${campaigns.mergedInto}, ${campaigns.id})`;

/** Returns a practice's own campaigns, newest first. */
export async function listOwnCampaigns({ db }: Deps, clientId: string): Promise<Campaign[]> {
  const rows = await db
    .select(listed)
    .from(campaigns)
    .innerJoin(clients, eq(clients.id, campaigns.clientId))
    .where(and(eq(campaigns.clientId, clientId), isShown))
    .orderBy(desc(campaigns.createdAt), desc(campaigns.id));
  return rows.map(toCampaign);
}

/**
 * Returns the campaign's practice, because the owner knows only the campaign's id. Throws
 * `not_found`, even for a merged or deleted campaign unless `isHiddenToo`.
 */
export async function findPracticeOf(
  { db }: Deps,
  id: string,
  { isHiddenToo = false } = {},
): Promise<CampaignOf> {
  const [found] = await db
    .select({ id: campaigns.id, clientId: campaigns.clientId })
    .from(campaigns)
    .where(
      and(
        eq(campaigns.id, id),
        isOfRealPractice(campaigns.clientId),
        isHiddenToo ? undefined : isShown,
      ),
    );
  if (!found) throw new AppError("not_found");
  return found;
}

/**
 * Returns the campaign that shows this one's figures: itself, or the one that it was merged into.
 * Throws `not_found`, even for a deleted campaign.
 */
export async function findShown({ db }: Deps, id: string): Promise<CampaignOf> {
  const [found] = await db
    .select({ id: familyOf, clientId: campaigns.clientId })
    .from(campaigns)
    .where(
      and(eq(campaigns.id, id), isOfRealPractice(campaigns.clientId), isNull(campaigns.deletedAt)),
    );
  if (!found) throw new AppError("not_found");
  return found;
}

/** Returns a campaign with its newest days, or those before a given day. Throws `not_found`. */
export async function getCampaign(
  { db, now }: Deps,
  { id, clientId }: CampaignOf,
  { before }: CampaignDaysQuery = {},
): Promise<CampaignDetail> {
  const [row] = await db
    .select(listed)
    .from(campaigns)
    .innerJoin(clients, eq(clients.id, campaigns.clientId))
    .where(and(eq(campaigns.clientId, clientId), eq(campaigns.id, id), isShown));
  if (!row) throw new AppError("not_found");
  const days = await db
    .select()
    .from(campaignDays)
    .where(
      and(
        eq(campaignDays.clientId, clientId),
        eq(campaignDays.campaignId, id),
        before ? lt(campaignDays.day, before) : undefined,
      ),
    )
    .orderBy(desc(campaignDays.day))
    .limit(daysShown + 1);
  const { campaign } = row;
  return {
    ...toCampaign(row),
    googleCustomerId: campaign.googleCustomerId,
    script: campaign.script,
    opening:
      campaign.impressions === null
        ? null
        : { impressions: campaign.impressions, asOf: campaign.impressionsAsOf },
    days: days.slice(0, daysShown).map(({ day, impressions, clicks, spendCents, origin }) => ({
      ...{ day, impressions, clicks, spendCents, origin },
    })),
    hasOlder: days.length > daysShown,
    askedFiguresAt: campaign.askedFiguresAt?.toISOString() ?? null,
    figuresProblem: campaign.figuresProblem,
    merged: await listMerged(db, { id, clientId }, now()),
  };
}

async function listMerged(
  db: Deps["db"],
  { id: survivorId, clientId }: CampaignOf,
  now: Date,
): Promise<CampaignDetail["merged"]> {
  const { id, name, mergedAt } = campaigns;
  const canUndo = sql<boolean>`${campaigns.undoData} ->> 'survivorId' = ${survivorId}`;
  const rows = await db
    .select({ id, name, mergedAt, canUndo })
    .from(campaigns)
    .where(and(eq(campaigns.clientId, clientId), eq(campaigns.mergedInto, survivorId)))
    .orderBy(desc(mergedAt), desc(id));
  return rows.flatMap((row) =>
    row.mergedAt
      ? {
          ...{ _id: row.id, name: row.name, mergedAt: row.mergedAt.toISOString() },
          canUndo: Boolean(row.canUndo) && !isTooLate(now, row.mergedAt),
        }
      : [],
  );
}

const daysOfCampaign = sql`from ${campaignDays} where ${campaignDays.clientId} = ${campaigns.clientId}
  and ${campaignDays.campaignId} = ${campaigns.id}`;

/** What each statement about campaigns reads of one. */
export const listed = {
  campaign: campaigns,
  practice: clients.name,
  lastDay: sql<string | null>`(select max(${campaignDays.day})::text ${daysOfCampaign})`,
  spendCents: sql<
    number | null
  >`(select sum(${campaignDays.spendCents})::float8 ${daysOfCampaign})`,
};

type Row = {
  campaign: typeof campaigns.$inferSelect;
  practice: string;
  lastDay: string | null;
  spendCents: number | null;
};

export function toCampaign({ campaign, practice, lastDay, spendCents }: Row): Campaign {
  const { id, clientId, name, platform, platformCampaignId } = campaign;
  const { startsOn, endsOn, budgetCents, budgetPeriod } = campaign;
  return {
    _id: id,
    practice: { _id: clientId, name: practice },
    ...{ name, platform, platformCampaignId, state: stateOf(campaign) },
    ...{ startsOn, endsOn, budgetCents, budgetPeriod },
    ...{ lastDay, spendCents },
  };
}

export function stateOf({
  endedAt,
  pausedAt,
}: Pick<Row["campaign"], "endedAt" | "pausedAt">): CampaignState {
  if (endedAt) return "ended";
  return pausedAt ? "paused" : "running";
}
