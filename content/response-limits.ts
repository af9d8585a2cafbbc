// The limits of a response time, as sentences name them.
import {
  goalMinutes,
  lateAfterMinutes,
  onTimeMinutes,
  uncalledAfterMinutes,
  unseenAfterMinutes,
} from "#contract/timeliness.ts";

export const limitWords = {
  /** After "called in": on time. */
  onTime: `under ${onTimeMinutes} minutes`,
  slow: `${onTimeMinutes} to ${lateAfterMinutes} minutes`,
  late: `over ${lateAfterMinutes} min`,
  /** On a clock. */
  goal: `goal ${goalMinutes}:00`,
  /** Of alerts. */
  unseen: `${unseenAfterMinutes} minutes`,
  uncalled: `${uncalledAfterMinutes} minutes`,
} as const;

/** Capitalizes a text at the start of a line: "Under 10 minutes". */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
