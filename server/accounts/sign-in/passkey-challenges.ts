// Challenges that a passkey signs when it is added or logs in without a password. Single use, valid
// for five minutes. The second step of a login uses other challenges: see challenges.ts.
import { and, eq, gt, isNull } from "drizzle-orm";
import { minuteMs } from "#contract/durations.ts";
import { challengeMinutes } from "#contract/factors.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { passkeyChallenges } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hashChallenge, makeChallenge } from "./challenges.ts";

/** A login's challenge doesn't have an account yet, because the passkey identifies it. */
type Use = { purpose: "registration"; accountId: string } | { purpose: "sign_in"; accountId: null };

export async function openPasskeyChallenge(
  deps: Pick<Deps, "now">,
  db: Database | Transaction,
  use: Use,
): Promise<string> {
  const challenge = makeChallenge();
  const expiresAt = new Date(deps.now().getTime() + challengeMinutes * minuteMs);
  await db
    .insert(passkeyChallenges)
    .values({ ...use, tokenHash: hashChallenge(challenge), expiresAt });
  return challenge;
}

/**
 * Uses up a challenge. Returns false if it is unknown, expired, used, or for another purpose or
 * account.
 */
export async function takePasskeyChallenge(
  deps: Pick<Deps, "now">,
  db: Database | Transaction,
  { purpose, accountId, challenge }: Use & { challenge: string },
): Promise<boolean> {
  const taken = await db
    .delete(passkeyChallenges)
    .where(
      and(
        eq(passkeyChallenges.tokenHash, hashChallenge(challenge)),
        eq(passkeyChallenges.purpose, purpose),
        accountId === null
          ? isNull(passkeyChallenges.accountId)
          : eq(passkeyChallenges.accountId, accountId),
        gt(passkeyChallenges.expiresAt, deps.now()),
      ),
    )
    .returning({ id: passkeyChallenges.id });
  return taken.length > 0;
}
