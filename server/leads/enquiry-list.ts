// The enquiries behind a figure: exactly those that it counts, newest clock first.
import { and, desc, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type {
  Counted,
  EnquiryFilter,
  EnquiryList,
  EnquiryQuery,
  Figures,
  ListedEnquiry,
} from "#contract/figures.ts";
import { campaigns, enquiries, leads, sources } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { breakDownFigures } from "./breakdown.ts";
import { milliseconds, readCursor, writeCursor } from "./cursor.ts";
import { bucketIn, enquiryOf, isCountedBy } from "./enquiry-filter.ts";

/** `GET /api/leads/enquiries`. Throws `invalid` for a cursor that is none of ours. */
export async function listEnquiries(
  deps: Deps,
  clientId: string,
  query: EnquiryQuery,
): Promise<EnquiryList> {
  const { limit, cursor, ...filter } = query;
  const now = deps.now();
  const isMeant = isCountedBy(clientId, filter, now);
  const after = cursor === undefined ? undefined : isAfter(readCursor(cursor, CursorText));
  const [total, found] = await Promise.all([
    countEnquiries(deps, clientId, filter, isMeant),
    readPage(deps, and(isMeant, after), filter, now, limit + 1),
  ]);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const nextCursor =
    found.length > limit && last ? writeCursor([Date.parse(last.clockStartedAt), last._id]) : null;
  return { enquiries: page, total, nextCursor };
}

async function readPage(
  { db }: Deps,
  where: SQL | undefined,
  filter: EnquiryFilter,
  now: Date,
  limit: number,
): Promise<ListedEnquiry[]> {
  const rows = await db
    .select({
      enquiry: enquiries,
      bucket: bucketIn(filter.reading, now),
      campaign: campaigns.name,
      source: sources.name,
      state: leads.state,
      lastOutcome: leads.lastOutcome,
      deletedAt: leads.deletedAt,
    })
    .from(enquiries)
    .innerJoin(leads, enquiryOf.lead)
    .leftJoin(campaigns, enquiryOf.campaign)
    .leftJoin(sources, enquiryOf.source)
    .where(where)
    .orderBy(desc(enquiries.clockStartedAt), desc(enquiries.id))
    .limit(limit);
  return rows.flatMap(({ enquiry, bucket, campaign, source, state, lastOutcome, deletedAt }) =>
    enquiry.clockStartedAt
      ? [
          {
            _id: enquiry.id,
            leadId: enquiry.leadId,
            firstName: enquiry.firstName,
            lastName: enquiry.lastName,
            campaign,
            source,
            clockStartedAt: enquiry.clockStartedAt.toISOString(),
            firstCalledAt: enquiry.firstCalledAt?.toISOString() ?? null,
            isFirstCallEnteredLater: enquiry.isFirstCallEnteredLater,
            bucket,
            isReached: enquiry.firstSpokeAt !== null,
            isBooked: enquiry.firstBookedAt !== null,
            state,
            lastOutcome,
            isLeadDeleted: deletedAt !== null,
          },
        ]
      : [],
  );
}

/** The figure's own number where one figure says it, which costs no more the more there are. */
async function countEnquiries(
  deps: Deps,
  clientId: string,
  filter: EnquiryFilter,
  isMeant: SQL | undefined,
): Promise<number> {
  const { from, to, reading, campaign } = filter;
  const isOneCampaign = campaign !== undefined && campaign !== "none";
  const query = { from, to, reading, ...(isOneCampaign && { campaign }) };
  const told = toldBy(await breakDownFigures(deps, clientId, query), filter);
  return told ?? (await deps.db.$count(enquiries, isMeant));
}

/** What the figures of this period, reading and campaign say of a filter; null: no one figure does. */
export function toldBy(figures: Figures, filter: EnquiryFilter): number | null {
  const { bucket, weekday, hour, campaign, source, cameOfIt, enteredLater } = filter;
  const isByHour = weekday !== undefined && hour !== undefined;
  const isByPartOfHour = !isByHour && (weekday !== undefined || hour !== undefined);
  const isOneOfNone = [isByHour, campaign === "none", source !== undefined].filter(Boolean);
  if (isByPartOfHour || isOneOfNone.length > 1) return null;
  if (bucket === "running") {
    return isOneOfNone.length === 0 && !cameOfIt && !enteredLater ? figures.onTheClock : null;
  }
  if (cameOfIt) {
    if (isOneOfNone.length > 0 || enteredLater || !bucket) return null;
    return figures.cameOfIt[bucket][cameOfIt];
  }
  const id = (source ?? campaign) === "none" ? null : source;
  const empty = { lt10: 0, lt60: 0, other: 0, enteredLater: 0 };
  const counted: Counted =
    (isByHour && figures.hours.find((one) => one.weekday === weekday && one.hour === hour)) ||
    (source !== undefined && figures.sources.find((one) => one._id === id)) ||
    (campaign === "none" && figures.campaigns.find((one) => one._id === null)) ||
    (isOneOfNone.length === 0 ? figures.total : empty);
  if (enteredLater) {
    if (!bucket) return counted.enteredLater;
    return isOneOfNone.length === 0 ? figures.cameOfIt[bucket].enteredLater : null;
  }
  return bucket ? counted[bucket] : counted.lt10 + counted.lt60 + counted.other;
}

const CursorText = z.tuple([milliseconds, z.guid()]);

function isAfter([at, id]: z.infer<typeof CursorText>): SQL {
  return sql`(${enquiries.clockStartedAt}, ${enquiries.id}) < (${new Date(at).toISOString()}::timestamptz, ${id}::uuid)`;
}
