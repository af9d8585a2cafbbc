// Session lookup, the first query of every authenticated request.
import { hash } from "node:crypto";
import { and, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database, Transaction } from "#server/db/database.ts";
import { cachedQuery } from "#server/db/prepared.ts";
import { accounts, clients, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/**
 * Returns null when the token is unknown, ended or expired. Queries the database for each request,
 * so that an ended session stops working immediately. Requests that arrive together, or during a
 * query, share the next one (batching).
 */
export function findSession(deps: Pick<Deps, "db" | "now">, token: string) {
  const batch = batchOf(deps.db);
  const { promise, resolve, reject } = Promise.withResolvers<Session | null>();
  batch.waiting.push({ tokenHash: hashToken(token), resolve, reject });
  if (!batch.isQuerying) void queryWaiting(deps, batch);
  return promise;
}

/**
 * Checks whether an ended session's browser has an open session of the same kind, for any account.
 * If so, its cookie is newer, and a response to the old token must not clear it.
 */
export async function isReplaced({ db, now }: Pick<Deps, "db" | "now">, token: string) {
  const open = alias(sessions, "open_session");
  const [found] = await db
    .select({ id: open.id })
    .from(sessions)
    .innerJoin(open, and(eq(open.kind, sessions.kind), eq(open.deviceHash, sessions.deviceHash)))
    .where(
      and(
        eq(sessions.tokenHash, hashToken(token)),
        isNotNull(sessions.endedAt),
        isNull(open.endedAt),
        gt(open.expiresAt, now()),
      ),
    )
    .limit(1);
  return found !== undefined;
}

/** Returns the id of the session that this token has just opened. */
export async function sessionIdOf(tx: Transaction, token: string): Promise<string> {
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)));
  if (!session) throw new Error("The session was not stored");
  return session.id;
}

export function hashToken(token: string): string {
  return hash("sha256", token);
}

type Waiting = {
  tokenHash: string;
  resolve: (session: Session | null) => void;
  reject: (error: unknown) => void;
};
type Batch = { waiting: Waiting[]; isQuerying: boolean };

const batches = new WeakMap<Database, Batch>();

function batchOf(db: Database): Batch {
  const batch = batches.get(db) ?? { waiting: [], isQuerying: false };
  batches.set(db, batch);
  return batch;
}

async function queryWaiting({ db, now }: Pick<Deps, "db" | "now">, batch: Batch) {
  batch.isQuerying = true;
  // Lookups that arrive at the same moment, such as those of all streams for one event, share a
  // query.
  await null;
  while (batch.waiting.length > 0) {
    const callers = batch.waiting.splice(0);
    const tokenHashes = [...new Set(callers.map(({ tokenHash }) => tokenHash))];
    try {
      const found = await sessionsByToken(db).execute({ tokenHashes, now: now().toISOString() });
      const byHash = new Map(found.map(({ tokenHash, ...session }) => [tokenHash, session]));
      noteUse({ db, now }, found);
      for (const { tokenHash, resolve } of callers) resolve(byHash.get(tokenHash) ?? null);
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }
  batch.isQuerying = false;
}

/** The precision of `lastUsedAt`. */
export const usedEveryMs = 5 * 60_000;

/** Sessions whose use is being stored by this process. */
const noting = new Set<string>();

/**
 * Stores when sessions were last used: requests don't wait for it, and each session is written once
 * per `usedEveryMs`. The time is only for display, so an error doesn't fail the request.
 */
function noteUse(
  { db, now }: Pick<Deps, "db" | "now">,
  found: Pick<Session, "id" | "usedAt">[],
): void {
  const before = new Date(now().getTime() - usedEveryMs);
  const ids = found.flatMap(({ id, usedAt }) => (usedAt <= before && !noting.has(id) ? id : []));
  if (ids.length === 0) return;
  for (const id of ids) noting.add(id);
  // Skips sessions that another transaction has locked, so that ending a session can't wait or
  // deadlock.
  const unlocked = db
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(inArray(sessions.id, ids), isNull(sessions.endedAt)))
    .for("no key update", { skipLocked: true });
  db.update(sessions)
    .set({ lastUsedAt: now() })
    .where(inArray(sessions.id, unlocked))
    .catch(() => undefined)
    .finally(() => {
      for (const id of ids) noting.delete(id);
    });
}

type Session = Omit<
  Awaited<ReturnType<ReturnType<typeof sessionsByToken>["execute"]>>[number],
  "tokenHash"
>;

/** The person who has unlocked a shared device. */
const unlockedBy = alias(accounts, "unlockedBy");

const sessionsByToken = cachedQuery((db) =>
  db
    .select({
      tokenHash: sessions.tokenHash,
      id: sessions.id,
      kind: sessions.kind,
      usedAt: sql<Date>`coalesce(${sessions.lastUsedAt}, ${sessions.createdAt})`.mapWith(
        sessions.createdAt,
      ),
      provenAt: sessions.provenAt,
      accountId: accounts.id,
      clientId: accounts.clientId,
      role: accounts.role,
      consoleRole: accounts.consoleRole,
      deactivatedAt: accounts.deactivatedAt,
      approvedAt: clients.approvedAt,
      suspendedAt: clients.suspendedAt,
      endedAt: clients.endedAt,
      sharedAt: sessions.sharedAt,
      idleMinutes: sessions.idleMinutes,
      unlockedBy: sessions.unlockedBy,
      unlockedByLeftAt: unlockedBy.deactivatedAt,
      activeAt: sessions.activeAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .leftJoin(unlockedBy, eq(unlockedBy.id, sessions.unlockedBy))
    .leftJoin(clients, eq(clients.id, accounts.clientId))
    .where(
      and(
        sql`${sessions.tokenHash} = any(${sql.placeholder("tokenHashes")}::text[])`,
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql.placeholder("now")),
      ),
    )
    .prepare("sessions_by_token"),
);
