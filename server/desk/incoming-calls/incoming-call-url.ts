// The URLs for the provider's requests about a call to a practice's number.
import type { Deps } from "#server/deps.ts";

/** The path that is entered at the provider for each practice's number. */
const path = "/api/voice/incoming";

/**
 * `ask`: an office phone answered. `key`: a key was pressed on it. `after`: its part of the call is
 * over.
 */
export const incomingSteps = ["ask", "key", "after"] as const;
type IncomingStep = (typeof incomingSteps)[number];

/** Twilio's signature covers the query. `phoneId`: the office phone. */
export function incomingCallUrl(
  { config }: Pick<Deps, "config">,
  { clientId, callId, phoneId }: { clientId: string; callId: string; phoneId: string },
  step: IncomingStep,
): string {
  const of = { practice: clientId, call: callId, phone: phoneId, step };
  return `${config.origin}${path}?${new URLSearchParams(of)}`;
}
