// Rate limits, counted in the database so that all processes share the counts.
import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#server/errors.ts";

const minute = 60;
const hour = 60 * minute;

/** Attempts and the time window that counts them. People never hit these limits; scripts do. */
const rules = {
  signInPerIp: { tries: 30, seconds: 15 * minute },
  signInPerEmail: { tries: 10, seconds: 15 * minute },
  // Per session; on a shared device, for all of its people together.
  passwordPerSession: { tries: 10, seconds: 15 * minute },
  // For all of a practice's shared devices; separate from the login's count.
  devicePasswordPerAccount: { tries: 30, seconds: 15 * minute },
  // From a browser that the account knows; attempts from other browsers don't count.
  signInPerKnownDevice: { tries: 10, seconds: 15 * minute },
  // Out of a million codes; a challenge allows fewer, and requires the password.
  factorPerAccount: { tries: 20, seconds: hour },
  // Each started sign-in by passkey stores a row. Signatures cannot be guessed.
  passkeyPerIp: { tries: 60, seconds: 15 * minute },
  // Separate from the password's count: someone who knows a passkey's id can't lock its owner out.
  passkeyPerAccount: { tries: 30, seconds: 15 * minute },
  registerPerIp: { tries: 20, seconds: hour },
  registerPerEmail: { tries: 5, seconds: hour },
  recoverPerIp: { tries: 20, seconds: hour },
  recoverPerEmail: { tries: 5, seconds: hour },
  // Tokens cannot be guessed; this protects the database from a flood of attempts.
  linkPerIp: { tries: 60, seconds: 15 * minute },
  // Unsolicited mail: an invitation or a change of address sends mail to an address whose owner did
  // not ask.
  unsolicitedPerEmail: { tries: 5, seconds: hour },
  // One manager's invitations; a practice's whole team fits.
  personInvitationPerPractice: { tries: 30, seconds: hour },
  contactPerIp: { tries: 20, seconds: hour },
  contactPerEmail: { tries: 10, seconds: hour },
  // A booked slot is unavailable to others. Moving a booking doesn't count.
  bookingPerEmail: { tries: 5, seconds: 24 * hour },
  bookingPerIp: { tries: 10, seconds: 24 * hour },
  // Each request computes weeks of slots.
  callSlotsPerIp: { tries: 240, seconds: 15 * minute },
  // A presentation is emailed to any address that was typed; this protects an unrelated person's
  // inbox.
  makeoverPerEmail: { tries: 3, seconds: 24 * hour },
  // Practices write to people one by one; this stops a stolen session from writing to all of them.
  leadMailPerPractice: { tries: 200, seconds: hour },
  // Only to its own address; mail servers still object to a flood.
  testMailPerAccount: { tries: 30, seconds: hour },
  // Each test connects to a server that the owner names.
  settingsTestPerOwner: { tries: 30, seconds: hour },
  // Each picture is decoded and re-encoded, which takes CPU time.
  picturePerPractice: { tries: 30, seconds: hour },
  // Each preview renders the whole email. A team that edits templates stays far below.
  previewPerPractice: { tries: 300, seconds: 10 * minute },
  // In an old session: see bulk-reading.ts. A hundred pages of ten, or twenty full searches; a front
  // desk's hour has a few dozen people.
  peoplePerSession: { tries: 1000, seconds: hour },
  // Someone who types names for a quarter of an hour; each search asks every practice's index.
  searchPerOwner: { tries: 900, seconds: 15 * minute },
  // Each export reads all of a practice's leads.
  exportPerPractice: { tries: 30, seconds: hour },
  // Each import stores a file.
  importPerPractice: { tries: 20, seconds: hour },
  // Each choice of columns reads the whole file.
  importColumnsPerPractice: { tries: 60, seconds: hour },
  // Each export reads all contact requests.
  exportPerOwner: { tries: 30, seconds: hour },
  // A code is sent to an address or number whose owner may not have asked; a text costs money.
  alertCodePerAddress: { tries: 5, seconds: hour },
  alertCodePerPractice: { tries: 20, seconds: hour },
  alertTestPerPractice: { tries: 30, seconds: hour },
  // Calls a phone whose owner may not have asked, and costs money.
  officeCallPerPhone: { tries: 5, seconds: hour },
  officeCallPerPractice: { tries: 20, seconds: hour },
  // Each text costs money, and a stolen session could name expensive numbers.
  textsPerPractice: { tries: 200, seconds: 24 * hour },
  // Anyone may post to a form: a flood must leave texts for the other sources' leads. A person who
  // asks again before being called triggers only one text.
  textsPerForm: { tries: 100, seconds: 24 * hour },
  // A practice's own server may post for all of its visitors.
  formPerIp: { tries: 600, seconds: hour },
  // A campaign may lead to a thousand submissions within minutes.
  formPerSource: { tries: 3000, seconds: hour },
  // Submissions that don't become a lead are stored for the owner, but a flood would fill the disk.
  deliveryWithoutLeadPerSource: { tries: 50, seconds: hour },
  // In KB, for bodies longer than those of forms: each is stored for 90 days.
  largeBodiesPerSource: { tries: 50_000, seconds: hour },
  // In KB, of those longer than forms usually send. Only the beginning of any others is stored.
  longWithoutLeadPerSource: { tries: 2000, seconds: 24 * hour },
  // The honeypot is filled in: by a bot, or by a person's password manager.
  hiddenFieldPerSource: { tries: 100, seconds: hour },
  // By phone or email: families share both, and each member may retry.
  formPerPerson: { tries: 20, seconds: hour },
  // Each demo is a few thousand rows.
  demoPerIp: { tries: 6, seconds: hour },
  // Someone who clicks every second for half an hour.
  changesPerDemo: { tries: 2000, seconds: hour },
  // Each check may call the captcha's provider, which may charge for it.
  captchaCheckPerIp: { tries: 120, seconds: 15 * minute },
  challengePerIp: { tries: 120, seconds: 15 * minute },
} as const;

export type Rule = keyof typeof rules;

export type Limits = {
  /**
   * Counts an attempt. Throws `too_many_requests` with the seconds to wait when the limit is
   * exceeded.
   */
  count(rule: Rule, who: string, attempts?: number): Promise<void>;
  /** Begins the count again. */
  forget(rule: Rule, who: string): Promise<void>;
  /** The seconds until `count` would succeed; 0: it would now. */
  secondsUntilFree(rule: Rule, who: string): Promise<number>;
};

/**
 * Makes the limits. `factor` multiplies every limit (trusted test runs, a clinic behind one
 * address).
 */
export function makeLimits(pool: pg.Pool, factor: number): Limits {
  const counters = new Map(
    Object.entries(rules).map(([rule, { tries, seconds }]) => [
      rule,
      makeCounter(
        new RateLimiterPostgres({
          storeClient: pool,
          storeType: "pool",
          tableName: "rate_limits",
          tableCreated: true,
          keyPrefix: rule,
          points: Math.ceil(tries * factor),
          duration: seconds,
          clearExpiredByTimeout: rule === "signInPerIp",
        }),
      ),
    ]),
  );
  const counterOf = (rule: Rule) => counters.get(rule) as Counter;
  return {
    count: (rule, who, attempts = 1) => counterOf(rule).count(hashOf(who), attempts),
    async forget(rule, who) {
      await counterOf(rule).limiter.delete(hashOf(who));
    },
    async secondsUntilFree(rule, who) {
      const counted = await counterOf(rule).limiter.get(hashOf(who));
      return counted && counted.remainingPoints <= 0 ? secondsOf(counted) : 0;
    },
  };
}

type Counter = {
  limiter: RateLimiterPostgres;
  count(key: string, attempts: number): Promise<void>;
};
type Attempt = { attempts: number; resolve: () => void; reject: (error: unknown) => void };

/**
 * Attempts of one key that arrive while it is being counted share the next statement. Each in its
 * own would wait for the others' lock on the row, and hold a connection meanwhile.
 */
function makeCounter(limiter: RateLimiterPostgres): Counter {
  const queues = new Map<string, Attempt[]>();

  async function countQueue(key: string, queue: Attempt[]) {
    while (queue.length > 0) await countTogether(limiter, key, queue.splice(0));
    queues.delete(key);
  }

  return {
    limiter,
    count(key, attempts) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const attempt = { attempts, resolve, reject };
      const queue = queues.get(key);
      if (queue) {
        queue.push(attempt);
      } else {
        const first = [attempt];
        queues.set(key, first);
        void countQueue(key, first);
      }
      return promise;
    },
  };
}

/** Counts attempts in order: the first ones that fit the limit resolve. */
async function countTogether(limiter: RateLimiterPostgres, key: string, together: Attempt[]) {
  const all = together.reduce((sum, { attempts }) => sum + attempts, 0);
  try {
    const counted = await limiter.penalty(key, all);
    let consumed = counted.consumedPoints - all;
    for (const { attempts, resolve, reject } of together) {
      consumed += attempts;
      if (consumed <= limiter.points) resolve();
      else reject(new AppError("too_many_requests", { retryAfterSeconds: secondsOf(counted) }));
    }
  } catch (error) {
    for (const { reject } of together) reject(error);
  }
}

function secondsOf({ msBeforeNext }: RateLimiterRes): number {
  return Math.max(1, Math.ceil(msBeforeNext / 1000));
}

// Addresses are personal data; a counter only needs to tell them apart.
function hashOf(who: string): string {
  return createHash("sha256").update(who).digest("base64url");
}
