// Checks captchas: either ALTCHA's self-hosted proof of work, or a provider's widget, whose token
// the provider's server verifies.
import { createHash, createHmac } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import { minuteMs } from "#contract/durations.ts";
import type { CaptchaChallenge } from "#contract/sessions.ts";

/** The signature identifies a solution that was checked. */
export type CheckedCaptcha = { signature: string; expiresAt: Date };

export type Captcha = {
  challenge(): Promise<CaptchaChallenge>;
  /**
   * Returns null if the solution is wrong, forged or expired. Throws `CaptchaUnavailable` if the
   * provider can't be reached.
   */
  check(solution: string): Promise<CheckedCaptcha | null>;
  /**
   * True if the provider verifies each token only once. Then the caller must remember the result.
   */
  confirmsOnce: boolean;
  /** False if the app neither shows a captcha nor checks solutions. */
  isOn: boolean;
};

// Solving a challenge takes under a second on a slow phone. A cost of 5,000 took over four seconds.
const cost = 1000;
const counters = { min: 1000, max: 2000 };
/** This is long enough to write a message. Each challenge can be used only once. */
const challengeMinutes = 30;

const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal("PBKDF2/SHA-256"),
      // The cost is fixed, so a forged challenge can't make the server hash for hours.
      cost: z.literal(cost),
      keyLength: z.literal(32),
      expiresAt: z.int(),
      nonce: z.string().max(200),
      salt: z.string().max(200),
      keyPrefix: z.string().max(200),
      keySignature: z.string().max(200).optional(),
    }),
    signature: z.string().min(1).max(200),
  }),
  solution: z.object({
    counter: z.int().min(0).max(counters.max),
    derivedKey: z.string().max(200),
  }),
});

/** Creates ALTCHA with keys derived from the app's secret. */
export function makeAltcha(secret: string, now: () => Date): Captcha {
  const keys = {
    hmacSignatureSecret: derive(secret, "captcha signature"),
    hmacKeySignatureSecret: derive(secret, "captcha key signature"),
  };
  return {
    isOn: true,
    confirmsOnce: false,
    async challenge() {
      const challenge = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost,
        counter: randomInt(counters.min, counters.max),
        deriveKey,
        expiresAt: new Date(now().getTime() + challengeMinutes * minuteMs),
        ...keys,
      });
      return {
        provider: "altcha",
        challenge: { parameters: { ...challenge.parameters }, signature: challenge.signature },
      };
    },
    async check(solution) {
      const payload = readPayload(solution);
      if (!payload) return null;
      const expiresAt = new Date(payload.challenge.parameters.expiresAt * 1000);
      if (expiresAt <= now()) return null;
      const { verified } = await verifySolution({ ...payload, deriveKey, ...keys });
      return verified ? { signature: payload.challenge.signature, expiresAt } : null;
    },
  };
}

/** A captcha that is turned off, for trusted test runs. */
export const noCaptcha: Captcha = {
  isOn: false,
  confirmsOnce: false,
  challenge: async () => ({ provider: "off", challenge: null }),
  check: async () => null,
};

/** The provider couldn't be reached, or rejects our settings. */
export class CaptchaUnavailable extends Error {}

export type WidgetProvider = "recaptcha" | "hcaptcha" | "turnstile";

/**
 * Each provider's verification endpoint: a form POST of `secret` and `response` returns JSON with
 * `success` and `error-codes`.
 * https://developers.google.com/recaptcha/docs/verify
 * https://docs.hcaptcha.com/#verify-the-user-response-server-side
 * https://developers.cloudflare.com/turnstile/get-started/server-side-validation/
 */
const verifyUrls: Record<WidgetProvider, string> = {
  recaptcha: "https://www.google.com/recaptcha/api/siteverify",
  hcaptcha: "https://api.hcaptcha.com/siteverify",
  turnstile: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
};

/** How long a verified token is accepted. The providers' own tokens are valid for as long. */
const confirmedMs = 2 * 60_000;
const timeoutMs = 5_000;

const Verdict = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
});

/** Creates a provider's widget. Only tests change `verifyUrl`. */
export function makeWidgetCaptcha(options: {
  provider: WidgetProvider;
  siteKey: string;
  secret: string;
  now: () => Date;
  verifyUrl?: string;
}): Captcha {
  const { provider, siteKey, secret, now } = options;
  const verifyUrl = options.verifyUrl ?? verifyUrls[provider];
  return {
    isOn: true,
    confirmsOnce: true,
    challenge: async () => ({ provider, siteKey, challenge: null }),
    async check(solution) {
      if (solution === "") return null;
      const verdict = await askProvider(verifyUrl, { secret, response: solution, siteKey });
      // A wrong setting of ours locks everyone out, so it must be logged.
      const ownError = verdict["error-codes"].find((code) => /secret|sitekey/.test(code));
      if (ownError) throw new CaptchaUnavailable(`${provider}: ${ownError}`);
      if (!verdict.success) return null;
      return {
        signature: createHash("sha256").update(solution).digest("hex"),
        expiresAt: new Date(now().getTime() + confirmedMs),
      };
    },
  };
}

async function askProvider(
  url: string,
  question: { secret: string; response: string; siteKey: string },
): Promise<z.infer<typeof Verdict>> {
  const { secret, response, siteKey } = question;
  try {
    const answer = await fetch(url, {
      method: "POST",
      // hCaptcha compares the site key. The others ignore it.
      body: new URLSearchParams({ secret, response, sitekey: siteKey }),
      redirect: "error",
      signal: AbortSignal.timeout(timeoutMs),
    });
    return Verdict.parse(await answer.json());
  } catch (error) {
    // The error's message isn't passed on, because it may quote the request.
    throw new CaptchaUnavailable(error instanceof Error ? error.name : "unknown");
  }
}

function derive(secret: string, purpose: string): string {
  return createHmac("sha256", secret).update(purpose).digest("hex");
}

/** Parses a solution, which is base64-encoded ALTCHA JSON. */
function readPayload(solution: string) {
  try {
    const json: unknown = JSON.parse(Buffer.from(solution, "base64").toString("utf8"));
    return Payload.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}
