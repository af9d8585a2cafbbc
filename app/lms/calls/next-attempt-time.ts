import type { Client } from "#contract/accounts.ts";
import type { Lead } from "#contract/leads.ts";
import { timeText } from "#contract/moment-text.ts";
import { nextAttempt } from "#contract/next-attempt.ts";
import type { BusinessHours } from "#contract/open-time.ts";

/** Returns when the lead's next attempt is due, such as "Tue 10:00 am", or null if none is planned. */
export function nextAttemptTime(
  lead: Lead,
  practice: Pick<Client, "attemptGaps"> & BusinessHours,
  now: Date,
): string | null {
  const plan = nextAttempt(lead, practice);
  if (plan?.kind !== "next" || !plan.dueAt) return null;
  return timeText(plan.dueAt, now, practice.timeZone);
}
