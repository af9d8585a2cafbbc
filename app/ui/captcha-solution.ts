// What a solved challenge looks like on its way to the server, and how long it is good for.
import type { CaptchaChallenge } from "#contract/sessions.ts";

export type Challenge = NonNullable<CaptchaChallenge["challenge"]>;
export type Found = { counter: number; derivedKey: string };

/** A solution is renewed a little before the server would refuse it. */
const marginMs = 15_000;

/** The form that the server reads: base64 of JSON. */
export function toSolution(challenge: Challenge, { counter, derivedKey }: Found): string {
  return btoa(JSON.stringify({ challenge, solution: { counter, derivedKey } }));
}

/** `expiresAt` in seconds since 1970 by the server's clock; null when it says nothing. */
export function usableTime(expiresAt: unknown, askedAt: Date): number | null {
  if (typeof expiresAt !== "number") return null;
  return Math.max(0, expiresAt * 1000 - askedAt.getTime() - marginMs);
}
