// Resets the limit of `bulk-reading.ts`, for code that doesn't import HTTP.
import type { Deps } from "#server/deps.ts";

/** Forgets what the session has read, because a proof starts a new hour. */
export async function forgetReading({ limits }: Pick<Deps, "limits">, sessionId: string) {
  await limits.forget("peoplePerSession", sessionId);
}
