// The owner's list of every practice's campaigns: filtered, sorted and paginated by the database.
// Figures are read only for the rows of one page, unless the list is sorted by them.
import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import {
  type CampaignSort,
  type CampaignState,
  type Campaigns,
  type CampaignsExportQuery,
  type CampaignsQuery,
  campaignSorts,
  type ListedCampaign,
  undoCampaignDays,
} from "#contract/campaigns.ts";
import { dayMs } from "#contract/durations.ts";
import { isCurrentPractice, isOfCurrentPractice } from "#server/db/real-practices.ts";
import { campaignDays, campaigns, clients, inquiries } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { costOf } from "#server/desk/reports/costs.ts";
import { type CampaignOf, isShown, listed, toCampaign } from "./campaigns.ts";

const perPage = 50;

/** Handles `GET /api/admin/campaigns`. */
export async function listCampaigns(
  { db, now }: Deps,
  { page = 1, ...query }: CampaignsQuery,
): Promise<Campaigns> {
  const found = await findCampaigns(db, query, { limit: perPage, offset: (page - 1) * perPage });
  const shown = await readListed(db, found);
  const total = await countListed(db, query);
  const deleted = await listDeleted(db, now());
  const pages = Math.max(1, Math.ceil(total / perPage));
  return { campaigns: shown, total, pages, deleted };
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

/** Returns one part of the list, in its order; without a `limit`, the whole list. */
export async function findCampaigns(
  db: Deps["db"],
  query: CampaignsExportQuery,
  { limit, offset }: { limit: number | null; offset: number },
): Promise<CampaignOf[]> {
  const ordered = db
    .select({ id: campaigns.id, clientId: campaigns.clientId })
    .from(campaigns)
    .innerJoin(clients, eq(clients.id, campaigns.clientId))
    .where(and(isCurrentPractice, isWanted(query), matches(query)))
    .orderBy(...orderOf(query))
    .$dynamic();
  return limit === null ? ordered : ordered.limit(limit).offset(offset);
}

async function countListed(db: Deps["db"], query: CampaignsExportQuery): Promise<number> {
  const counted = db.select({ total: sql<number>`count(*)::integer` }).from(campaigns).$dynamic();
  const [found] = query.search
    ? await counted
        .innerJoin(clients, eq(clients.id, campaigns.clientId))
        .where(and(isCurrentPractice, isWanted(query), matches(query)))
    : await counted.where(and(isOfCurrentPractice(campaigns.clientId), isWanted(query)));
  return found?.total ?? 0;
}

const isIn: Record<CampaignState, SQL | undefined> = {
  running: and(isNull(campaigns.endedAt), isNull(campaigns.pausedAt)),
  paused: and(isNull(campaigns.endedAt), isNotNull(campaigns.pausedAt)),
  ended: isNotNull(campaigns.endedAt),
};

function isWanted({ state, platform }: CampaignsExportQuery): SQL | undefined {
  return and(isShown, state && isIn[state], platform && eq(campaigns.platform, platform));
}

/** A literal search: % and _ are not wildcards. */
function matches({ search }: CampaignsExportQuery): SQL | undefined {
  if (!search) return undefined;
  const text = search.toLowerCase();
  return sql`position(${text} in lower(${clients.name} || ' ' || ${campaigns.name})) > 0`;
}

const asked = sql`from ${inquiries} where ${inquiries.clientId} = ${campaigns.clientId}
  and ${inquiries.campaignId} = ${campaigns.id} and ${inquiries.clockStartedAt} is not null`;
const person = sql`coalesce(${inquiries.mergedFrom}, ${inquiries.leadId})`;

/**
 * People are counted as in `readCampaignWeeks`, but for all time. The rollups can't sort by these:
 * they count inquiries, and a person in the newest inquiry's campaign only.
 */
const figures = {
  leads: sql<number>`(select count(distinct ${person})::int ${asked})`,
  booked: sql<number>`(select count(distinct ${person})::int ${asked}
    and ${inquiries.firstBookedAt} is not null)`,
  lastLeadAt: sql<string | null>`(select max(${inquiries.clockStartedAt}) ${asked})`,
  /** People who asked on a day with recorded spend. */
  paid: sql<number>`(select count(distinct ${person})::int ${asked} and exists (
    select 1 from ${campaignDays} where ${campaignDays.clientId} = ${inquiries.clientId}
      and ${campaignDays.campaignId} = ${inquiries.campaignId}
      and ${campaignDays.day} = (${inquiries.clockStartedAt} at time zone ${clients.timeZone})::date
      and ${campaignDays.spendCents} is not null))`,
};

/** The same figures of one campaign, which read its inquiries once. */
function allFigures(db: Deps["db"]) {
  const people = sql`count(distinct ${person})`;
  return db
    .select({
      leads: sql<number>`${people}::int`.as("leads"),
      booked:
        sql<number>`(${people} filter (where ${inquiries.firstBookedAt} is not null))::int`.as(
          "booked",
        ),
      paid: sql<number>`(${people} filter (where ${campaignDays.spendCents} is not null))::int`.as(
        "paid",
      ),
      lastLeadAt: sql<string | null>`max(${inquiries.clockStartedAt})`.as("last_lead_at"),
    })
    .from(inquiries)
    .leftJoin(
      campaignDays,
      and(
        eq(campaignDays.clientId, inquiries.clientId),
        eq(campaignDays.campaignId, inquiries.campaignId),
        sql`${campaignDays.day} = (${inquiries.clockStartedAt} at time zone ${clients.timeZone})::date`,
      ),
    )
    .where(
      and(
        eq(inquiries.clientId, campaigns.clientId),
        eq(inquiries.campaignId, campaigns.id),
        isNotNull(inquiries.clockStartedAt),
      ),
    )
    .as("counted");
}

const byName = sql`lower(${campaigns.name})`;

const sortedBy: Record<CampaignSort, SQL> = {
  name: byName,
  practice: sql`lower(${clients.name})`,
  platform: sql`${campaigns.platform}`,
  state: sql`case when ${isIn.ended} then 2 when ${isIn.paused} then 1 else 0 end`,
  startsOn: sql`${campaigns.startsOn}`,
  budget: sql`${campaigns.budgetCents}`,
  spend: listed.spendCents,
  leads: figures.leads,
  perLead: sql`${listed.spendCents} / nullif(${figures.paid}, 0)`,
  booked: figures.booked,
  lastLead: figures.lastLeadAt,
};

/**
 * A search in the usual order sorts its matches: otherwise PostgreSQL looks for rare words by
 * scanning the newest-first index.
 */
function orderOf({
  search,
  sort,
  order = sort && campaignSorts[sort],
}: CampaignsExportQuery): SQL[] {
  if (sort && order) {
    return [sql`${sortedBy[sort]} ${sql.raw(order)} nulls last`, byName, asc(campaigns.id)];
  }
  const createdAt = search ? sql`${campaigns.createdAt} + interval '0'` : campaigns.createdAt;
  return [desc(createdAt), desc(campaigns.id)];
}

/** Returns these campaigns with their figures, in the same order, without those deleted since. */
export async function readListed(db: Deps["db"], found: CampaignOf[]): Promise<ListedCampaign[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const counted = allFigures(db);
  const rows = await db
    .select({
      ...listed,
      ...{ leads: counted.leads, booked: counted.booked, paid: counted.paid },
      lastLeadAt: counted.lastLeadAt,
    })
    .from(campaigns)
    .innerJoin(clients, eq(clients.id, campaigns.clientId))
    .innerJoinLateral(counted, sql`true`)
    .where(
      and(
        inArray(campaigns.clientId, [...new Set(found.map(({ clientId }) => clientId))]),
        inArray(campaigns.id, ids),
        isShown,
      ),
    );
  const places = new Map(ids.map((id, place) => [id, place]));
  const placeOf = (id: string) => places.get(id) ?? 0;
  return rows
    .toSorted((one, other) => placeOf(one.campaign.id) - placeOf(other.campaign.id))
    .map((row) => ({
      ...toCampaign(row),
      ...{ leads: row.leads, booked: row.booked, perLead: costOf(row.spendCents, row.paid) },
      lastLeadAt: row.lastLeadAt && new Date(row.lastLeadAt).toISOString(),
    }));
}
