// Session lookup, the first query of every authenticated request.
import { hash } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";
import { cachedQuery } from "#server/db/prepared.ts";
import { accounts, clients, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/**
 * Returns null when the token is unknown, ended or expired. Queries the database for each request,
 * so that an ended session stops working immediately. Requests that arrive during a query share the
 * next one (batching).
 */
export function findSession(deps: Pick<Deps, "db" | "now">, token: string) {
  const batch = batchOf(deps.db);
  const { promise, resolve, reject } = Promise.withResolvers<Session | null>();
  batch.waiting.push({ tokenHash: hashToken(token), resolve, reject });
  if (!batch.isQuerying) void queryWaiting(deps, batch);
  return promise;
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
  while (batch.waiting.length > 0) {
    const callers = batch.waiting.splice(0);
    const tokenHashes = [...new Set(callers.map(({ tokenHash }) => tokenHash))];
    try {
      const found = await sessionsByToken(db).execute({ tokenHashes, now: now().toISOString() });
      const byHash = new Map(found.map(({ tokenHash, ...session }) => [tokenHash, session]));
      for (const { tokenHash, resolve } of callers) resolve(byHash.get(tokenHash) ?? null);
    } catch (error) {
      for (const { reject } of callers) reject(error);
    }
  }
  batch.isQuerying = false;
}

type Session = Omit<
  Awaited<ReturnType<ReturnType<typeof sessionsByToken>["execute"]>>[number],
  "tokenHash"
>;

const sessionsByToken = cachedQuery((db) =>
  db
    .select({
      tokenHash: sessions.tokenHash,
      id: sessions.id,
      kind: sessions.kind,
      accountId: accounts.id,
      clientId: accounts.clientId,
      approvedAt: clients.approvedAt,
      suspendedAt: clients.suspendedAt,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
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
