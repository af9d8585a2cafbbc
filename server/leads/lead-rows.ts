// A lead as it stands in the database and as it goes over the wire.
import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Call, Lead } from "#contract/leads.ts";
import { getOpenHours } from "#server/accounts/open-hours.ts";
import type { Transaction } from "#server/db/database.ts";
import { calls, campaigns, enquiries, leads, sources, timeline } from "#server/db/schema.ts";
import { timeZonesOf } from "./area-codes.ts";
import { type Clock, clocksOf, type TimedCall } from "./clock.ts";
import { tellDesks } from "./desk-events.ts";
import { keepFigureParts } from "./figure-parts.ts";
import { type LeadEvent, standingOf } from "./lead-state.ts";
import { openLimits } from "./open-hours.ts";
import { hourOfWeek } from "./started-hour.ts";
import { keepTallies } from "./tallies.ts";

export const leadColumns = {
  lead: leads,
  campaign: sql<string | null>`(
    select ${campaigns.name} from ${campaigns}
    where ${campaigns.clientId} = ${leads.clientId} and ${campaigns.id} = ${leads.campaignId}
  )`,
  source: sql<string | null>`(
    select ${sources.name} from ${sources}
    where ${sources.clientId} = ${leads.clientId} and ${sources.id} = ${leads.sourceId}
  )`,
};

/** How a lead finds its campaign and its source. */
export const leadOf = {
  campaign: and(eq(campaigns.clientId, leads.clientId), eq(campaigns.id, leads.campaignId)),
  source: and(eq(sources.clientId, leads.clientId), eq(sources.id, leads.sourceId)),
};

/** The columns that go over the wire: half of them, which a list of fifty feels. */
export const listedLead = {
  id: leads.id,
  firstName: leads.firstName,
  lastName: leads.lastName,
  email: leads.email,
  phone: leads.phone,
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
};

export type ListedLead = Pick<typeof leads.$inferSelect, keyof typeof listedLead>;

export type LeadWithOrigin = { lead: ListedLead; campaign: string | null; source: string | null };

export function toLead({ lead, campaign, source }: LeadWithOrigin): Lead {
  return {
    _id: lead.id,
    firstName: lead.firstName,
    lastName: lead.lastName,
    email: lead.email,
    phone: lead.phone,
    timeReceived: lead.startedAt.toISOString(),
    date: lead.receivedAt.toISOString(),
    campaign,
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
        ? { _id: lead.openCallId, calledAt: lead.openCalledAt.toISOString() }
        : null,
  };
}

export function toCall(row: typeof calls.$inferSelect): Call {
  return {
    _id: row.id,
    leadId: row.leadId,
    calledAt: row.calledAt.toISOString(),
    isEnteredLater: row.isEnteredLater,
    outcome: row.outcome,
    callBackAt: iso(row.callBackAt),
    voidedAt: iso(row.voidedAt),
  };
}

/**
 * Works out anew, from everything that happened to a lead, its clocks, its state and the columns
 * that the queue is read by. Every verb that adds an event calls this in its transaction, with the
 * lead's row locked.
 */
export async function refreshLead(
  tx: Transaction,
  key: { clientId: string; leadId: string },
  event: "enquiry" | "lead" = "lead",
): Promise<Lead> {
  const asks = await tx
    .select()
    .from(enquiries)
    .where(and(eq(enquiries.clientId, key.clientId), eq(enquiries.leadId, key.leadId)));
  const begun = await tx
    .select()
    .from(calls)
    .where(
      and(eq(calls.clientId, key.clientId), eq(calls.leadId, key.leadId), isNull(calls.voidedAt)),
    );
  const made = begun.filter((call) => call.outcome !== null);
  const open = begun
    .filter((call) => call.outcome === null)
    .toSorted((a, b) => a.calledAt.getTime() - b.calledAt.getTime())
    .at(-1);
  const changes = await tx
    .select()
    .from(timeline)
    .where(
      and(
        eq(timeline.clientId, key.clientId),
        eq(timeline.leadId, key.leadId),
        sql`${timeline.kind} in ('archived', 'restored', 'erased', 'call_back_set')`,
      ),
    );

  const timed: TimedCall[] = made.map(({ id, calledAt, isEnteredLater }) => ({
    id,
    calledAt,
    isEnteredLater,
  }));
  const clocks = clocksOf(
    asks.map((ask) => ({
      id: ask.id,
      submittedAt: ask.submittedAt,
      isTimed: !ask.isTest && !ask.isUntimed,
    })),
    timed,
  );
  const judged: (typeof asks)[number][] = [];
  for (const ask of asks) {
    const clock = clocks.find((one) => one.askId === ask.id);
    const nextClock = clock && clocks[clocks.indexOf(clock) + 1];
    const now = {
      firstSpokeAt: clock
        ? firstOf(spokenOutcomes, made, clock.startedAt, nextClock?.startedAt)
        : null,
      firstBookedAt: clock
        ? firstOf(bookedOutcomes, made, clock.startedAt, nextClock?.startedAt)
        : null,
      ...(await judgedByHours(tx, key.clientId, ask, clock)),
      clockStartedAt: clock?.startedAt ?? null,
      firstCalledAt: clock?.firstCall?.calledAt ?? null,
      isFirstCallEnteredLater: clock?.firstCall?.isEnteredLater ?? false,
    };
    judged.push({ ...ask, ...now });
    if (isSame(now, ask)) continue;
    await tx
      .update(enquiries)
      .set(now)
      .where(and(eq(enquiries.clientId, key.clientId), eq(enquiries.id, ask.id)));
  }

  const inAll = standingOf([
    ...asks.map((ask): LeadEvent => ({ kind: "asked", at: ask.submittedAt })),
    ...made.flatMap((call): LeadEvent[] => {
      const { outcome, callBackAt } = call;
      return outcome ? [{ kind: "called", at: countedAt(call, changes), outcome, callBackAt }] : [];
    }),
    ...changes.map(toEvent),
  ]);
  const isWaiting = clocks.at(-1)?.firstCall === null;
  const standing = isWaiting
    ? { ...standingOf(sinceAsked(asks, changes)), bookedAt: inAll.bookedAt }
    : inAll;
  const asksInOrder = asks.toSorted((a, b) => a.submittedAt.getTime() - b.submittedAt.getTime());
  const newestAsk = asksInOrder.at(-1);
  const newestClock = clocks.at(-1);
  const inOrder = made.toSorted((a, b) => a.calledAt.getTime() - b.calledAt.getTime());
  const lastCall = inOrder.at(-1);
  if (!newestAsk) throw new Error("A lead without an enquiry");
  // What the desk types in came from nowhere, and is no news of where the person came from.
  const broughtBy = asksInOrder.findLast((ask) => ask.sourceId ?? ask.campaignId) ?? newestAsk;
  const erasedAt = changes.find(({ kind }) => kind === "erased")?.at;
  const before = alias(leads, "before");
  const [row] = await tx
    .update(leads)
    .set({
      ...standing,
      // An erased lead counts as it did before.
      ...(erasedAt ? { erasedAt } : { isCounted: sql`${leads.deletedAt} is null` }),
      campaignId: broughtBy.campaignId,
      sourceId: broughtBy.sourceId,
      isTest: asks.every((ask) => ask.isTest),
      receivedAt: newestAsk.receivedAt,
      startedAt: newestClock?.startedAt ?? newestAsk.submittedAt,
      uncalledSince: newestClock && !newestClock.firstCall ? newestClock.startedAt : null,
      firstCalledAt: newestClock?.firstCall?.calledAt ?? null,
      askedAgainAt: newestClock?.askedAgainAt.at(-1) ?? null,
      askedAs: nameUnlikeTheLeads(newestAsk),
      attempts: made.length,
      lastOutcome: lastCall?.outcome ?? null,
      lastCalledAt: lastCall?.calledAt ?? null,
      thirdLastCalledAt: inOrder.at(-3)?.calledAt ?? null,
      openCallId: open?.id ?? null,
      openCalledAt: open?.calledAt ?? null,
      touchedAt: lastCall?.calledAt ?? newestAsk.submittedAt,
    })
    // Joined with itself, it also hands back the row as it was.
    .from(before)
    .where(
      and(
        eq(leads.clientId, key.clientId),
        eq(leads.id, key.leadId),
        eq(before.clientId, leads.clientId),
        eq(before.id, leads.id),
      ),
    )
    .returning({ ...leadColumns, before });
  if (!row) throw new Error("A lead that was just written is gone");
  await keepTallies(
    tx,
    key.clientId,
    { lead: row.before, enquiries: asks },
    { lead: row.lead, enquiries: judged },
  );
  await keepFigureParts(tx, key.clientId, asks, judged);
  await tellDesks(tx, { ...key, kind: event });
  return toLead(row);
}

type Change = typeof timeline.$inferSelect;

/**
 * Whoever waits for a first call is out of the queue only when the desk knew of it and put the lead
 * away: in the order of writing, as a platform may tell of an ask hours late, and no promise of a
 * call-back puts off a first call.
 */
function sinceAsked(asks: { id: string }[], changes: Change[]): LeadEvent[] {
  return changes
    .filter(({ id, kind }) => kind !== "call_back_set" && asks.every((ask) => ask.id < id))
    .map(toEvent);
}

/** A call counts when it was made; told after the lead was put away it is the newer word. */
function countedAt({ calledAt, outcomeAt }: typeof calls.$inferSelect, changes: Change[]): Date {
  if (!outcomeAt) return calledAt;
  const isToldAfter = changes.some(
    ({ kind, at }) => kind === "archived" && at > calledAt && at <= outcomeAt,
  );
  return isToldAfter ? outcomeAt : calledAt;
}

function toEvent({ kind, at, data }: Change): LeadEvent {
  // Whoever was erased is in nobody's queue.
  if (kind === "archived" || kind === "erased") {
    return { kind: "archived", at, reason: String(data.reason ?? "") };
  }
  if (kind === "call_back_set") return { kind, at, callBackAt: new Date(String(data.callBackAt)) };
  return { kind: "restored", at };
}

type Judged = Pick<
  typeof enquiries.$inferSelect,
  | "clockStartedAt"
  | "firstCalledAt"
  | "firstSpokeAt"
  | "firstBookedAt"
  | "startedHour"
  | "isFirstCallEnteredLater"
  | "openOnTimeUntil"
  | "openLateAt"
>;

/** What the hours and the zone that were in force when the clock started say of it. */
async function judgedByHours(
  tx: Transaction,
  clientId: string,
  ask: typeof enquiries.$inferSelect,
  clock: Clock | undefined,
) {
  if (!clock) return { startedHour: null, openOnTimeUntil: null, openLateAt: null };
  // Hours that were in force do not change any more: what was worked out once stays.
  if (ask.clockStartedAt) {
    const { startedHour, openOnTimeUntil, openLateAt } = ask;
    return { startedHour, openOnTimeUntil, openLateAt };
  }
  const hours = await getOpenHours({ db: tx }, clientId, clock.startedAt);
  const limits = openLimits(clock.startedAt, hours);
  return {
    startedHour: hourOfWeek(clock.startedAt, hours.timeZone),
    openOnTimeUntil: limits.onTimeUntil,
    openLateAt: limits.lateAt,
  };
}

function isSame(now: Judged, before: Judged): boolean {
  return (
    now.clockStartedAt?.getTime() === before.clockStartedAt?.getTime() &&
    now.firstCalledAt?.getTime() === before.firstCalledAt?.getTime() &&
    now.openOnTimeUntil?.getTime() === before.openOnTimeUntil?.getTime() &&
    now.openLateAt?.getTime() === before.openLateAt?.getTime() &&
    now.firstSpokeAt?.getTime() === before.firstSpokeAt?.getTime() &&
    now.firstBookedAt?.getTime() === before.firstBookedAt?.getTime() &&
    now.isFirstCallEnteredLater === before.isFirstCallEnteredLater
  );
}

/** The name of this enquiry, or null when it is the lead's own. */
function nameUnlikeTheLeads({ firstName, lastName }: { firstName: string; lastName: string }) {
  const name = `${firstName} ${lastName}`.trim();
  return sql`case when lower(trim(${leads.firstName} || ' ' || ${leads.lastName})) <> lower(${name}::text) and ${name}::text <> '' then ${name}::text end`;
}

const spokenOutcomes = new Set<string | null>(["spoke", "booked", "call_back", "not_interested"]);

const bookedOutcomes = new Set<string | null>(["booked"]);

/** The first call of an enquiry's time that came to one of these. */
function firstOf(
  outcomes: Set<string | null>,
  made: (typeof calls.$inferSelect)[],
  from: Date,
  to: Date | undefined,
) {
  const times = made
    .filter((call) => outcomes.has(call.outcome))
    .map((call) => call.calledAt.getTime())
    .filter((at) => at >= from.getTime() && (!to || at < to.getTime()));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}

function iso(moment: Date | null): string | null {
  return moment?.toISOString() ?? null;
}
