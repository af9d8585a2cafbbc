// The product's clock at the last midday in Florida: phones ring, and texts go out, only between 8 am
// and 8 pm there.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { dayMs } from "#contract/durations.ts";

/** 11:30 am or 12:30 pm in Florida. */
const middayMs = Date.parse("2026-01-01T16:30:00.000Z") % dayMs;
/** The whole run's clock may be shifted, too. */
const runShiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
/** Behind the database's clock, so that jobs run at once. */
export const aheadMs = -((Date.now() - runShiftMs - middayMs) % dayMs) - runShiftMs;
export const now = () => new Date(Date.now() + aheadMs);

const clock = `--import=${pathToFileURL(path.resolve("scripts/shifted-clock.mjs"))}`;
/** The environment of a product with this clock. */
export const atMidday = {
  CLOCK_SHIFT_MS: String(aheadMs + runShiftMs),
  NODE_OPTIONS: [process.env.NODE_OPTIONS, clock].filter(Boolean).join(" "),
};
