// Checks whether a practice would be notified of a new lead.
import {
  and,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  not,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { isOpenAt } from "#contract/open-time.ts";
import { alertAddresses, clients, pushDevices, sessions } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasOpenScreen } from "#server/desk/live/open-screens.ts";
import { listOpenHours } from "#server/people/open-hours.ts";

type Tools = Pick<Deps, "db" | "now" | "mailServer" | "texts">;

/**
 * Checks whether the practice would be notified with no screen open: it has a working device, or a
 * confirmed address that the product can send to.
 */
export function hasChannel(deps: Tools, clientId: PgColumn): SQL<boolean> {
  const { db, now } = deps;
  const one = { one: sql`1` };
  const devices = db
    .select(one)
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .where(
      and(
        eq(pushDevices.clientId, clientId),
        isNull(pushDevices.endedAt),
        isNull(pushDevices.problem),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, now()),
      ),
    );
  const kinds = [
    ...(deps.mailServer ? ["email" as const] : []),
    ...(deps.texts ? ["text" as const] : []),
  ];
  const addresses = db
    .select(one)
    .from(alertAddresses)
    .where(
      and(
        eq(alertAddresses.clientId, clientId),
        isNull(alertAddresses.endedAt),
        isNotNull(alertAddresses.confirmedAt),
        isNull(alertAddresses.problem),
        inArray(alertAddresses.kind, kinds),
      ),
    );
  return sql<boolean>`${or(exists(devices), exists(addresses))}`;
}

/** Checks whether one practice has a channel. */
export async function isReachable(deps: Tools, clientId: string): Promise<boolean> {
  return (
    (await deps.db.$count(clients, and(eq(clients.id, clientId), hasChannel(deps, clients.id)))) > 0
  );
}

/**
 * Finds which of these practices wouldn't notice a new lead right now: they are open, but have no
 * open screen and no channel.
 */
export async function findUnreachable(deps: Tools, clientIds: string[]): Promise<Set<string>> {
  const { db, now } = deps;
  const silent = await db
    .select({ id: clients.id })
    .from(clients)
    .where(
      and(
        inArray(clients.id, clientIds),
        not(hasOpenScreen(deps)),
        not(hasChannel(deps, clients.id)),
      ),
    );
  const ids = silent.map(({ id }) => id);
  const hours = await listOpenHours(deps, ids, now());
  return new Set(
    ids.filter((id) => {
      const theirs = hours.get(id);
      return theirs && isOpenAt(now(), theirs);
    }),
  );
}
