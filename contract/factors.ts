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
/** How long a login can wait for its second factor. */
export const challengeMinutes = 5;
/** After this many wrong codes, the challenge is void and the password is required again. */
export const challengeTries = 5;
/** The most factors of an account. */
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
  /** Opaque, valid for five minutes. */
  challenge: z.string(),
  expiresAt: instant,
  /** The account's factor types. A recovery code is always accepted. */
  kinds: z.array(FactorKind),
  /**
   * For using one of the account's passkeys. Null if it has none or the site doesn't have a domain
   * name.
   */
  passkey: PasskeyRequestOptions.nullable(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

/** `POST /api/credentials/factors`: an authenticator app's code or a recovery code. */
export const FactorProof = z.object({
  challenge: z.string().max(200),
  code: anyText.trim().min(1, "required").max(60, "too_long"),
});
export type FactorProof = z.infer<typeof FactorProof>;

/** A setup that is waiting for its first code. The secret is never shown again. */
export const TotpSetup = z.object({
  _id: uuid,
  /** Base32, for an app that can't scan the QR code. */
  secret: z.string(),
  /** `otpauth://totp/…`: the content of the QR code. */
  uri: z.string(),
  /** The QR code's modules, row by row. True is dark. */
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
 * Changing factors requires full login credentials: the password, and the second step if it's on.
 */
export const FullProof = PasswordProof.extend({ secondStep: SecondStep.optional() });
export type FullProof = z.infer<typeof FullProof>;

export const TotpRequest = FullProof.extend({ name: line(60).default("") });
export type TotpRequest = z.output<typeof TotpRequest>;
/** The form of a new passkey. */
export const PasskeyRequest = PasswordProof.extend({ name: line(60).default("") });
export type PasskeyRequest = z.output<typeof PasskeyRequest>;
export const TotpConfirmation = z.object({
  code: anyText.trim().min(1, "required").max(20, "too_long"),
});
export type TotpConfirmation = z.infer<typeof TotpConfirmation>;

export const FactorAdded = z.object({
  factor: Factor,
  /** Returned with the account's first factor. Shown once and stored as hashes. */
  recoveryCodes: z.array(z.string()).nullable(),
  message: z.string(),
});
export type FactorAdded = z.infer<typeof FactorAdded>;

/** `POST …/recovery-codes`: the previous codes stop working. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()), message: z.string() });
