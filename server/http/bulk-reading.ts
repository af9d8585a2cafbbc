// How many people one session may read, page after page. A session lives for a year, so a screen that
// nobody watches could copy a practice's whole list; with a recent proof nobody counts.
import { createMiddleware } from "hono/factory";
import { hourMs } from "#contract/durations.ts";
import { isTooOld } from "#server/accounts/sessions/proof-age.ts";
import type { Database } from "#server/db/database.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { audit } from "#server/records/audit/audit.ts";
import type { Env } from "./guards.ts";

/** Whom a session has been shown in the hour that began with the first of them. */
type Shown = { since: Date; people: Set<string>; auditedAt: Date | null };

const shownBySession = new WeakMap<Database, Map<string, Shown>>();
/** Beyond this many sessions the oldest is forgotten: its people then count again. */
const maxSessions = 5000;

/**
 * In front of the guard of a list that sets `peopleRead`. Each person counts once an hour, so that a
 * screen may read its list again all day. Beyond the limit an old session's answer is
 * `proof_required`, audited; a shared device's, where nobody can prove anything,
 * `too_many_requests`. Neither the owner's views, which are audited, nor demos count.
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

/** A proof begins a new hour. */
export async function forgetReading({ limits }: Pick<Deps, "limits">, sessionId: string) {
  await limits.forget("peoplePerSession", sessionId);
}

/** The refusal, if these are too many. */
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
 * In this process's memory: another process counts the same people once more, and all of them share
 * the limit, which is in the database.
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
