// Limits how many people one session can read, page after page. A session lasts a year, so someone
// at an unattended screen could copy a practice's whole list. A recent proof lifts the limit.
import { createMiddleware } from "hono/factory";
import { hourMs } from "#contract/durations.ts";
import { isTooOld } from "#server/accounts/sign-in/proof-age.ts";
import type { Database } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { audit } from "#server/records/audit/audit.ts";
import type { Env } from "./guards.ts";

/** The people that a session was shown within an hour. The hour starts with the first of them. */
type Shown = { since: Date; people: Set<string>; auditedAt: Date | null };

const shownBySession = new WeakMap<Database, Map<string, Shown>>();
/**
 * The maximum number of sessions in memory. Above it, the oldest one is evicted, and its people
 * count again.
 */
const maxSessions = 5000;

/**
 * Runs before the guard of a list whose handler sets `peopleRead`. Each person counts once an hour,
 * so a screen can refetch its list all day. Above the limit, throws `proof_required` (audited), or
 * `too_many_requests` on a shared device. The owner's audited views and demos don't count.
 */
export function boundReading(deps: Deps) {
  return createMiddleware<Env>(async (c, next) => {
    await next();
    const [people, provenAt] = [c.get("peopleRead"), c.get("provenAt")];
    if (c.error || !people || c.get("admin") || !provenAt) return;
    const [sessionId, now] = [c.get("sessionId"), deps.now()];
    const shown = shownTo(deps, sessionId, now);
    const unseen = people.filter((one) => !shown.people.has(one));
    if (unseen.length > 0 && isTooOld(provenAt, now)) {
      const refusal = await countPeople(deps, sessionId, unseen.length);
      if (refusal) {
        if (!shown.auditedAt || shown.auditedAt < provenAt) {
          shown.auditedAt = now;
          const { accountId, clientId } = c.get("client");
          const who = { accountId, clientId, address: c.get("address") };
          await deps.db.transaction((tx) =>
            audit(deps, tx, { action: "bulk_reading_refused", ...who }),
          );
        }
        throw c.get("isShared") ? refusal : new AppError("proof_required");
      }
    }
    for (const one of unseen) shown.people.add(one);
  });
}

/** Counts the people. Returns the error if the session has read too many. */
async function countPeople({ limits }: Deps, sessionId: string, people: number) {
  try {
    await limits.count("peoplePerSession", sessionId, people);
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === "too_many_requests") return error;
    throw error;
  }
}

/**
 * Returns who was shown to the session. This is in the process's memory, so another process counts
 * the same people again. The limit itself is shared through the database.
 */
function shownTo({ db }: Pick<Deps, "db">, sessionId: string, now: Date): Shown {
  const sessions = shownBySession.get(db) ?? new Map<string, Shown>();
  shownBySession.set(db, sessions);
  const found = sessions.get(sessionId);
  if (found && now.getTime() - found.since.getTime() < hourMs) return found;
  sessions.delete(sessionId);
  const [oldest] = sessions.keys();
  if (oldest !== undefined && sessions.size >= maxSessions) sessions.delete(oldest);
  const shown = { since: now, people: new Set<string>(), auditedAt: null };
  sessions.set(sessionId, shown);
  return shown;
}
