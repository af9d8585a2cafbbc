// Maps a lead's row to its API format.
import { and, eq, type Placeholder, sql } from "drizzle-orm";
import type { Call } from "#contract/calls.ts";
import { eachLeadFact } from "#contract/lead-facts.ts";
import { eachLeadField } from "#contract/lead-fields.ts";
import type { Lead } from "#contract/leads.ts";
import type { LeadRing } from "#contract/rings.ts";
import { type calls, campaigns, leads, sources } from "#server/db/schema.ts";
import { timeZonesOf } from "#server/desk/phone/area-codes.ts";

/**
 * The columns of a lead with the names of its campaign and source, for a select from `leads` or a
 * `returning`.
 */
export function leadColumnsOf(clientId: string) {
  // Uses conditions such as `eq`, which keep the table names of columns. In a template, Drizzle
  // omits them in a select from one table, and the subquery would use its own columns instead.
  const campaign = and(eq(campaigns.clientId, clientId), eq(campaigns.id, leads.campaignId));
  const source = and(eq(sources.clientId, clientId), eq(sources.id, leads.sourceId));
  return {
    lead: leads,
    campaign: sql<string | null>`(select ${campaigns.name} from ${campaigns} where ${campaign})`,
    script: sql<string | null>`(select ${campaigns.script} from ${campaigns} where ${campaign})`,
    source: sql<string | null>`(select ${sources.name} from ${sources} where ${source})`,
    ring: ringNowOf(clientId),
    isUnanswered: isUnansweredOf(clientId),
    unreadTexts: unreadTextsOf(clientId),
    missedCallAt: missedCallOf(clientId),
  };
}

/** What a lead's ring does now: its stored state, and the phone that rings or pressed the key. */
type RingNow = {
  state: "ringing" | "answered" | "accepted" | "dialing" | "connected";
  phoneName: string;
  placedAt: string;
  pressedAt: string | null;
};

/** A column for any select from `leads`. One ring at a time is going on about a lead. */
export function ringNowOf(clientId: string | Placeholder) {
  return sql<RingNow | null>`(
    select json_build_object('state', ring.state, 'phoneName', phone.name,
      'placedAt', phone.placed_at, 'pressedAt', pressed.at)
    from rings as ring
    inner join ring_calls as phone
      on phone.client_id = ring.client_id and phone.ring_id = ring.id
    left join ring_events as pressed
      on pressed.client_id = ring.client_id and pressed.ring_id = ring.id
      and pressed.kind = 'key' and pressed.answer = 'connect'
    where ring.client_id = ${clientId} and ring.lead_id = leads.id and ring.settled_at is null
      and ring.state in ('ringing', 'answered', 'accepted', 'dialing', 'connected')
    order by phone.attempt = pressed.attempt desc nulls last, phone.placed_at desc
    limit 1)`;
}

/**
 * A column for any select from `leads`: whether the line of the lead's open call has ended and nobody
 * had answered. Null without such a call or before its end.
 */
export function isUnansweredOf(clientId: string | Placeholder) {
  return sql<boolean | null>`(
    select bool_and(ended.detail in ('no_answer', 'busy'))
    from calls as asked
    inner join ring_events as ended
      on ended.client_id = asked.client_id and ended.ring_id = asked.ring_id
      and ended.kind = 'lead_ended'
    where asked.client_id = ${clientId} and asked.id = leads.open_call_id)`;
}

/** A column for any select from `leads`: how many of the lead's texts nobody has opened. */
export function unreadTextsOf(clientId: string | Placeholder) {
  return sql<number>`(
    select count(*) from texts as unread
    where unread.client_id = ${clientId} and unread.lead_id = leads.id
      and unread.direction = 'in' and unread.read_at is null)::int`;
}

/**
 * A column for any select from `leads`: when the newest call of the lead was missed. Null if the
 * practice has called or texted since. Neither a text that failed nor the one that answers the call
 * by itself counts.
 */
export function missedCallOf(clientId: string | Placeholder) {
  return sql<Date | null>`(
    select case when newest.outcome = 'missed' then newest.received_at end
    from incoming_calls as newest
    where newest.client_id = ${clientId} and newest.lead_id = leads.id
      and newest.outcome is not null
      and newest.received_at > coalesce(greatest(leads.last_called_at, leads.open_called_at), '-infinity')
      and not exists (
        select from texts as sent
        where sent.client_id = ${clientId} and sent.lead_id = leads.id
          and sent.direction = 'out' and sent.call_id is null and sent.state not in ('undone', 'failed')
          and sent.created_at > newest.received_at)
    order by newest.received_at desc
    limit 1)`.mapWith(leads.startedAt);
}

export const leadOf = {
  campaign: and(eq(campaigns.clientId, leads.clientId), eq(campaigns.id, leads.campaignId)),
  source: and(eq(sources.clientId, leads.clientId), eq(sources.id, leads.sourceId)),
};

/**
 * The columns for the fields in `contract/lead-fields.ts`. Doesn't compile if a field has no
 * column.
 */
const leadFieldColumns = eachLeadField((name) => leads[name]);

/**
 * Only the columns that the API returns. They are half of all columns, which matters for fifty
 * rows.
 */
export const listedLead = {
  id: leads.id,
  firstName: leads.firstName,
  lastName: leads.lastName,
  email: leads.email,
  phone: leads.phone,
  language: leads.language,
  ...leadFieldColumns,
  facts: leads.facts,
  assignee: leads.assignee,
  assigneeName: leads.assigneeName,
  message: leads.message,
  startedAt: leads.startedAt,
  receivedAt: leads.receivedAt,
  state: leads.state,
  isTest: leads.isTest,
  uncalledSince: leads.uncalledSince,
  firstCalledAt: leads.firstCalledAt,
  askedAgainAt: leads.askedAgainAt,
  askedAs: leads.askedAs,
  attempts: leads.attempts,
  lastOutcome: leads.lastOutcome,
  lastCalledAt: leads.lastCalledAt,
  thirdLastCalledAt: leads.thirdLastCalledAt,
  doNotCallSince: leads.doNotCallSince,
  doNotCallReason: leads.doNotCallReason,
  callBackAt: leads.callBackAt,
  openCallId: leads.openCallId,
  openCalledAt: leads.openCalledAt,
  openCalledBy: leads.openCalledBy,
};

export type ListedLead = Pick<typeof leads.$inferSelect, keyof typeof listedLead>;

export type LeadWithOrigin = {
  lead: ListedLead;
  campaign: string | null;
  /** The campaign's script. */
  script: string | null;
  source: string | null;
  /** Left out of lists whose leads don't ring. */
  ring?: RingNow | null | undefined;
  isUnanswered?: boolean | null | undefined;
  /** Left out of lists that don't mark unread texts. */
  unreadTexts?: number | undefined;
  /** Left out of lists that don't mark missed calls. */
  missedCallAt?: Date | null | undefined;
};

export function toLead({
  lead,
  campaign,
  script,
  source,
  ring = null,
  isUnanswered = null,
  unreadTexts = 0,
  missedCallAt = null,
}: LeadWithOrigin): Lead {
  return {
    _id: lead.id,
    firstName: lead.firstName,
    lastName: lead.lastName,
    email: lead.email,
    phone: lead.phone,
    language: lead.language,
    ...eachLeadField((name) => lead[name]),
    facts: eachLeadFact((name) => lead.facts[name] ?? null),
    assignee: lead.assignee ? { _id: lead.assignee, name: lead.assigneeName ?? "" } : null,
    message: lead.message,
    timeReceived: lead.startedAt.toISOString(),
    date: lead.receivedAt.toISOString(),
    campaign,
    script: script ?? "",
    source,
    state: lead.state,
    isTest: lead.isTest,
    uncalledSince: iso(lead.uncalledSince),
    firstCalledAt: iso(lead.firstCalledAt),
    askedAgainAt: iso(lead.askedAgainAt),
    askedAs: lead.askedAs,
    attempts: lead.attempts,
    lastOutcome: lead.lastOutcome,
    lastCalledAt: iso(lead.lastCalledAt),
    thirdLastCalledAt: iso(lead.thirdLastCalledAt),
    timeZones: timeZonesOf(lead.phone),
    doNotCall: lead.doNotCallSince && {
      since: lead.doNotCallSince.toISOString(),
      reason: lead.doNotCallReason,
    },
    callBackAt: iso(lead.callBackAt),
    openCall:
      lead.openCallId && lead.openCalledAt
        ? {
            _id: lead.openCallId,
            calledAt: lead.openCalledAt.toISOString(),
            by: lead.openCalledBy,
            isUnanswered: isUnanswered ?? false,
          }
        : null,
    ring: ring && toRing(ring),
    unreadTexts,
    missedCallAt: iso(missedCallAt),
  };
}

function toRing({ state, phoneName, placedAt, pressedAt }: RingNow): LeadRing {
  const since = new Date(pressedAt ?? placedAt).toISOString();
  return { step: pressedAt ? lineStepOf(state) : "ringing", phoneName, since };
}

/** What the lead's line does after a key. */
function lineStepOf(state: RingNow["state"]): LeadRing["step"] {
  if (state === "connected") return "talking";
  return state === "accepted" ? "connecting" : "calling";
}

type Caller = { firstName: string | null; lastName: string | null };

/**
 * Converts a call's database row to the API's `Call`. `caller` is the person who started it, if
 * their account still exists.
 */
export function toCall(row: typeof calls.$inferSelect, { firstName, lastName }: Caller): Call {
  const by = firstName === null ? null : `${firstName} ${lastName}`;
  return {
    _id: row.id,
    leadId: row.leadId,
    by,
    phoneName: row.phoneName,
    calledAt: row.calledAt.toISOString(),
    isEnteredLater: row.isEnteredLater,
    outcome: row.outcome,
    callBackAt: iso(row.callBackAt),
    appointmentAt: iso(row.appointmentAt),
    voidedAt: iso(row.voidedAt),
    lineSeconds: row.lineSeconds,
  };
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
