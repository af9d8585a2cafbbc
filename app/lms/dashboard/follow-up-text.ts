// Says what is due for a lead that was called but needs another call. Pure.

import { overdueText } from "#app/ui/clock-text.ts";
import { attemptWords } from "#content/desk/calls.ts";
import { rowWords } from "#content/desk/dashboard.ts";
import type { Client } from "#contract/accounts.ts";
import { minuteMs } from "#contract/durations.ts";
import type { Lead } from "#contract/leads.ts";
import { timeText } from "#contract/moment-text.ts";
import { type NextAttempt, nextAttempt } from "#contract/next-attempt.ts";
import type { BusinessHours } from "#contract/open-time.ts";

export type FollowUp = {
  /** What to do, such as "Attempt 3 of 6". */
  what: string;
  /** When to do it, such as "Due Tue 10:00 am" or "3 days overdue"; null if no time applies. */
  when: string | null;
  /** Whether this can still wait. */
  isLater: boolean;
};

/**
 * Returns the lead's next attempt, or null if the practice's plan doesn't apply. During a call, this
 * is the attempt that is being made.
 */
export function plannedAttempt(
  lead: Lead,
  practice: Pick<Client, "attemptGaps"> & BusinessHours,
): NextAttempt | null {
  return nextAttempt({ ...lead, openCall: null }, practice);
}

export function followUpText(
  plan: NextAttempt | null,
  { openCall, attempts }: Pick<Lead, "openCall" | "attempts">,
  now: Date,
  timeZone: string,
): FollowUp {
  if (!plan) {
    const made = attempts > 1 ? rowWords.tries(attempts) : null;
    return { what: rowWords.followUp, when: made, isLater: false };
  }
  if (plan.kind === "done") {
    return { what: attemptWords.made(plan.made), when: null, isLater: false };
  }
  const what = attemptWords.next(plan.number, plan.of);
  const { dueAt } = plan;
  if (openCall || !dueAt) return { what, when: null, isLater: false };
  if (dueAt <= now) {
    const isFresh = now.getTime() - dueAt.getTime() < minuteMs;
    return { what, when: isFresh ? rowWords.dueNow : overdueText(dueAt, now), isLater: false };
  }
  return { what, when: rowWords.due(timeText(dueAt, now, timeZone)), isLater: true };
}
