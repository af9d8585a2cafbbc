// Whether phone companies may label a practice's number as spam: suddenly, far fewer leads answer its
// calls. Pure.

/** Calls to leads whose line has ended, and how many of them were answered, by anyone or anything. */
export type CallsToLeads = { calls: number; answered: number };

export const recentDays = 7;
/** The days before the recent ones. */
export const earlierDays = 28;
/** With fewer calls in either span, a change says nothing. */
export const minCalls = 20;

/** Returns whether the share of answered calls has fallen by half or more. */
export function mayBeLabeledSpam(recent: CallsToLeads, earlier: CallsToLeads): boolean {
  if (recent.calls < minCalls || earlier.calls < minCalls || earlier.answered === 0) return false;
  // Multiplied out, so that no rounding decides.
  return 2 * recent.answered * earlier.calls <= earlier.answered * recent.calls;
}
