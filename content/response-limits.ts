// The limits for response times, as used in sentences.
import {
  goalMinutes,
  lateAfterMinutes,
  onTimeMinutes,
  uncalledAfterMinutes,
  unseenAfterMinutes,
} from "#contract/timeliness.ts";

export const limitWords = {
  /** The limit for a call that is on time, used after "called in". */
  onTime: `under ${onTimeMinutes} minutes`,
  slow: `${onTimeMinutes} to ${lateAfterMinutes} minutes`,
  late: `over ${lateAfterMinutes} min`,
  /** Shown on a clock. */
  goal: `goal ${goalMinutes}:00`,
  /** The limits for alerts. */
  unseen: `${unseenAfterMinutes} minutes`,
  uncalled: `${uncalledAfterMinutes} minutes`,
} as const;

/** Capitalizes text at the start of a line: "Under 10 minutes". */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
