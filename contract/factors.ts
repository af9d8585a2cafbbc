// The second factor of a login: an authenticator app (TOTP, RFC 6238), a passkey (WebAuthn), or a
// recovery code.
import { z } from "zod";
import { anyText, instant, line, uuid } from "./fields.ts";
import { PasskeyProof, PasskeyRequestOptions } from "./passkeys.ts";
import { passwordLimits } from "./sessions.ts";

export const factorKinds = ["totp", "passkey"] as const;
export const FactorKind = z.enum(factorKinds);
export type FactorKind = z.infer<typeof FactorKind>;

export const totpDigits = 6;
/** A setup provides this many recovery codes. Each works once. */
export const recoveryCodeCount = 10;
/** How many minutes a login can wait for its second factor. */
export const challengeMinutes = 5;
/** After this many wrong codes, the challenge is void, and the password is required again. */
export const challengeTries = 5;
/** The maximum number of factors that an account can have. */
export const maxFactors = 10;

export const Factor = z.object({
  _id: uuid,
  kind: FactorKind,
  name: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Factor = z.infer<typeof Factor>;

export const FactorList = z.object({
  factors: z.array(Factor),
  /** The number of unused recovery codes. */
  recoveryCodesLeft: z.int(),
});
export type FactorList = z.infer<typeof FactorList>;

/** Part of the 403 `second_factor_required` of `POST /api/credentials`. */
export const SecondFactor = z.object({
  /** The challenge, which is opaque and valid for five minutes. */
  challenge: z.string(),
  expiresAt: instant,
  /** The types of the account's factors. A recovery code is always accepted too. */
  kinds: z.array(FactorKind),
  /**
   * The options for using one of the account's passkeys. Null if the account has none, or if the
   * site doesn't have a domain name.
   */
  passkey: PasskeyRequestOptions.nullable(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/**
 * `POST /api/credentials/factors`: sends the code from an authenticator app, or a recovery code.
 */
export const FactorProof = z.object({
  challenge: z.string().max(200),
  code: anyText.trim().min(1, "required").max(60, "too_long"),
});
export type FactorProof = z.infer<typeof FactorProof>;

/** A setup that is waiting for its first code. The secret is never shown again. */
export const TotpSetup = z.object({
  _id: uuid,
  /** The secret in Base32, for an app that can't scan the QR code. */
  secret: z.string(),
  /** `otpauth://totp/…`: the content of the QR code. */
  uri: z.string(),
  /** The modules of the QR code, row by row. True is dark. */
  qr: z.array(z.array(z.boolean())),
});
export type TotpSetup = z.infer<typeof TotpSetup>;

export const PasswordProof = z.object({
  password: anyText.min(1, "required").max(passwordLimits.max, "too_long"),
});
export type PasswordProof = z.infer<typeof PasswordProof>;

/** The response to a `second_factor_required` challenge. */
export const SecondStep = z.union([FactorProof, PasskeyProof]);
export type SecondStep = z.infer<typeof SecondStep>;

/**
 * The login credentials that changing a factor requires: the password, and the second step if
 * two-step login is on.
 */
export const FullProof = PasswordProof.extend({ secondStep: SecondStep.optional() });
export type FullProof = z.infer<typeof FullProof>;

export const TotpRequest = FullProof.extend({ name: line(60).default("") });
export type TotpRequest = z.output<typeof TotpRequest>;
/** The form for adding a passkey. */
export const PasskeyRequest = PasswordProof.extend({ name: line(60).default("") });
export type PasskeyRequest = z.output<typeof PasskeyRequest>;
export const TotpConfirmation = z.object({
  code: anyText.trim().min(1, "required").max(20, "too_long"),
});
export type TotpConfirmation = z.infer<typeof TotpConfirmation>;

export const FactorAdded = z.object({
  factor: Factor,
  /**
   * The recovery codes, which are returned with the account's first factor. They are shown once and
   * stored as hashes.
   */
  recoveryCodes: z.array(z.string()).nullable(),
  message: z.string(),
});
export type FactorAdded = z.infer<typeof FactorAdded>;

/** `POST …/recovery-codes`: makes new codes. The previous codes stop working. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()), message: z.string() });
