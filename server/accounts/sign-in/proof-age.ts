import { minuteMs } from "#contract/durations.ts";
import { proofMinutes } from "#contract/roles.ts";

/** Checks whether a proof has expired: at exactly `proofMinutes` it is too old. */
export function isTooOld(provenAt: Date, now: Date): boolean {
  return now.getTime() - provenAt.getTime() >= proofMinutes * minuteMs;
}
