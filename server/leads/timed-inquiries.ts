// Computes each inquiry's clock, first call and results, and stores what changed.
import { and, eq } from "drizzle-orm";
import { spokenOutcomes } from "#contract/call-outcomes.ts";
import { getOpenHours } from "#server/accounts/open-hours.ts";
import type { Clock } from "#server/clock/clock.ts";
import { openLimits } from "#server/clock/open-hours.ts";
import { hourOfWeek } from "#server/clock/started-hour.ts";
import type { Transaction } from "#server/db/database.ts";
import { inquiries } from "#server/db/schema.ts";
import type { Call, Events, Inquiry } from "./lead-events.ts";

/** Updates the inquiries that changed, and returns all of them in their new state. */
export async function computeInquiries(
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
      firstSpokeAt: clock ? firstOf(spoken, made, clock.startedAt, until) : null,
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

const spoken = new Set<string | null>(spokenOutcomes);

const bookedOutcomes = new Set<string | null>(["booked"]);

/** The first call with one of these outcomes during the inquiry's clock. */
function firstOf(outcomes: Set<string | null>, made: Call[], from: Date, to: Date | undefined) {
  const times = made
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
