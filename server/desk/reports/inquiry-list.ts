// Lists the inquiries that a figure counts, starting with the newest clock.
import { and, desc, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type {
  Counted,
  Figures,
  InquiryFilter,
  InquiryList,
  InquiryQuery,
  ListedInquiry,
} from "#contract/figures.ts";
import { campaigns, inquiries, leads, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { milliseconds, readCursor, writeCursor } from "#server/http/cursor.ts";
import { breakDownFigures } from "./breakdown.ts";
import { bucketIn, inquiryOf, isCountedBy } from "./inquiry-filter.ts";

/** Handles `GET /api/leads/inquiries`. Throws `invalid` for an invalid cursor. */
export async function listInquiries(
  deps: Deps,
  clientId: string,
  query: InquiryQuery,
): Promise<InquiryList> {
  const { limit, cursor, ...filter } = query;
  const now = deps.now();
  const isMeant = isCountedBy(clientId, filter, now);
  const after = cursor === undefined ? undefined : isAfter(readCursor(cursor, CursorText));
  const [total, found] = await Promise.all([
    countInquiries(deps, clientId, filter, isMeant),
    readPage(deps, and(isMeant, after), filter, now, limit + 1),
  ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    found.length > limit && last ? writeCursor([Date.parse(last.clockStartedAt), last._id]) : null;
  return { inquiries: page, total, nextCursor };
}

async function readPage(
  { db }: Deps,
  where: SQL | undefined,
  filter: InquiryFilter,
  now: Date,
  limit: number,
): Promise<ListedInquiry[]> {
  const rows = await db
    .select({
      inquiry: inquiries,
      bucket: bucketIn(filter.reading, now),
      campaign: campaigns.name,
      source: sources.name,
      state: leads.state,
      lastOutcome: leads.lastOutcome,
      deletedAt: leads.deletedAt,
    })
    .from(inquiries)
    .innerJoin(leads, inquiryOf.lead)
    .leftJoin(campaigns, inquiryOf.campaign)
    .leftJoin(sources, inquiryOf.source)
    .where(where)
    .orderBy(desc(inquiries.clockStartedAt), desc(inquiries.id))
    .limit(limit);
  return rows.flatMap(({ inquiry, bucket, campaign, source, state, lastOutcome, deletedAt }) =>
    inquiry.clockStartedAt
      ? [
          {
            _id: inquiry.id,
            leadId: inquiry.leadId,
            firstName: inquiry.firstName,
            lastName: inquiry.lastName,
            campaign,
            source,
            clockStartedAt: inquiry.clockStartedAt.toISOString(),
            firstCalledAt: inquiry.firstCalledAt?.toISOString() ?? null,
            isFirstCallEnteredLater: inquiry.isFirstCallEnteredLater,
            bucket,
            isReached: inquiry.firstSpokeAt !== null,
            isBooked: inquiry.firstBookedAt !== null,
            state,
            lastOutcome,
            isLeadDeleted: deletedAt !== null,
          },
        ]
      : [],
  );
}

/**
 * Counts a filter's inquiries. If a figure counts the same inquiries, returns its number, because
 * reading a figure doesn't take longer when there are more.
 */
async function countInquiries(
  deps: Deps,
  clientId: string,
  filter: InquiryFilter,
  isMeant: SQL | undefined,
): Promise<number> {
  const { from, to, reading, campaign } = filter;
  const isOneCampaign = campaign !== undefined && campaign !== "none";
  const query = { from, to, reading, ...(isOneCampaign && { campaign }) };
  const told = countFromFigures(await breakDownFigures(deps, clientId, query), filter);
  return told ?? (await deps.db.$count(inquiries, isMeant));
}

/**
 * Returns the number of a filter's inquiries from figures for the same period, counting mode and
 * campaign; null if no figure counts exactly those.
 */
export function countFromFigures(figures: Figures, filter: InquiryFilter): number | null {
  const { bucket, weekday, hour, campaign, source, cameOfIt, enteredLater } = filter;
  if (filter.phones) return null;
  const isByHour = weekday !== undefined && hour !== undefined;
  const isByPartOfHour = !isByHour && (weekday !== undefined || hour !== undefined);
  const parts = [isByHour, campaign === "none", source !== undefined].filter(Boolean);
  if (isByPartOfHour || parts.length > 1) return null;
  if (bucket === "running") {
    return parts.length === 0 && !cameOfIt && !enteredLater ? figures.onTheClock : null;
  }
  if (cameOfIt) {
    if (parts.length > 0 || enteredLater || !bucket) return null;
    return figures.cameOfIt[bucket][cameOfIt];
  }
  const id = (source ?? campaign) === "none" ? null : source;
  const empty = { lt10: 0, lt60: 0, other: 0, enteredLater: 0 };
  const counted: Counted =
    (isByHour && figures.hours.find((one) => one.weekday === weekday && one.hour === hour)) ||
    (source !== undefined && figures.sources.find((one) => one._id === id)) ||
    (campaign === "none" && figures.campaigns.find((one) => one._id === null)) ||
    (parts.length === 0 ? figures.total : empty);
  if (enteredLater) {
    if (!bucket) return counted.enteredLater;
    return parts.length === 0 ? figures.cameOfIt[bucket].enteredLater : null;
  }
  return bucket ? counted[bucket] : counted.lt10 + counted.lt60 + counted.other;
}

const CursorText = z.tuple([milliseconds, z.guid()]);

function isAfter([at, id]: z.infer<typeof CursorText>): SQL {
  return sql`(${inquiries.clockStartedAt}, ${inquiries.id}) < (${new Date(at).toISOString()}::timestamptz, ${id}::uuid)`;
}
