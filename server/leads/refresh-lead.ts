// Recomputes a lead: its clocks, its state, and the denormalized columns for the queue and the
// figures.
import { and, eq, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Lead } from "#contract/leads.ts";
import { getOpenHours } from "#server/accounts/open-hours.ts";
import { type Clock, clocksOf } from "#server/clock/clock.ts";
import { openLimits } from "#server/clock/open-hours.ts";
import { hourOfWeek } from "#server/clock/started-hour.ts";
import type { Transaction } from "#server/db/database.ts";
import { calls, inquiries, leads, timeline } from "#server/db/schema.ts";
import { notifyPractice } from "#server/live/desk-events.ts";
import { updateFigureParts } from "#server/reports/figure-parts.ts";
import { updateRollups } from "#server/reports/rollups.ts";
import { leadColumnsOf, toLead } from "./lead-rows.ts";
import { type LeadEvent, type Standing, standingOf } from "./lead-state.ts";

type Key = { clientId: string; leadId: string };
type Inquiry = Pick<typeof inquiries.$inferSelect, keyof typeof inquiryColumns>;
type Call = typeof calls.$inferSelect;
type Change = typeof timeline.$inferSelect;

/** The inputs of the computation. Without the answers, which a flooded lead has thousands of. */
const inquiryColumns = {
  clientId: inquiries.clientId,
  id: inquiries.id,
  sourceId: inquiries.sourceId,
  campaignId: inquiries.campaignId,
  firstName: inquiries.firstName,
  lastName: inquiries.lastName,
  isTest: inquiries.isTest,
  isUntimed: inquiries.isUntimed,
  submittedAt: inquiries.submittedAt,
  receivedAt: inquiries.receivedAt,
  clockStartedAt: inquiries.clockStartedAt,
  startedHour: inquiries.startedHour,
  openOnTimeUntil: inquiries.openOnTimeUntil,
  openLateAt: inquiries.openLateAt,
  firstCalledAt: inquiries.firstCalledAt,
  isFirstCallEnteredLater: inquiries.isFirstCallEnteredLater,
  firstSpokeAt: inquiries.firstSpokeAt,
  firstBookedAt: inquiries.firstBookedAt,
};

/** All events of a lead. */
type Events = {
  allInquiries: Inquiry[];
  /** Not void, with an outcome. */
  made: Call[];
  /** The newest call without an outcome. */
  open: Call | undefined;
  changes: Change[];
};

/**
 * Recomputes a lead's clocks, its state and the denormalized columns from all of its events. Every
 * verb that adds an event calls this in its transaction, with the lead's row locked.
 */
export async function refreshLead(
  tx: Transaction,
  key: Key,
  event: "inquiry" | "lead" = "lead",
): Promise<Lead> {
  const events = await readEvents(tx, key);
  const clocks = clocksOf(
    events.allInquiries.map(({ id, submittedAt, isTest, isUntimed }) => ({
      id,
      submittedAt,
      isTimed: !isTest && !isUntimed,
    })),
    events.made.map(({ id, calledAt, isEnteredLater }) => ({ id, calledAt, isEnteredLater })),
  );
  const judged = await computeInquiries(tx, events, clocks);
  const row = await writeLead(tx, key, events, clocks);
  await updateRollups(
    tx,
    key.clientId,
    { lead: row.before, inquiries: events.allInquiries },
    { lead: row.lead, inquiries: judged },
  );
  await updateFigureParts(tx, key.clientId, events.allInquiries, judged);
  await notifyPractice(tx, { ...key, kind: event });
  return toLead(row);
}

async function readEvents(tx: Transaction, { clientId, leadId }: Key): Promise<Events> {
  const allInquiries = await tx
    .select(inquiryColumns)
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.leadId, leadId)));
  const begun = await tx
    .select()
    .from(calls)
    .where(and(eq(calls.clientId, clientId), eq(calls.leadId, leadId), isNull(calls.voidedAt)))
    .orderBy(calls.calledAt);
  const changes = await tx
    .select()
    .from(timeline)
    .where(
      and(
        eq(timeline.clientId, clientId),
        eq(timeline.leadId, leadId),
        sql`${timeline.kind} in ('archived', 'restored', 'erased', 'call_back_set')`,
      ),
    );
  return {
    allInquiries: allInquiries.toSorted(
      (a, b) => a.submittedAt.getTime() - b.submittedAt.getTime(),
    ),
    made: begun.filter(({ outcome }) => outcome !== null),
    open: begun.findLast(({ outcome }) => outcome === null),
    changes,
  };
}

/** Updates the inquiries that changed, and returns all of them in their new state. */
async function computeInquiries(
  tx: Transaction,
  { allInquiries, made }: Events,
  clocks: Clock[],
): Promise<Inquiry[]> {
  const judged: Inquiry[] = [];
  for (const inquiry of allInquiries) {
    const at = clocks.findIndex(({ inquiryId }) => inquiryId === inquiry.id);
    const clock = clocks[at];
    const until = at < 0 ? undefined : clocks[at + 1]?.startedAt;
    const now = {
      firstSpokeAt: clock ? firstOf(spokenOutcomes, made, clock.startedAt, until) : null,
      firstBookedAt: clock ? firstOf(bookedOutcomes, made, clock.startedAt, until) : null,
      ...(await computeByHours(tx, inquiry.clientId, inquiry, clock)),
      clockStartedAt: clock?.startedAt ?? null,
      firstCalledAt: clock?.firstCall?.calledAt ?? null,
      isFirstCallEnteredLater: clock?.firstCall?.isEnteredLater ?? false,
    };
    judged.push({ ...inquiry, ...now });
    if (isSame(now, inquiry)) continue;
    await tx
      .update(inquiries)
      .set(now)
      .where(and(eq(inquiries.clientId, inquiry.clientId), eq(inquiries.id, inquiry.id)));
  }
  return judged;
}

/** Returns the lead's row after and before the update. */
async function writeLead(tx: Transaction, key: Key, events: Events, clocks: Clock[]) {
  const { allInquiries, made, open, changes } = events;
  const newestInquiry = allInquiries.at(-1);
  const newestClock = clocks.at(-1);
  const lastCall = made.at(-1);
  if (!newestInquiry) throw new Error("The lead has no inquiry");
  // Entries by hand have no source, and do not replace the known one.
  const withOrigin =
    allInquiries.findLast((inquiry) => inquiry.sourceId ?? inquiry.campaignId) ?? newestInquiry;
  const erasedAt = changes.find(({ kind }) => kind === "erased")?.at;
  const before = alias(leads, "before");
  const [row] = await tx
    .update(leads)
    .set({
      ...standingNow(events, newestClock?.firstCall === null),
      // An erased lead counts as before.
      ...(erasedAt ? { erasedAt } : { isCounted: sql`${leads.deletedAt} is null` }),
      campaignId: withOrigin.campaignId,
      sourceId: withOrigin.sourceId,
      isTest: allInquiries.every((inquiry) => inquiry.isTest),
      receivedAt: newestInquiry.receivedAt,
      startedAt: newestClock?.startedAt ?? newestInquiry.submittedAt,
      uncalledSince: newestClock && !newestClock.firstCall ? newestClock.startedAt : null,
      firstCalledAt: newestClock?.firstCall?.calledAt ?? null,
      askedAgainAt: newestClock?.askedAgainAt.at(-1) ?? null,
      askedAs: differingName(newestInquiry),
      attempts: made.length,
      lastOutcome: lastCall?.outcome ?? null,
      lastCalledAt: lastCall?.calledAt ?? null,
      thirdLastCalledAt: made.at(-3)?.calledAt ?? null,
      openCallId: open?.id ?? null,
      openCalledAt: open?.calledAt ?? null,
      touchedAt: lastCall?.calledAt ?? newestInquiry.submittedAt,
    })
    // The self-join returns the row as it was before.
    .from(before)
    .where(
      and(
        eq(leads.clientId, key.clientId),
        eq(leads.id, key.leadId),
        eq(before.clientId, leads.clientId),
        eq(before.id, leads.id),
      ),
    )
    .returning({ ...leadColumnsOf(key.clientId), before });
  if (!row) throw new Error("The lead that was just written no longer exists");
  return row;
}

/** `isWaiting`: a clock is running. */
function standingNow({ allInquiries, made, changes }: Events, isWaiting: boolean): Standing {
  const inAll = standingOf([
    ...allInquiries.map((inquiry): LeadEvent => ({ kind: "inquired", at: inquiry.submittedAt })),
    ...made.flatMap((call): LeadEvent[] => {
      const { outcome, callBackAt } = call;
      return outcome ? [{ kind: "called", at: countedAt(call, changes), outcome, callBackAt }] : [];
    }),
    ...changes.map(toEvent),
  ]);
  if (!isWaiting) return inAll;
  return { ...standingOf(sinceLastInquiry(allInquiries, changes)), bookedAt: inAll.bookedAt };
}

/**
 * A lead that waits for a first call leaves the queue only if the practice archived it after the
 * inquiry was stored. Compared in the order of writing, as a platform may report an inquiry hours
 * late; and a callback does not postpone a first call.
 */
function sinceLastInquiry(allInquiries: Inquiry[], changes: Change[]): LeadEvent[] {
  return changes
    .filter(
      ({ id, kind }) =>
        kind !== "call_back_set" && allInquiries.every((inquiry) => inquiry.id < id),
    )
    .map(toEvent);
}

/**
 * A call counts at its own time. If it is reported after the lead was archived, it counts as the
 * later event.
 */
function countedAt({ calledAt, outcomeAt }: Call, changes: Change[]): Date {
  if (!outcomeAt) return calledAt;
  const isRecordedAfter = changes.some(
    ({ kind, at }) => kind === "archived" && at > calledAt && at <= outcomeAt,
  );
  return isRecordedAfter ? outcomeAt : calledAt;
}

function toEvent({ kind, at, data }: Change): LeadEvent {
  // An erased lead is in no queue.
  if (kind === "archived" || kind === "erased") {
    return { kind: "archived", at, reason: String(data.reason ?? "") };
  }
  if (kind === "call_back_set") return { kind, at, callBackAt: new Date(String(data.callBackAt)) };
  return { kind: "restored", at };
}

type Computed = Pick<
  Inquiry,
  | "clockStartedAt"
  | "firstCalledAt"
  | "firstSpokeAt"
  | "firstBookedAt"
  | "startedHour"
  | "isFirstCallEnteredLater"
  | "openOnTimeUntil"
  | "openLateAt"
>;

/** The clock's values under the hours and time zone in effect when it started. */
async function computeByHours(
  tx: Transaction,
  clientId: string,
  inquiry: Inquiry,
  clock: Clock | undefined,
) {
  if (!clock) return { startedHour: null, openOnTimeUntil: null, openLateAt: null };
  // Past hours never change: the stored values stay valid.
  if (inquiry.clockStartedAt) {
    const { startedHour, openOnTimeUntil, openLateAt } = inquiry;
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

function isSame(now: Computed, before: Computed): boolean {
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

/** The name on this inquiry, or null when it equals the lead's. */
function differingName({ firstName, lastName }: { firstName: string; lastName: string }) {
  const name = `${firstName} ${lastName}`.trim();
  return sql`case when lower(trim(${leads.firstName} || ' ' || ${leads.lastName})) <> lower(${name}::text) and ${name}::text <> '' then ${name}::text end`;
}

const spokenOutcomes = new Set<string | null>(["spoke", "booked", "call_back", "not_interested"]);

const bookedOutcomes = new Set<string | null>(["booked"]);

/** The first call with one of these outcomes during the inquiry's clock. */
function firstOf(outcomes: Set<string | null>, made: Call[], from: Date, to: Date | undefined) {
  const times = made
    .filter((call) => outcomes.has(call.outcome))
    .map((call) => call.calledAt.getTime())
    .filter((at) => at >= from.getTime() && (!to || at < to.getTime()));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
