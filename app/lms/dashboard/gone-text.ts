// Says what happened to a lead that left its place in the list while its row stays. Pure.

import { nextAttemptTime } from "#app/lms/calls/next-attempt-time.ts";
import { queueWords } from "#content/desk/dashboard.ts";
import { missingOutcome, outcomeNames } from "#content/desk/outcomes.ts";
import type { Client } from "#contract/accounts.ts";
import type { Lead } from "#contract/leads.ts";
import { timeText } from "#contract/moment-text.ts";
import type { BusinessHours } from "#contract/open-time.ts";

type Practice = Pick<Client, "attemptGaps"> & BusinessHours;

/**
 * Returns the text for the lead's row. `newest`: the lead's current state; null if it isn't known,
 * for example after a deletion. `isInQueue`: the lead only moved within the queue, so its name
 * isn't struck through.
 */
export function goneText(
  newest: Lead | null,
  practice: Practice,
  now: Date,
): { text: string; isInQueue: boolean } {
  const words = queueWords.goneAs;
  if (!newest) return { text: queueWords.gone, isInQueue: false };
  if (newest.state === "archived" || newest.state === "customer") {
    return { text: words[newest.state], isInQueue: false };
  }
  if (newest.state === "callback" && newest.callBackAt) {
    const at = timeText(newest.callBackAt, now, practice.timeZone);
    return { text: words.callback(at), isInQueue: true };
  }
  if (newest.uncalledSince || newest.attempts === 0) {
    return { text: queueWords.gone, isInQueue: false };
  }
  const saved = newest.lastOutcome
    ? words.called(outcomeNames[newest.lastOutcome])
    : `${missingOutcome}.`;
  const at = nextAttemptTime(newest, practice, now);
  return { text: at ? `${saved} ${words.next(at)}` : saved, isInQueue: true };
}
