// What a report of the provider does to a text. Pure. Reports arrive late, twice and in any order, so
// a text never goes back to an earlier state.
import { hourMs, minuteMs } from "#contract/durations.ts";
import type { TextProblem, TextState } from "#contract/texts.ts";

/** A report can't change a text that waits or is the person's own. */
const ranks: Partial<Record<TextState, number>> = {
  ...{ sending: 1, unknown: 1, accepted: 2, sent: 3 },
  // The first of them stays.
  ...{ delivered: 4, failed: 4 },
};

/** Returns the state after a report, which may be the same. */
export function stateAfter(state: TextState, reported: TextState): TextState {
  const [now, next] = [ranks[state], ranks[reported]];
  return now !== undefined && next !== undefined && next > now ? reported : state;
}

const reportedStates = new Map<string, TextState>([
  ["accepted", "accepted"],
  ["scheduled", "accepted"],
  ["queued", "accepted"],
  ["sending", "accepted"],
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["read", "delivered"],
  ["undelivered", "failed"],
  ["failed", "failed"],
  ["canceled", "failed"],
]);

/** `status`: Twilio's `MessageStatus` (twilio.com/docs/messaging/api/message-resource). */
export function stateOf(status: string): TextState | null {
  return reportedStates.get(status) ?? null;
}

/** Maps Twilio's error codes (twilio.com/docs/api/errors). */
export function textProblemOf(code: number): TextProblem {
  return problems.get(code) ?? "failed";
}

const problems = new Map<number, TextProblem>([
  [21610, "opted_out"],
  // Invalid, not a mobile number, blocked by the person, unknown, or a landline.
  [21211, "number"],
  [21612, "number"],
  [21614, "number"],
  [30004, "number"],
  [30005, "number"],
  [30006, "number"],
  [30003, "unreachable"],
  [30007, "filtered"],
  [30034, "unregistered"],
]);

/** When a text that certainly didn't arrive is sent once more, or null for never. */
export function retryDelayMs(code: number, attempts: number): number | null {
  if (attempts > 1) return null;
  return retries.get(code) ?? null;
}

/** 30003: the phone is off. 30008: the carrier gives no reason. */
const retries = new Map<number, number>([
  [30003, hourMs],
  [30008, 15 * minuteMs],
]);
