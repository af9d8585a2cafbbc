// The plan by which a practice calls a lead again after no answer.
import { z } from "zod";

/**
 * The time from a call to the next attempt. "3h": three hours later. "morning": the next morning.
 * "2d": two days later in the other half of the day, because someone who doesn't answer in the
 * morning may answer in the afternoon.
 */
export const attemptGaps = [
  ...(["1h", "2h", "3h", "4h", "6h", "morning"] as const),
  ...(["1d", "2d", "3d", "4d", "5d", "7d", "10d", "14d"] as const),
] as const;
export type AttemptGap = (typeof attemptGaps)[number];

/** The default gaps, which are short at first and then longer (decision 102). */
export const usualAttemptGaps: AttemptGap[] = ["3h", "morning", "2d", "4d", "7d"];

/** The maximum number of attempts, including the first call. */
export const maxAttempts = 12;

/**
 * The gaps between the calls to a lead, in order. There is one gap fewer than there are attempts.
 */
export const AttemptPlan = z
  .array(z.enum(attemptGaps))
  .min(1, "required")
  .max(maxAttempts - 1, "too_long");
