// Proof that a form was sent by somebody's browser: ALTCHA's proof of work, hosted here.
import { createHmac } from "node:crypto";
import { createChallenge, randomInt, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { z } from "zod";
import type { CaptchaChallenge } from "#contract/sessions.ts";

/** What a good solution is remembered by once it is spent. */
export type CheckedCaptcha = { signature: string; expiresAt: Date };

export type Captcha = {
  challenge(): Promise<CaptchaChallenge>;
  /** Null: wrong, forged or out of date. Checking does not use a solution up. */
  check(solution: string): Promise<CheckedCaptcha | null>;
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
  challenge: async () => ({ provider: "off", challenge: null }),
  check: async () => null,
};

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
