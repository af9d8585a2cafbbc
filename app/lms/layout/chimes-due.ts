// When a waiting lead sounds: as it comes, at the goal of five minutes, and a minute before it is no
// longer on time. Pure.
import { goalMinutes, onTimeMinutes } from "#contract/timeliness.ts";

/** A wait: what is the same for the same inquiry, and since when. */
export type Ringing = { key: string; since: string };

const marksMinutes = [0, goalMinutes, onTimeMinutes - 1];

/** Each mark that has passed, of each lead: what sounds is the difference to what was heard. */
export function marksPassed(waiting: Ringing[], now: Date): Set<string> {
  return new Set(
    waiting.flatMap(({ key, since }) => {
      const waitedMinutes = (now.getTime() - Date.parse(since)) / 60_000;
      return marksMinutes
        .filter((mark) => waitedMinutes >= mark || mark === 0)
        .map((mark) => `${key} ${mark}`);
    }),
  );
}
