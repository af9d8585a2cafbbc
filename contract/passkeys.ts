// Passkeys (WebAuthn, level 3). The JSON shapes come from the standard:
// https://www.w3.org/TR/webauthn-3/#sctn-parseCreationOptionsFromJSON
import { z } from "zod";
import { anyText, line } from "./fields.ts";

const base64url = (max: number) =>
  anyText
    .min(1, "required")
    .max(max, "too_long")
    .regex(/^[\w-]*$/, "invalid");

/**
 * A credential's id, which has at most 1023 bytes: https://www.w3.org/TR/webauthn-3/#credential-id
 */
const credentialId = base64url(1364);
const type = z.literal("public-key", "invalid");
/** The ways in which a browser can reach the device, such as `internal`, `hybrid` or `usb`. */
const transports = z.array(z.string().max(30, "too_long")).max(10, "too_long");
/** The server doesn't request any extensions, so unknown results are dropped. */
const noExtensions = z.object({});

const Credential = z.object({ id: z.string(), type, transports: z.array(z.string()) });

/** The options that a browser needs to use a passkey. */
export const PasskeyRequestOptions = z.object({
  /** The challenge, which is opaque and valid for one use within five minutes. */
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal("required"),
  /**
   * The passkeys that can be used. It's empty if the person can choose any of the device's passkeys
   * for this site.
   */
  allowCredentials: z.array(Credential),
});
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

/** The options that a browser needs to make a passkey. */
export const PasskeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

/** `GET /api/credentials/passkeys` */
export const PasskeySite = z.object({
  /**
   * The origin where passkeys work. Null if the site doesn't have a domain name, because passkeys
   * then don't work at all.
   */
  origin: z.string().nullable(),
});
export type PasskeySite = z.infer<typeof PasskeySite>;

/** A browser's response to `PasskeyRequestOptions`. */
export const PasskeyAssertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(2000),
    userHandle: base64url(100).optional(),
  }),
  clientExtensionResults: noExtensions,
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

export const PasskeyProof = z.object({
  challenge: anyText.max(200, "too_long"),
  assertion: PasskeyAssertion,
});
export type PasskeyProof = z.infer<typeof PasskeyProof>;

/** A browser's response to `PasskeyCreationOptions`. */
export const PasskeyAttestation = z.object({
  id: credentialId,
  rawId: credentialId,
  type,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(16_000),
    transports: transports.optional(),
  }),
  clientExtensionResults: noExtensions,
});
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>;

export const PasskeyRegistration = z.object({
  challenge: anyText.max(200, "too_long"),
  /** The name of the passkey. If it's blank, the server chooses one. */
  name: line(60).default(""),
  attestation: PasskeyAttestation,
});
export type PasskeyRegistration = z.infer<typeof PasskeyRegistration>;
