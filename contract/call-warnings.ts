// Warnings before a call. They ask for confirmation but don't block the call, because the law is
// about unsolicited calls and these people asked to be called. Pure.
import { dayMs } from "./durations.ts";
import type { Lead } from "./leads.ts";
import { hourIn } from "./zones.ts";

// Florida Statutes 501.616(6) bans commercial telephone solicitation "before 8 a.m. or after 8 p.m.
// local time in the called person's time zone" and more than three calls in 24 hours about one
// matter. The FTC's rule, 16 CFR 310.4(c), allows calls until an hour later.
const firstHour = 8;
const endHour = 20;

export type CallWarning =
  | { kind: "do_not_call"; since: string; reason: string }
  | { kind: "often"; first: string; last: string }
  /**
   * `isGuess` is true if the time zone comes from the area code, and false if it's the practice's.
   */
  | { kind: "hour"; timeZones: string[]; isGuess: boolean };

type Called = Pick<Lead, "doNotCall" | "thirdLastCalledAt" | "lastCalledAt" | "timeZones">;

/** Returns the warnings, with the most serious first. Returns an empty list if there are none. */
export function warningsOf(lead: Called, now: Date, practiceTimeZone: string): CallWarning[] {
  const warnings: CallWarning[] = [];
  if (lead.doNotCall) warnings.push({ kind: "do_not_call", ...lead.doNotCall });
  const isGuess = lead.timeZones.length > 0;
  const timeZones = isGuess ? lead.timeZones : [practiceTimeZone];
  // If an area code spans two time zones, the call must be within the hours in both.
  if (timeZones.some((zone) => isNight(now, zone))) {
    warnings.push({ kind: "hour", timeZones, isGuess });
  }
  const { thirdLastCalledAt: first, lastCalledAt: last } = lead;
  if (first && last && now.getTime() - new Date(first).getTime() < dayMs) {
    warnings.push({ kind: "often", first, last });
  }
  return warnings;
}

/** Returns whether it's too early or too late for a call. Exactly 8 pm is already too late. */
function isNight(now: Date, timeZone: string): boolean {
  const hour = hourIn(now, timeZone);
  return hour < firstHour || hour >= endHour;
}
