// Who a token speaks for: every request of a signed-in person asks this first.
import { hash } from "node:crypto";
import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database } from "#server/db/database.ts";
import { keptQuery } from "#server/db/prepared.ts";
import { accounts, clients, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

/**
 * Null when the token is unknown, ended or out of date. The database is asked with each request, so
 * that a session that ended is out at once; requests that come while it is being asked are looked up
 * together, by one question that is asked after they came.
 */
export function findSession(deps: Pick<Deps, "db" | "now">, token: string) {
  const lookUp = lookUpOf(deps.db);
  const { promise, resolve, reject } = Promise.withResolvers<Session | null>();
  lookUp.waiting.push({ tokenHash: hashToken(token), resolve, reject });
  if (!lookUp.isAsking) void askForWaiting(deps, lookUp);
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
type LookUp = { waiting: Waiting[]; isAsking: boolean };

const lookUps = new WeakMap<Database, LookUp>();

function lookUpOf(db: Database): LookUp {
  const lookUp = lookUps.get(db) ?? { waiting: [], isAsking: false };
  lookUps.set(db, lookUp);
  return lookUp;
}

async function askForWaiting({ db, now }: Pick<Deps, "db" | "now">, lookUp: LookUp) {
  lookUp.isAsking = true;
  while (lookUp.waiting.length > 0) {
    const together = lookUp.waiting.splice(0);
    const tokenHashes = [...new Set(together.map(({ tokenHash }) => tokenHash))];
    try {
      const found = await sessionsByToken(db).execute({ tokenHashes, now: now().toISOString() });
      const byHash = new Map(found.map(({ tokenHash, ...session }) => [tokenHash, session]));
      for (const { tokenHash, resolve } of together) resolve(byHash.get(tokenHash) ?? null);
    } catch (error) {
      for (const { reject } of together) reject(error);
    }
  }
  lookUp.isAsking = false;
}

type Session = Omit<
  Awaited<ReturnType<ReturnType<typeof sessionsByToken>["execute"]>>[number],
  "tokenHash"
>;

const sessionsByToken = keptQuery((db) =>
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
