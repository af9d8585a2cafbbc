// Proof that a form was sent by a person's browser: ALTCHA's proof of work, hosted here, or the widget
// of a provider whose token its own server confirms.
import { createHash, createHmac } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { CaptchaChallenge } from "#contract/sessions.ts";

/** What a good solution is remembered by once it is spent. */
export type CheckedCaptcha = { signature: string; expiresAt: Date };

export type Captcha = {
  challenge(): Promise<CaptchaChallenge>;
  /** Null: wrong, forged or out of date. Throws `CaptchaAway` when the provider cannot be asked. */
  check(solution: string): Promise<CheckedCaptcha | null>;
  /** True: a token is confirmed once, and the caller remembers it. False: checking uses nothing up. */
  confirmsOnce: boolean;
  /** False: solutions are neither asked for nor looked at. */
  isOn: boolean;
};

// Under a second on a slow phone; a cost of 5000 took over four.
const cost = 1000;
const counters = { least: 1000, most: 2000 };
/** Long enough to write a message in; every challenge can be used once anyway. */
const challengeMinutes = 30;

const Payload = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal("PBKDF2/SHA-256"),
      // Bounded, so that a forged challenge cannot ask for hours of hashing.
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
    counter: z.int().min(0).max(counters.most),
    derivedKey: z.string().max(200),
  }),
});

/** ALTCHA with keys derived from the product's secret. */
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
        counter: randomInt(counters.least, counters.most),
        deriveKey,
        expiresAt: new Date(now().getTime() + challengeMinutes * 60_000),
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

/** No captcha at all, for trusted test runs. */
export const noCaptcha: Captcha = {
  isOn: false,
  confirmsOnce: false,
  challenge: async () => ({ provider: "off", challenge: null }),
  check: async () => null,
};

/** The provider could not be asked, or says that our own settings are wrong. */
export class CaptchaAway extends Error {}

export type WidgetProvider = "recaptcha" | "hcaptcha" | "turnstile";

/**
 * Where each provider confirms a token: a form with `secret` and `response`, answered by JSON with
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

/** How long a confirmed token lets its submission in; the providers' own tokens live as long. */
const confirmedMs = 2 * 60_000;
const patienceMs = 5_000;

const Verdict = z.object({
  success: z.boolean(),
  "error-codes": z.array(z.string()).default([]),
});

/** The widget of a provider. `verifyUrl` is another one in tests alone. */
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
      // Our own mistake, and not the visitor's: nobody would get in, so it must be heard of.
      const ours = verdict["error-codes"].find((code) => /secret|sitekey/.test(code));
      if (ours) throw new CaptchaAway(`${provider}: ${ours}`);
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
      // hCaptcha compares the site key; the others leave it unread.
      body: new URLSearchParams({ secret, response, sitekey: siteKey }),
      redirect: "error",
      signal: AbortSignal.timeout(patienceMs),
    });
    return Verdict.parse(await answer.json());
  } catch (error) {
    // Never the message: it may quote what was sent.
    throw new CaptchaAway(error instanceof Error ? error.name : "unknown");
  }
}

function derive(secret: string, purpose: string): string {
  return createHmac("sha256", secret).update(purpose).digest("hex");
}

/** A solution is base64 of ALTCHA's JSON. */
function readPayload(solution: string) {
  try {
    const json: unknown = JSON.parse(Buffer.from(solution, "base64").toString("utf8"));
    return Payload.safeParse(json).data ?? null;
  } catch {
    return null;
  }
}
