// The options for a browser to create or use a passkey.
import { randomBytes } from "node:crypto";
import { site } from "#content/site.ts";
import { minuteMs } from "#contract/durations.ts";
import { challengeMinutes } from "#contract/factors.ts";
import type { PasskeyCreationOptions, PasskeyRequestOptions } from "#contract/passkeys.ts";
import type { FactorRow } from "./second-factors.ts";

/** Same lifetime as the challenge. */
const timeout = challengeMinutes * minuteMs;
/** ES256, EdDSA, RS256: https://www.iana.org/assignments/cose */
export const passkeyAlgorithms = [-7, -8, -257];
/** Returns a random handle without personal data: https://www.w3.org/TR/webauthn-3/#user-handle */
export const makePasskeyHandle = () => randomBytes(32).toString("base64url");

/** Returns the options. If `allowed` is empty, any of the site's passkeys can be used. */
export function requestOptions(
  rpId: string,
  challenge: string,
  allowed: FactorRow[],
): PasskeyRequestOptions {
  const allowCredentials = allowed.flatMap(asCredential);
  return { challenge, rpId, timeout, userVerification: "required", allowCredentials };
}

export function creationOptions(
  rpId: string,
  challenge: string,
  person: { handle: string; email: string; name: string },
  existing: FactorRow[],
): PasskeyCreationOptions {
  return {
    challenge,
    rp: { id: rpId, name: site.agency },
    user: { id: person.handle, name: person.email, displayName: person.name },
    pubKeyCredParams: passkeyAlgorithms.map((alg) => ({ type: "public-key" as const, alg })),
    timeout,
    excludeCredentials: existing.flatMap(asCredential),
    authenticatorSelection: {
      residentKey: "required",
      requireResidentKey: true,
      userVerification: "required",
    },
    attestation: "none",
  };
}

function asCredential({ credentialId: id, transports }: FactorRow) {
  return id === null ? [] : [{ id, type: "public-key" as const, transports }];
}
