// When a waiting lead sounds: as it comes, at the goal of five minutes, and a minute before it is no
// longer on time. Pure.
import type { Lead } from "#contract/leads.ts";
import { goalMinutes, onTimeMinutes } from "#contract/timeliness.ts";
import { newsKey } from "./new-leads.ts";

const marksMinutes = [0, goalMinutes, onTimeMinutes - 1];

/** Each mark that has passed, of each lead: what sounds is the difference to what was heard. */
export function marksPassed(waiting: Lead[], now: Date): Set<string> {
  return new Set(
    waiting.flatMap((lead) => {
      const waitedMinutes = (now.getTime() - Date.parse(lead.uncalledSince ?? "")) / 60_000;
      return marksMinutes
        .filter((mark) => waitedMinutes >= mark || mark === 0)
        .map((mark) => `${newsKey(lead)} ${mark}`);
    }),
  );
}
