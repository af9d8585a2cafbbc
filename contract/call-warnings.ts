// Warnings before a call. Pure. A warning asks for confirmation and doesn't block the call: the law
// is about unsolicited calls, and these people asked to be called.
import { dayMs } from "./durations.ts";
import type { Lead } from "./leads.ts";
import { hourIn } from "./zones.ts";

// Florida Statutes 501.616(6): no commercial telephone solicitation "before 8 a.m. or after 8 p.m.
// local time in the called person's time zone", and no more than three in 24 hours on one matter.
// The FTC's rule, 16 CFR 310.4(c), leaves an hour more in the evening.
const firstHour = 8;
const endHour = 20;

export type CallWarning =
  | { kind: "do_not_call"; since: string; reason: string }
  | { kind: "often"; first: string; last: string }
  /** `isGuess`: derived from the area code; otherwise the practice's time zone is used. */
  | { kind: "hour"; timeZones: string[]; isGuess: boolean };

type Called = Pick<Lead, "doNotCall" | "thirdLastCalledAt" | "lastCalledAt" | "timeZones">;

/** Returns the warnings, the most serious first; empty if there is no objection. */
export function warningsOf(lead: Called, now: Date, practiceTimeZone: string): CallWarning[] {
  const warnings: CallWarning[] = [];
  if (lead.doNotCall) warnings.push({ kind: "do_not_call", ...lead.doNotCall });
  const isGuess = lead.timeZones.length > 0;
  const timeZones = isGuess ? lead.timeZones : [practiceTimeZone];
  // An area code that spans two time zones must be within the hours in both.
  if (timeZones.some((zone) => isNight(now, zone))) {
    warnings.push({ kind: "hour", timeZones, isGuess });
  }
  const { thirdLastCalledAt: first, lastCalledAt: last } = lead;
  if (first && last && now.getTime() - new Date(first).getTime() < dayMs) {
    warnings.push({ kind: "often", first, last });
  }
  return warnings;
}

/** 8 pm is already too late. */
function isNight(now: Date, timeZone: string): boolean {
  const hour = hourIn(now, timeZone);
  return hour < firstHour || hour >= endHour;
}
