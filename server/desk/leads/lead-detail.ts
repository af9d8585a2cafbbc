// One lead with its inquiries, calls, notes and timeline.
import { and, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Inquiry } from "#contract/inquiries.ts";
import type { LeadDetail } from "#contract/lead-detail.ts";
import {
  accounts,
  calls,
  campaigns,
  inquiries,
  leads,
  sources,
  timeline,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { findTextStop } from "#server/desk/phone/text-stops.ts";
import { AppError } from "#server/errors.ts";
import { listIncomingCallEntries } from "./incoming-call-entries.ts";
import { leadColumnsOf, toCall, toLead } from "./lead-rows.ts";
import { listNotes } from "./note-list.ts";
import { listRingEntries } from "./ring-entries.ts";
import { findSuggestions, listMerges } from "./suggestions.ts";

/**
 * How many inquiries and timeline entries are shown. One person and one practice wouldn't write
 * more; a lead with more is being flooded with submissions by a program or another person.
 */
const shown = { inquiries: 50, entries: 500 } as const;

/** Returns what a practice sees of its own lead. Throws `not_found` for any other lead. */
export function getLead(deps: Deps, clientId: string, leadId: string): Promise<LeadDetail> {
  return readDetail(deps, clientId, leadId, shown);
}

/** Returns everything about a lead, without limits. Throws `not_found`. */
export function getWholeLead(deps: Deps, clientId: string, leadId: string): Promise<LeadDetail> {
  return readDetail(deps, clientId, leadId, null);
}

async function readDetail(
  deps: Deps,
  clientId: string,
  leadId: string,
  most: typeof shown | null,
): Promise<LeadDetail> {
  const mine = and(eq(leads.clientId, clientId), eq(leads.id, leadId), isNull(leads.deletedAt));
  const [row] = await deps.db.select(leadColumnsOf(clientId)).from(leads).where(mine);
  if (!row) throw new AppError("not_found");
  const ofLead = and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId));
  const asked = await deps.db
    .select({ inquiry: inquiries, source: sources.name, campaign: campaigns.name })
    .from(inquiries)
    .leftJoin(sources, and(eq(sources.clientId, clientId), eq(sources.id, inquiries.sourceId)))
    .leftJoin(
      campaigns,
      and(eq(campaigns.clientId, clientId), eq(campaigns.id, inquiries.campaignId)),
    )
    .where(and(ofLead, most ? isShown(deps, ofLead, most.inquiries) : undefined))
    .orderBy(desc(inquiries.submittedAt), desc(inquiries.id));
  const made = await deps.db
    .select({ call: calls, firstName: accounts.firstName, lastName: accounts.lastName })
    .from(calls)
    .leftJoin(accounts, eq(accounts.id, calls.accountId))
    .where(and(eq(calls.clientId, clientId), eq(calls.leadId, leadId)))
    .orderBy(desc(calls.calledAt));
  const entries = await deps.db
    .select({ entry: timeline, firstName: accounts.firstName, lastName: accounts.lastName })
    .from(timeline)
    .leftJoin(accounts, eq(accounts.id, timeline.accountId))
    .where(
      and(
        eq(timeline.clientId, clientId),
        eq(timeline.leadId, leadId),
        most ? isOf(asked.map(({ inquiry }) => inquiry.id)) : undefined,
      ),
    )
    .orderBy(desc(timeline.at), desc(timeline.id))
    .limit(most ? most.entries + 1 : everyRow);
  const inquiryIds = most && asked.map(({ inquiry }) => inquiry.id);
  const ringEntries = await listRingEntries(deps, clientId, leadId, inquiryIds);
  const incoming = await listIncomingCallEntries(deps, clientId, leadId);
  const listed = [
    ...entries.map(({ entry, firstName, lastName }) => ({
      _id: entry.id,
      at: entry.at.toISOString(),
      kind: entry.kind,
      by: firstName === null ? null : `${firstName} ${lastName}`,
      data: entry.data,
    })),
    ...ringEntries.toReversed(),
    ...incoming,
  ].toSorted((one, other) => Number(one.at < other.at) - Number(one.at > other.at));
  return {
    lead: toLead(row),
    inquiries: asked.map(({ inquiry, source, campaign }) => toInquiry(inquiry, source, campaign)),
    olderInquiries: most ? (await deps.db.$count(inquiries, ofLead)) - asked.length : 0,
    textsStoppedAt: await findStoppedAt(deps, clientId, row.lead.phone),
    calls: made.map(({ call, ...caller }) => toCall(call, caller)),
    notes: await listNotes(deps.db, clientId, leadId),
    isTimelineCut: most !== null && listed.length > most.entries,
    timeline: listed.slice(0, most?.entries),
    // A person's own export doesn't include other people.
    suggestions: most
      ? await findSuggestions(
          deps.db,
          row.lead,
          asked.map(({ inquiry }) => inquiry),
        )
      : [],
    merges: await listMerges(deps.db, clientId, leadId, deps.now()),
  };
}

async function findStoppedAt(deps: Deps, clientId: string, phone: string): Promise<string | null> {
  const stop = await findTextStop(deps, clientId, phone);
  return stop && !stop.allowedAt ? stop.stoppedAt.toISOString() : null;
}

/** The limit on timeline entries if there is no limit. */
const everyRow = 2 ** 31 - 1;

/**
 * Selects the newest inquiries and also the newest one with its own clock, because that clock
 * measures the practice.
 */
function isShown({ db }: Pick<Deps, "db">, ofLead: SQL | undefined, count: number) {
  const newest = (isSelected: SQL | undefined, most: number) =>
    db
      .select({ id: inquiries.id })
      .from(inquiries)
      .where(and(ofLead, isSelected))
      .orderBy(desc(inquiries.submittedAt), desc(inquiries.id))
      .limit(most);
  return or(
    inArray(inquiries.id, newest(undefined, count)),
    inArray(inquiries.id, newest(isNotNull(inquiries.clockStartedAt), 1)),
  );
}

/** Selects timeline entries that belong to these inquiries or to no inquiry. */
function isOf(inquiryIds: string[]) {
  // The timeline is append-only, so older entries have the field's old name: cspell:ignore enquiry
  const id = sql`coalesce(${timeline.data} ->> 'inquiryId', ${timeline.data} ->> 'enquiryId')`;
  return or(sql`${id} is null`, inArray(id, inquiryIds));
}

function toInquiry(
  row: typeof inquiries.$inferSelect,
  source: string | null,
  campaign: string | null,
): Inquiry {
  return {
    _id: row.id,
    firstName: row.firstName,
    lastName: row.lastName,
    email: row.email,
    phone: row.phone,
    source,
    campaign,
    answers: row.answers,
    consent: row.consent,
    attribution: row.attribution,
    isTest: row.isTest,
    clockStartedAt: row.clockStartedAt?.toISOString() ?? null,
    submittedAt: row.submittedAt.toISOString(),
    receivedAt: row.receivedAt.toISOString(),
    alertedAt: row.alertedAt?.toISOString() ?? null,
    firstSeenAt: row.firstSeenAt?.toISOString() ?? null,
    firstCalledAt: row.firstCalledAt?.toISOString() ?? null,
    isFirstCallEnteredLater: row.isFirstCallEnteredLater,
    firstSpokeAt: row.firstSpokeAt?.toISOString() ?? null,
  };
}
