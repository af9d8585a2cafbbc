// Selects records past the usual retention period that their practice retains for longer.
import { and, eq, exists, inArray, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import {
  accounts,
  announcedLeads,
  auditEntries,
  clients,
  deliveries,
  sessions,
  sourceDeliveries,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

type Tools = Pick<Deps, "db" | "now">;

/**
 * Checks whether a Meta delivery is retained. If a delivery names leads from several practices, the
 * longest retention applies.
 */
export function isDeliveryKept(deps: Tools): SQL {
  const { db } = deps;
  const named = db
    .select({ id: announcedLeads.clientId })
    .from(announcedLeads)
    .where(
      and(
        eq(announcedLeads.platform, deliveries.platform),
        sql`${announcedLeads.platformLeadId} = any(${deliveries.platformLeadIds})`,
      ),
    );
  return isKept(
    deps,
    inArray(clients.id, named),
    clients.keepsDeliveriesDays,
    deliveries.receivedAt,
  );
}

export function isSourceDeliveryKept(deps: Tools): SQL {
  const isTheirs = eq(clients.id, sourceDeliveries.clientId);
  return isKept(deps, isTheirs, clients.keepsDeliveriesDays, sourceDeliveries.receivedAt);
}

export function isAuditEntryKept(deps: Tools): SQL {
  const isTheirs = eq(clients.id, auditEntries.clientId);
  return isKept(deps, isTheirs, clients.keepsAuditDays, auditEntries.at);
}

/** Checks whether a session is retained. An owner's session doesn't belong to a practice. */
export function isSessionKept(deps: Tools): SQL {
  const own = deps.db
    .select({ id: accounts.clientId })
    .from(accounts)
    .where(eq(accounts.id, sessions.accountId));
  const endedAt = sql`least(${sessions.endedAt}, ${sessions.expiresAt})`;
  return isKept(deps, inArray(clients.id, own), clients.keepsSessionsDays, endedAt);
}

function isKept({ db, now }: Tools, isTheirs: SQL, days: PgColumn, at: PgColumn | SQL): SQL {
  // Counts hours, because a PostgreSQL day has 23 or 25 hours when clocks change.
  const since = sql`${now().toISOString()}::timestamptz - make_interval(hours => 24 * ${days})`;
  const practice = db
    .select({ id: clients.id })
    .from(clients)
    .where(and(isTheirs, sql`${at} >= ${since}`));
  return exists(practice);
}
