// Campaigns as the owner sees them.
import { and, desc, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import {
  type Campaign,
  type CampaignDaysQuery,
  type CampaignDetail,
  type CampaignState,
  type Campaigns,
  type CampaignsQuery,
  undoCampaignDays,
} from "#contract/campaigns.ts";
import { dayMs } from "#contract/durations.ts";
import {
  isCurrentPractice,
  isOfCurrentPractice,
  isOfRealPractice,
} from "#server/db/real-practices.ts";
import { campaignDays, campaigns, clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { isTooLate } from "./merge-rules.ts";

const perPage = 50;
const daysShown = 62;

export type CampaignOf = { id: string; clientId: string };

/** Neither merged into another one nor deleted. */
export const isShown = and(isNull(campaigns.mergedInto), isNull(campaigns.deletedAt));

/** The campaign that its figures count toward. */
export const familyOf = sql<string>`coalesce(${campaigns.mergedInto}, ${campaigns.id})`;

/** Lists every practice's campaigns, newest first. */
export async function listCampaigns(
  { db, now }: Deps,
  { search = "", state, platform, page = 1 }: CampaignsQuery,
): Promise<Campaigns> {
  const wanted = {
    text: search.toLowerCase(),
    of: and(isShown, state && isIn[state], platform && eq(campaigns.platform, platform)),
  };
  const rows = await readPage(db, wanted, page);
  const total = await countListed(db, wanted);
  const deleted = await listDeleted(db, now());
  const pages = Math.max(1, Math.ceil(total / perPage));
  return { campaigns: rows.map(toCampaign), total, pages, deleted };
}

const deletedShown = 5;

/** Lists the deleted campaigns that an undo can still restore. */
async function listDeleted(db: Deps["db"], now: Date): Promise<Campaigns["deleted"]> {
  const { id, name, deletedAt } = campaigns;
  const since = new Date(now.getTime() - undoCampaignDays * dayMs);
  const rows = await db
    .select({ id, name, deletedAt, practice: clients.name })
    .from(campaigns)
    .innerJoin(clients, eq(clients.id, campaigns.clientId))
    .where(and(isCurrentPractice, isNull(campaigns.mergedInto), gte(deletedAt, since)))
    .orderBy(desc(deletedAt), desc(id))
    .limit(deletedShown);
  return rows.map((row) => ({
    ...{ _id: row.id, name: row.name, practice: row.practice },
    deletedAt: row.deletedAt?.toISOString() ?? "",
  }));
}

type Wanted = { text: string; of: SQL | undefined };

/**
 * Other tables are read for this page's rows only. A search sorts its matches: otherwise PostgreSQL
 * looks for rare words by scanning the newest-first index.
 */
function readPage(db: Deps["db"], { text, of }: Wanted, page: number): Promise<Row[]> {
  const createdAt = text ? sql`${campaigns.createdAt} + interval '0'` : campaigns.createdAt;
  const shown = db
    .select({ clientId: campaigns.clientId, id: campaigns.id, createdAt: campaigns.createdAt })
    .from(campaigns)
    .innerJoin(clients, eq(clients.id, campaigns.clientId))
    .where(and(isCurrentPractice, of, matches(text)))
    .orderBy(desc(createdAt), desc(campaigns.id))
    .limit(perPage)
    .offset((page - 1) * perPage)
    .as("shown");
  return db
    .select(listed)
    .from(shown)
    .innerJoin(campaigns, and(eq(campaigns.clientId, shown.clientId), eq(campaigns.id, shown.id)))
    .innerJoin(clients, eq(clients.id, shown.clientId))
    .orderBy(desc(shown.createdAt), desc(shown.id));
}

async function countListed(db: Deps["db"], { text, of }: Wanted): Promise<number> {
  const counted = db.select({ total: sql<number>`count(*)::integer` }).from(campaigns).$dynamic();
  const [found] = text
    ? await counted
        .innerJoin(clients, eq(clients.id, campaigns.clientId))
        .where(and(isCurrentPractice, of, matches(text)))
    : await counted.where(and(isOfCurrentPractice(campaigns.clientId), of));
  return found?.total ?? 0;
}

/** A literal search: % and _ are not wildcards. */
function matches(text: string): SQL | undefined {
  if (!text) return undefined;
  return sql`position(${text} in lower(${clients.name} || ' ' || ${campaigns.name})) > 0`;
}

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

const isIn: Record<CampaignState, SQL | undefined> = {
  running: and(isNull(campaigns.endedAt), isNull(campaigns.pausedAt)),
  paused: and(isNull(campaigns.endedAt), isNotNull(campaigns.pausedAt)),
  ended: isNotNull(campaigns.endedAt),
};

const daysOfCampaign = sql`from ${campaignDays} where ${campaignDays.clientId} = ${campaigns.clientId}
  and ${campaignDays.campaignId} = ${campaigns.id}`;

const listed = {
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

function toCampaign({ campaign, practice, lastDay, spendCents }: Row): Campaign {
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
