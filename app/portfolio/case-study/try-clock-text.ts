// The texts of the clock that a reader can try. All times are in milliseconds since Submit. Pure.
import { minuteMs } from "#contract/durations.ts";
import { onTimeMinutes } from "#contract/timeliness.ts";

/** A call at exactly this time is slow. */
export const limit = onTimeMinutes * minuteMs;
export const starts = limit - 10_000;
export const ends = limit + 10_000;

/**
 * Returns the clock's digits. They are cut off, not rounded: 9:59.96 is before the limit, so it
 * must show as 9:59.9.
 */
export function clockParts(elapsed: number): { digits: string; tenth: number } {
  const seconds = Math.floor(elapsed / 1000);
  const rest = String(seconds % 60).padStart(2, "0");
  return {
    digits: `${Math.floor(seconds / 60)}:${rest}`,
    tenth: Math.floor((elapsed % 1000) / 100),
  };
}

/** Returns how far the time is from the limit, in tenths of a second, as the clock shows it. */
export function awayFrom(
  elapsed: number,
  words: { before: (seconds: string) => string; after: (seconds: string) => string; on: string },
): string {
  const tenths = Math.floor(elapsed / 100) - limit / 100;
  if (tenths === 0) return words.on;
  const seconds = (Math.abs(tenths) / 10).toFixed(1);
  return tenths < 0 ? words.before(seconds) : words.after(seconds);
}
