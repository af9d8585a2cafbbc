// How often something may be tried, counted in the database so that all processes count together.
import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "./errors.ts";

const minute = 60;
const hour = 60 * minute;

/** Tries and the seconds in which they are counted. A person never meets these; a script does. */
const rules = {
  signInPerAddress: { tries: 30, seconds: 15 * minute },
  signInPerAccount: { tries: 10, seconds: 15 * minute },
  registerPerAddress: { tries: 20, seconds: hour },
  registerPerEmail: { tries: 5, seconds: hour },
  recoverPerAddress: { tries: 20, seconds: hour },
  recoverPerEmail: { tries: 5, seconds: hour },
  // Tokens cannot be guessed; this keeps whoever tries from working the database.
  linkPerAddress: { tries: 60, seconds: 15 * minute },
  // Mail to an address whose owner did not ask for it: an invitation, a change of address.
  unaskedPerEmail: { tries: 5, seconds: hour },
  contactPerAddress: { tries: 20, seconds: hour },
  contactPerEmail: { tries: 10, seconds: hour },
  // A presentation goes to whatever address was typed: a stranger's must not be filled with them.
  makeoverPerEmail: { tries: 3, seconds: 24 * hour },
  // A desk writes to people one by one; this keeps a stolen session from writing to all of them.
  leadMailPerPractice: { tries: 200, seconds: hour },
  // To its own address alone; a mail server minds a flood all the same.
  testMailPerAccount: { tries: 30, seconds: hour },
  // Each is decoded and drawn anew, which takes the processor a while.
  picturePerPractice: { tries: 30, seconds: hour },
  // A letter is written whole for each look at it. A team that tries out words stays far below.
  previewPerPractice: { tries: 300, seconds: 10 * minute },
  // Each reads all that a practice has.
  exportPerPractice: { tries: 30, seconds: hour },
  // A practice's own server may post for all of its visitors.
  formPerAddress: { tries: 600, seconds: hour },
  // A campaign may bring a thousand people within minutes.
  formPerSource: { tries: 3000, seconds: hour },
  // By a phone or an email: families share both, and each of them may try again.
  formPerPerson: { tries: 20, seconds: hour },
  // Each check may ask the captcha's provider, who may ask money for it.
  captchaCheckPerAddress: { tries: 120, seconds: 15 * minute },
  challengePerAddress: { tries: 120, seconds: 15 * minute },
} as const;

export type Rule = keyof typeof rules;

export type Limits = {
  /** Counts a try; throws `too_many_requests` with the seconds to wait when there were too many. */
  count(rule: Rule, who: string): Promise<void>;
};

/** `factor` relaxes every rule (trusted test runs, a clinic behind one address). */
export function makeLimits(pool: pg.Pool, factor: number): Limits {
  const limiters = new Map(
    Object.entries(rules).map(([rule, { tries, seconds }]) => [
      rule,
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: "pool",
        tableName: "rate_limits",
        tableCreated: true,
        keyPrefix: rule,
        points: Math.ceil(tries * factor),
        duration: seconds,
        clearExpiredByTimeout: rule === "signInPerAddress",
      }),
    ]),
  );
  return {
    async count(rule, who) {
      try {
        await limiters.get(rule)?.consume(hashed(who));
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        const retryAfterSeconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
        throw new AppError("too_many_requests", { retryAfterSeconds });
      }
    },
  };
}

// Addresses and e-mails are personal data; a counter needs only to tell them apart.
function hashed(who: string): string {
  return createHash("sha256").update(who).digest("base64url");
}
