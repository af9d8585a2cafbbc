// Decides which calls count as made. A call that a person tapped counts once its result is known. A
// ring's call counts right away, because the provider has reported that the lead's line was dialed.
import { and, isNotNull, isNull, or } from "drizzle-orm";
import { calls } from "./schema.ts";

export function isMade({
  outcome,
  ringId,
}: Pick<typeof calls.$inferSelect, "outcome" | "ringId">): boolean {
  return outcome !== null || ringId !== null;
}

/** The condition of `isMade` in SQL, for calls that weren't undone. */
export const isMadeCall = and(
  isNull(calls.voidedAt),
  or(isNotNull(calls.outcome), isNotNull(calls.ringId)),
);
