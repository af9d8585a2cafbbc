// A passkey device for tests. It makes real keys and signatures, and a test can make it cheat.
import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type {
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from "#contract/passkeys.ts";

/**
 * An origin where passkeys work in tests. Open the app with `openTestApp({ ORIGIN: passkeyOrigin
 * })`.
 */
export const passkeyOrigin = "http://localhost:3000";

/** How the device's response differs from an honest one. */
export type Lies = {
  challenge?: string;
  origin?: string;
  rpId?: string;
  type?: string;
  counter?: number;
  /** True if the person wasn't asked for a fingerprint, face or PIN. */
  isUnverified?: boolean;
  /** The account's user handle, or undefined if the device doesn't send it. */
  userHandle?: string | undefined;
  /** True if the response is signed with another key. */
  isForged?: boolean;
  /** The attestation statement of a new passkey. */
  statement?: { fmt: string; attStmt: Map<string, Uint8Array | Uint8Array[] | number> };
};

export type Passkey = ReturnType<typeof makePasskey>;

/**
 * Makes a passkey. The device's counter increases with each use, unless `counter` is 0, which is
 * usual for synced passkeys.
 */
export function makePasskey(options: PasskeyCreationOptions, startsAt = 1) {
  const { publicKey, privateKey } = makeKeys();
  const other = makeKeys().privateKey;
  const id = randomBytes(32);
  let counter = startsAt;
  const text = id.toString("base64url");
  const head = { id: text, rawId: text, type: "public-key" as const, clientExtensionResults: {} };

  return {
    id: text,
    /** Returns the response to the passkey's creation options. */
    attest(lies: Lies = {}): PasskeyAttestation {
      const data = authenticatorData(options.rp.id, { counter, ...lies }, [
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        isoCBOR.encode(publicKey),
      ]);
      const { fmt, attStmt } = lies.statement ?? { fmt: "none", attStmt: new Map() };
      const object = new Map<string, string | Map<string, never> | Uint8Array>([
        ["fmt", fmt],
        ["attStmt", attStmt as Map<string, never>],
        ["authData", new Uint8Array(data)],
      ]);
      const response = {
        clientDataJSON: clientData("webauthn.create", options.challenge, lies),
        attestationObject: Buffer.from(isoCBOR.encode(object)).toString("base64url"),
        transports: ["internal"],
      };
      return { ...head, response };
    },
    /** Returns the response to the options of a login. */
    assert({ challenge, rpId }: PasskeyRequestOptions, lies: Lies = {}): PasskeyAssertion {
      if (counter > 0) counter += 1;
      const data = authenticatorData(rpId, { counter, ...lies });
      const clientDataJSON = clientData("webauthn.get", challenge, lies);
      const hash = createHash("sha256").update(Buffer.from(clientDataJSON, "base64url")).digest();
      const signature = sign(
        "sha256",
        Buffer.concat([data, hash]),
        lies.isForged ? other : privateKey,
      );
      const userHandle = "userHandle" in lies ? lies.userHandle : options.user.id;
      const response = {
        clientDataJSON,
        authenticatorData: data.toString("base64url"),
        signature: signature.toString("base64url"),
        ...(userHandle !== undefined && { userHandle }),
      };
      return { ...head, response };
    },
  };
}

/**
 * Makes a P-256 key pair, with the public key in COSE format:
 * https://www.rfc-editor.org/rfc/rfc9053#section-7.1.1
 */
function makeKeys() {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const cose = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, "base64url"))],
    [-3, new Uint8Array(Buffer.from(y, "base64url"))],
  ]);
  return { publicKey: cose, privateKey };
}

function clientData(type: string, challenge: string, lies: Lies): string {
  const said = { type, challenge, origin: passkeyOrigin, crossOrigin: false };
  const { type: otherType = type, challenge: otherChallenge = challenge } = lies;
  const whole = { ...said, type: otherType, challenge: otherChallenge };
  const json = JSON.stringify({ ...whole, origin: lies.origin ?? said.origin });
  return Buffer.from(json).toString("base64url");
}

/** https://www.w3.org/TR/webauthn-3/#sctn-authenticator-data */
function authenticatorData(
  rpId: string,
  { counter = 0, isUnverified, ...lies }: Lies,
  credential: Uint8Array[] = [],
): Buffer {
  const [present, verified, hasCredential] = [1, 4, 64];
  const flags =
    present + (isUnverified ? 0 : verified) + (credential.length > 0 ? hasCredential : 0);
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const rpIdHash = createHash("sha256")
    .update(lies.rpId ?? rpId)
    .digest();
  return Buffer.concat([rpIdHash, Buffer.from([flags]), count, ...credential]);
}
