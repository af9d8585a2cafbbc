// The URLs for the provider's requests and reports about a call to an office phone.
import type { Deps } from "#server/deps.ts";
import type { CallKey } from "./ring-store.ts";

/**
 * `answer`: the phone answered. `key`: a key was pressed. `status`: how the call ended. `lead`:
 * how the lead's line ended. `after`: the lead's line has ended, and the phone is still there.
 * `result`: a key was pressed for the call's result.
 */
export const ringSteps = ["answer", "key", "status", "lead", "after", "result"] as const;
type RingStep = (typeof ringSteps)[number];

/** Twilio's signature covers the query. */
export function ringUrl(
  { config }: Pick<Deps, "config">,
  { clientId, ringId, attempt, token }: CallKey & { token: string },
  step: RingStep,
): string {
  const of = { practice: clientId, ring: ringId, attempt: String(attempt), token, step };
  return `${config.origin}/api/voice/rings?${new URLSearchParams(of)}`;
}
