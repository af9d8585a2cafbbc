// Logging in and out, and the captcha that protects the login.
import { z } from "zod";
import { anyText, emailAddress } from "./fields.ts";

export const passwordLimits = { min: 10, max: 200 } as const;

/**
 * A solution for any captcha provider. The tokens of hCaptcha can be several thousand characters
 * long.
 */
export const captchaSolution = z.string().max(8000);

/** `POST /api/credentials` */
export const Credentials = z.object({
  email: emailAddress,
  // The password is never trimmed, because a space may be part of it.
  password: anyText.min(1, "required").max(passwordLimits.max, "too_long"),
  captcha: captchaSolution.optional(),
});
export type Credentials = z.infer<typeof Credentials>;

/**
 * The token of the new session. It's also set as the cookie `clientToken` or `adminToken`,
 * depending on the kind of account.
 */
export const SignedIn = z.object({
  token: z.string(),
  message: z.string(),
  /** The kind of the account. */
  kind: z.enum(["client", "admin"]),
});
export type SignedIn = z.infer<typeof SignedIn>;

export const Message = z.object({ message: z.string() });

/** `GET /api/credentials?captcha=` */
export const CaptchaQuery = z.object({ captcha: captchaSolution.default("") });
export const CaptchaCheck = z.object({ success: z.boolean() });

export const captchaProviders = ["altcha", "recaptcha", "hcaptcha", "turnstile", "off"] as const;
export type CaptchaProvider = (typeof captchaProviders)[number];

/**
 * The captcha to solve: a proof-of-work challenge in ALTCHA's format, the site key of another
 * provider's widget, or a note that no captcha is needed.
 */
export const CaptchaChallenge = z.object({
  provider: z.enum(captchaProviders),
  siteKey: z.string().optional(),
  challenge: z
    .object({
      parameters: z.record(z.string(), z.unknown()),
      signature: z.string().optional(),
    })
    .nullable(),
});
export type CaptchaChallenge = z.infer<typeof CaptchaChallenge>;

/** The lifetime of a session's cookie in seconds, which is 365 days. */
export const sessionSeconds = 365 * 24 * 60 * 60;
