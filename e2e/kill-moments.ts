// When a drill kills a process: after the same pauses in every run of `npm test`, so that a new
// failure points to a code change, and after different pauses in each run of `npm run test:long`.
import { randomInt } from "node:crypto";
import { inject } from "vitest";
import { randomFrom } from "#server/testing/simulated-day.ts";

const fixedSeed = 20_260_309;
/** A write takes less time than this, so a kill can happen at each of its steps. */
const longestPauseMs = 150;

/** Returns a function that returns the next pause in milliseconds. Each drill creates its own. */
export function killPauses(): () => number {
  const seed = inject("isLong") ? randomInt(2 ** 31) : fixedSeed;
  if (inject("isLong")) process.stdout.write(`The pauses before kills have the seed ${seed}.\n`);
  const random = randomFrom(seed);
  return () => random() * longestPauseMs;
}
