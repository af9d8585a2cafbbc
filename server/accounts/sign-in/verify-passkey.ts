// Verifies a passkey's response. The library checks challenge, origin, RP ID, user verification and
// signature. It is large, so it is loaded with the first passkey.
import { and, eq, isNotNull } from "drizzle-orm";
import type { PasskeyAttestation, PasskeyProof } from "#contract/passkeys.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { type accounts, factors } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { passkeyAlgorithms } from "./passkey-options.ts";
import { findPasskeySite, mustFindPasskeySite } from "./passkey-site.ts";

type Account = Pick<typeof accounts.$inferSelect, "id" | "passkeyHandle">;
type NewPasskey = { credentialId: string; publicKey: Buffer; counter: number };

/** Verifies a new passkey; returns null if the passkey is rejected. */
export async function verifyNewPasskey(
  { config }: Pick<Deps, "config">,
  challenge: string,
  attestation: PasskeyAttestation,
): Promise<NewPasskey | null> {
  const site = mustFindPasskeySite(config);
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: await withoutStatement(attestation),
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: passkeyAlgorithms,
    });
    if (!registrationInfo) return null;
    const { id, publicKey, counter } = registrationInfo.credential;
    // The id in the device's own data must match the one sent next to it.
    if (id !== attestation.id) return null;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter };
  } catch {
    // The library throws a plain error for each kind of invalid response.
    return null;
  }
}

/**
 * Drops the attestation statement unread. We don't rely on device makers, and verifying its
 * certificates would fetch revocation lists from URLs that the sender has chosen.
 */
async function withoutStatement(attestation: PasskeyAttestation): Promise<PasskeyAttestation> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await import(
    "@simplewebauthn/server/helpers"
  );
  const { attestationObject } = attestation.response;
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get(
    "authData",
  );
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ["fmt", "none"],
    ["attStmt", new Map<string, string>()],
    ["authData", authData],
  ]);
  const response = {
    ...attestation.response,
    attestationObject: isoBase64URL.fromBuffer(isoCBOR.encode(bare)),
  };
  return { ...attestation, response };
}

/** Returns the passkey's account, or null if the passkey is unknown. */
export async function findPasskeyOwner(db: Database, credentialId: string): Promise<string | null> {
  const [row] = await db
    .select({ accountId: factors.accountId })
    .from(factors)
    .where(eq(factors.credentialId, credentialId));
  return row?.accountId ?? null;
}

/**
 * Checks a passkey. `copied`: the signature is right, but its counter isn't above the last one, so
 * two devices have the key. `isFirstProof`: nothing else identifies the account, so the response
 * must.
 */
export async function checkPasskey(
  deps: Pick<Deps, "now" | "config">,
  tx: Transaction,
  account: Account,
  { challenge, assertion, isFirstProof }: PasskeyProof & { isFirstProof: boolean },
): Promise<"right" | "wrong" | "copied"> {
  const { userHandle } = assertion.response;
  if (userHandle === undefined ? isFirstProof : userHandle !== account.passkeyHandle) {
    return "wrong";
  }
  const [row] = await tx
    .select()
    .from(factors)
    .where(
      and(
        eq(factors.accountId, account.id),
        eq(factors.credentialId, assertion.id),
        isNotNull(factors.confirmedAt),
      ),
    );
  if (!row?.publicKey) return "wrong";
  const counter = await verifiedCounter(deps, challenge, assertion, row.publicKey);
  if (counter === null) return "wrong";
  if ((counter > 0 || row.counter > 0) && counter <= row.counter) return "copied";
  await tx.update(factors).set({ counter, lastUsedAt: deps.now() }).where(eq(factors.id, row.id));
  return "right";
}

/** Returns the passkey's new counter, or null if the assertion is rejected. */
async function verifiedCounter(
  { config }: Pick<Deps, "config">,
  challenge: string,
  assertion: PasskeyProof["assertion"],
  publicKey: Buffer,
): Promise<number | null> {
  const site = findPasskeySite(config);
  if (!site) return null;
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge: challenge,
      expectedOrigin: site.origin,
      expectedRPID: site.rpId,
      // Passes 0, because the library would check a stored counter before the signature, and anyone
      // could send a low counter.
      credential: { id: assertion.id, publicKey: new Uint8Array(publicKey), counter: 0 },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    // The library throws a plain error here, too, as it does for a new passkey.
    return null;
  }
}
