import { inject } from "vitest";

/** Returns the first cases, which differ the most, and in `npm run test:long` all of them. */
export function sample<Case>(cases: Case[], count: number): Case[] {
  return inject("isLong") ? cases : cases.slice(0, count);
}
