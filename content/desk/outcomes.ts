// The names of call outcomes, what happens after each, and the text for response times.

import { capitalized, limitWords } from "#content/response-limits.ts";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import type { LeadState } from "#contract/leads.ts";

export const outcomes: { outcome: CallOutcome; name: string; follows: string }[] = [
  { outcome: "spoke", name: "Spoke with them", follows: "Stays in queue" },
  { outcome: "voicemail", name: "Voicemail", follows: "Stays in queue" },
  { outcome: "no_answer", name: "No answer", follows: "Stays in queue" },
  { outcome: "booked", name: "Booked", follows: "Counts as booked" },
  { outcome: "call_back", name: "Callback", follows: "Returns when it’s due" },
  { outcome: "not_interested", name: "Not interested", follows: "Goes to archive" },
  { outcome: "wrong_number", name: "Wrong number", follows: "Goes to archive" },
  { outcome: "asked_to_stop", name: "Asked us to stop", follows: "Do not call, to archive" },
];

/**
 * Shown instead of the outcome of an office phone's call, because such a call counts without one.
 */
export const missingOutcome = "Result missing";

/** The reason for a do-not-call mark that was set by a call's result. */
export const askedToStopReason = "Asked us to stop on a call";

export const outcomeNames = Object.fromEntries(
  outcomes.map(({ outcome, name }) => [outcome, name]),
) as Record<CallOutcome, string>;

/** The buckets of response times. Each also has an icon and a color. */
export const bucketNames = { lt10: "On time", lt60: "Slow", other: "Late" } as const;
export const bucketSpans = {
  lt10: capitalized(limitWords.onTime),
  lt60: "Under 1 hour",
  other: "Late",
} as const;

/** Shown next to a clock and for relative times. */
export const timeWords = {
  callNow: "call now",
  untilLate: (minutes: number) => `late in ${minutes} min`,
  toGoal: (left: string) => `${left} to goal`,
  left: (left: string) => `${left} left`,
  now: "now",
  ago: (time: string) => `${time} ago`,
  overdue: (time: string) => `${time} overdue`,
  in: (time: string) => `in ${time}`,
} as const;

export const leadStateNames: Record<LeadState, string> = {
  new: "New",
  callback: "Callback",
  customer: "Booked",
  archived: "Archived",
};
