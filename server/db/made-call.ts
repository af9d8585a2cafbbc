// Which calls count as made: a person's tap is one once its result is known, and a ring's at once,
// because the provider has reported that the lead's line was dialed.
import { and, isNotNull, isNull, or } from "drizzle-orm";
import { calls } from "./schema.ts";

export function isMade({
  outcome,
  ringId,
}: Pick<typeof calls.$inferSelect, "outcome" | "ringId">): boolean {
  return outcome !== null || ringId !== null;
}

/** The same in SQL, for calls that were not undone. */
export const isMadeCall = and(
  isNull(calls.voidedAt),
  or(isNotNull(calls.outcome), isNotNull(calls.ringId)),
);
