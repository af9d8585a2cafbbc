// Rate limits, counted in the database so that all processes share the counts.
import { createHash } from "node:crypto";
import type pg from "pg";
import { RateLimiterPostgres, type RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#server/errors.ts";

const minute = 60;
const hour = 60 * minute;

/** The number of attempts per time window. People never reach these limits, but scripts do. */
const rules = {
  signInPerIp: { tries: 30, seconds: 15 * minute },
  signInPerEmail: { tries: 10, seconds: 15 * minute },
  // This is per session. On a shared device, it counts everyone together.
  passwordPerSession: { tries: 10, seconds: 15 * minute },
  // This is for all of a practice's shared devices together, and isn't part of the login count.
  devicePasswordPerAccount: { tries: 30, seconds: 15 * minute },
  // This is for a browser that the account knows. Attempts from other browsers don't count.
  signInPerKnownDevice: { tries: 10, seconds: 15 * minute },
  // There are a million codes. A challenge allows fewer attempts, and then the password is required
  // again.
  factorPerAccount: { tries: 20, seconds: hour },
  // Each passkey login that is started stores a row. Signatures can't be guessed.
  passkeyPerIp: { tries: 60, seconds: 15 * minute },
  // This is separate from the password's count, so that someone who knows a passkey's id can't lock
  // its owner out.
  passkeyPerAccount: { tries: 30, seconds: 15 * minute },
  registerPerIp: { tries: 20, seconds: hour },
  registerPerEmail: { tries: 5, seconds: hour },
  recoverPerIp: { tries: 20, seconds: hour },
  recoverPerEmail: { tries: 5, seconds: hour },
  // Tokens can't be guessed, but a flood of attempts would burden the database.
  linkPerIp: { tries: 60, seconds: 15 * minute },
  // This limits unsolicited email: an invitation or a change of address is sent to someone who
  // didn't ask for it.
  unsolicitedPerEmail: { tries: 5, seconds: hour },
  // This limits the invitations by one manager. It's enough for a practice's whole team.
  personInvitationPerPractice: { tries: 30, seconds: hour },
  contactPerIp: { tries: 20, seconds: hour },
  contactPerEmail: { tries: 10, seconds: hour },
  // A booked slot isn't available to others, so bookings are limited. Moving a booking
  // counts only for `changesPerBooking`.
  bookingPerEmail: { tries: 5, seconds: 24 * hour },
  bookingPerIp: { tries: 10, seconds: 24 * hour },
  // Each change is emailed to the owners and the visitor.
  changesPerBooking: { tries: 10, seconds: 24 * hour },
  // Each request computes weeks of slots.
  callSlotsPerIp: { tries: 240, seconds: 15 * minute },
  // The presentation is emailed to any address that was entered, which may be a stranger's.
  makeoverPerEmail: { tries: 3, seconds: 24 * hour },
  // Practices write to people one by one. This keeps a stolen session from writing to everyone.
  leadMailPerPractice: { tries: 200, seconds: hour },
  // Test emails go only to the sender's own address, but mail servers still object to a flood.
  testMailPerAccount: { tries: 30, seconds: hour },
  // Each test connects to a server that the owner names.
  settingsTestPerOwner: { tries: 30, seconds: hour },
  // Each picture is decoded and re-encoded, which takes CPU time.
  picturePerPractice: { tries: 30, seconds: hour },
  // Each preview renders the whole email. A team that edits templates stays far below this limit.
  previewPerPractice: { tries: 300, seconds: 10 * minute },
  // This applies to old sessions: see bulk-reading.ts. It's a hundred pages of ten people, or
  // twenty full searches. A front desk sees a few dozen people per hour.
  peoplePerSession: { tries: 1000, seconds: hour },
  // This is enough for someone who types names for fifteen minutes. Each search reads every
  // practice's index.
  searchPerOwner: { tries: 900, seconds: 15 * minute },
  // Each export reads all of a practice's leads.
  exportPerPractice: { tries: 30, seconds: hour },
  // Each import stores a file.
  importPerPractice: { tries: 20, seconds: hour },
  // Each choice of columns reads the whole file.
  importColumnsPerPractice: { tries: 60, seconds: hour },
  // Each export reads all contact requests.
  exportPerOwner: { tries: 30, seconds: hour },
  // A code is sent to an address or number whose owner may not have asked for it. Texts cost money.
  alertCodePerAddress: { tries: 5, seconds: hour },
  alertCodePerPractice: { tries: 20, seconds: hour },
  alertTestPerPractice: { tries: 30, seconds: hour },
  // This calls a phone whose owner may not have asked for the call, and calls cost money.
  officeCallPerPhone: { tries: 5, seconds: hour },
  officeCallPerPractice: { tries: 20, seconds: hour },
  // Calls cost money, and each rings a phone of the practice. Rings for new leads have limits of their
  // own (`ringCaps`). A call that isn't placed is given back, so clicks have a limit of their own.
  lineClicksPerPractice: { tries: 200, seconds: hour },
  lineCallsPerPhone: { tries: 150, seconds: 24 * hour },
  lineCallsPerPractice: { tries: 300, seconds: 24 * hour },
  // Each text costs money, and a stolen session could name expensive numbers.
  textsPerPractice: { tries: 200, seconds: 24 * hour },
  // Anyone can post to a form, and a flood must leave enough texts for leads from other sources.
  // Only one text is sent for a person who asks again before being called.
  textsPerForm: { tries: 100, seconds: 24 * hour },
  // Each text costs money, and someone who gets many complains to the carrier.
  leadTextsPerLead: { tries: 20, seconds: 24 * hour },
  leadTextsPerPractice: { tries: 300, seconds: 24 * hour },
  // Each is fetched from the provider, and has up to 10 MB.
  textMediaPerPractice: { tries: 300, seconds: hour },
  // A practice's own server may post on behalf of all its visitors.
  formPerIp: { tries: 600, seconds: hour },
  // A campaign can bring a thousand submissions within minutes.
  formPerSource: { tries: 3000, seconds: hour },
  // Submissions that don't become a lead are stored for the owner, but a flood would fill the disk.
  deliveryWithoutLeadPerSource: { tries: 50, seconds: hour },
  // A mail service sends one request for each bounce, or for several.
  bounceReports: { tries: 3000, seconds: hour },
  // This counts KB, for bodies that are larger than those of forms. Each body is stored for 90
  // days.
  largeBodiesPerSource: { tries: 50_000, seconds: hour },
  // This counts KB, for bodies without a lead that are longer than forms usually send. Above the
  // limit, only the start of a body is stored.
  longWithoutLeadPerSource: { tries: 2000, seconds: 24 * hour },
  // This is for submissions with a value in the honeypot, from a bot or from a person's password
  // manager.
  hiddenFieldPerSource: { tries: 100, seconds: hour },
  // This counts by phone number or email address. Families share both, and each member may retry.
  formPerPerson: { tries: 20, seconds: hour },
  // Each demo has a few thousand rows.
  demoPerIp: { tries: 6, seconds: hour },
  // This is enough for someone who clicks every second for half an hour.
  changesPerDemo: { tries: 2000, seconds: hour },
  // Each check may call the captcha provider, which may charge for it.
  captchaCheckPerIp: { tries: 120, seconds: 15 * minute },
  challengePerIp: { tries: 120, seconds: 15 * minute },
} as const;

export type Rule = keyof typeof rules;

export type Limits = {
  /**
   * Counts an attempt. If the limit is exceeded, throws `too_many_requests` with the seconds to
   * wait.
   */
  count(rule: Rule, who: string, attempts?: number): Promise<void>;
  /** Takes back an attempt that was counted, because it was refused for another reason. */
  giveBack(rule: Rule, who: string): Promise<void>;
  /** Resets the count. */
  forget(rule: Rule, who: string): Promise<void>;
  /** Returns the seconds until `count` would succeed, which is 0 if it would succeed now. */
  secondsUntilFree(rule: Rule, who: string): Promise<number>;
};

/**
 * Makes the limits. `factor` multiplies every limit, for trusted test runs or for a clinic whose
 * people share one IP address.
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
    async giveBack(rule, who) {
      await counterOf(rule).limiter.reward(hashOf(who), 1);
    },
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
 * Makes a counter in which attempts for a key that arrive while the key is being counted share the
 * next statement. Separate statements would wait for each other's row lock and use a connection
 * during the wait.
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

/** Counts attempts in order. Those that still fit within the limit resolve. */
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

// Returns a hash, because email and IP addresses are personal data, and a counter only needs to
// tell them apart.
function hashOf(who: string): string {
  return createHash("sha256").update(who).digest("base64url");
}
