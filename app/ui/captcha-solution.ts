// The format of a captcha solution, and how long it is valid.
import type { CaptchaChallenge } from "#contract/sessions.ts";

export type Challenge = NonNullable<CaptchaChallenge["challenge"]>;
export type Found = { counter: number; derivedKey: string };

/** How long before its expiration a solution is renewed. */
const marginMs = 15_000;

/** Converts a solution to the format that the server expects, which is base64-encoded JSON. */
export function toSolution(challenge: Challenge, { counter, derivedKey }: Found): string {
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
}

/**
 * Returns for how long a solution can be used, or null if the challenge doesn't expire.
 * `expiresAt`: Unix seconds on the server's clock.
 */
export function usableTime(expiresAt: unknown, askedAt: Date): number | null {
  if (typeof expiresAt !== "number") return null;
  return Math.max(0, expiresAt * 1000 - askedAt.getTime() - marginMs);
}
