// Computes each inquiry's clock, first call and results, and stores those that changed.
import { and, eq } from "drizzle-orm";
import { spokenOutcomes } from "#contract/call-outcomes.ts";
import type { BusinessHours } from "#contract/open-time.ts";
import type { Transaction } from "#server/db/database.ts";
import { given, givenRows } from "#server/db/given-rows.ts";
import { inquiries } from "#server/db/schema.ts";
import type { Clock } from "#server/desk/clock/clock.ts";
import { openLimits } from "#server/desk/clock/open-limits.ts";
import { hourOfWeek } from "#server/desk/clock/started-hour.ts";
import { readOpenHours } from "#server/people/open-hours.ts";
import type { CountedCall, Inquiry } from "./lead-events.ts";

/**
 * Stores the inquiries that changed, and returns all inquiries of each lead with their new values.
 */
export async function computeInquiries(
  tx: Transaction,
  clientId: string,
  leads: { inquiries: Inquiry[]; calls: CountedCall[]; clocks: Clock[] }[],
): Promise<Inquiry[][]> {
  const newClocks = leads.flatMap((lead) => findNewClocks(lead.inquiries, lead.clocks));
  const hoursAt = newClocks[0] && (await readOpenHours({ db: tx }, clientId, newClocks));
  const changed: (Computed & { id: string })[] = [];
  const judged = leads.map(({ inquiries: asked, calls, clocks }) =>
    asked.map((inquiry) => {
      const at = clocks.findIndex(({ inquiryId }) => inquiryId === inquiry.id);
      const clock = clocks[at];
      const until = at < 0 ? undefined : clocks[at + 1]?.startedAt;
      const now = {
        firstSpokeAt: clock ? firstOf(spoken, calls, clock.startedAt, until) : null,
        firstBookedAt: clock ? firstOf(bookedOutcomes, calls, clock.startedAt, until) : null,
        ...computeByHours(inquiry, clock, hoursAt),
        clockStartedAt: clock?.startedAt ?? null,
        firstCalledAt: clock?.firstCall?.calledAt ?? null,
        isFirstCallEnteredLater: clock?.firstCall?.isEnteredLater ?? false,
      };
      if (!isSame(now, inquiry)) changed.push({ id: inquiry.id, ...now });
      return { ...inquiry, ...now };
    }),
  );
  if (changed.length > 0) await updateInquiries(tx, clientId, changed);
  return judged;
}

/** Returns the start times of clocks whose values by opening hours aren't stored yet. */
function findNewClocks(asked: Inquiry[], clocks: Clock[]): Date[] {
  const stored = new Set(asked.flatMap((one) => (one.clockStartedAt ? one.id : [])));
  return clocks.flatMap((clock) => (stored.has(clock.inquiryId) ? [] : clock.startedAt));
}

async function updateInquiries(
  tx: Transaction,
  clientId: string,
  changed: (Computed & { id: string })[],
) {
  await tx
    .update(inquiries)
    .set({
      clockStartedAt: given("clockStartedAt"),
      startedHour: given("startedHour"),
      openOnTimeUntil: given("openOnTimeUntil"),
      openLateAt: given("openLateAt"),
      firstCalledAt: given("firstCalledAt"),
      isFirstCallEnteredLater: given("isFirstCallEnteredLater"),
      firstSpokeAt: given("firstSpokeAt"),
      firstBookedAt: given("firstBookedAt"),
    })
    .from(givenRows(inquiries, changed))
    .where(and(eq(inquiries.clientId, clientId), eq(inquiries.id, given("id"))));
}

const spoken = new Set<string | null>(spokenOutcomes);

const bookedOutcomes = new Set<string | null>(["booked"]);

/**
 * Returns the time of the first call with one of these outcomes between the start of the inquiry's
 * clock and the start of the next clock.
 */
function firstOf(
  outcomes: Set<string | null>,
  calls: CountedCall[],
  from: Date,
  to: Date | undefined,
) {
  const times = calls
    .filter((call) => outcomes.has(call.outcome))
    .map((call) => call.calledAt.getTime())
    .filter((at) => at >= from.getTime() && (!to || at < to.getTime()));
  return times.length > 0 ? new Date(Math.min(...times)) : null;
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

/** Returns what depends on the hours and time zone that were in effect when the clock started. */
function computeByHours(
  inquiry: Inquiry,
  clock: Clock | undefined,
  hoursAt: ((at: Date) => BusinessHours) | undefined,
) {
  if (!clock) return { startedHour: null, openOnTimeUntil: null, openLateAt: null };
  // The stored values remain valid, because the hours of the past never change.
  if (inquiry.clockStartedAt || !hoursAt) {
    const { startedHour, openOnTimeUntil, openLateAt } = inquiry;
    return { startedHour, openOnTimeUntil, openLateAt };
  }
  const hours = hoursAt(clock.startedAt);
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
