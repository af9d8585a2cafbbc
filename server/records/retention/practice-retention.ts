// One practice's retention periods, which the owner may extend.
import { and, count, eq } from "drizzle-orm";
import {
  type PracticeRetention,
  practiceRetention,
  type RetentionChange,
  type RetentionKind,
} from "#contract/retention.ts";
import type { SystemState } from "#contract/system.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { audit } from "#server/records/audit/audit.ts";

/** A practice's own retention, or null for the default. */
type Own = Pick<
  typeof clients.$inferSelect,
  "keepsDeliveriesDays" | "keepsSessionsDays" | "keepsAuditDays"
>;

/** Returns a number of days that is never below the default and never above the limit. */
export function daysKept(kind: RetentionKind, own: number | null): number {
  const { days, most } = practiceRetention[kind];
  return Math.min(Math.max(own ?? days, days), most);
}

export function retentionOf(practice: Own): PracticeRetention {
  return {
    deliveries: daysKept("deliveries", practice.keepsDeliveriesDays),
    sessions: daysKept("sessions", practice.keepsSessionsDays),
    auditEntries: daysKept("auditEntries", practice.keepsAuditDays),
  };
}

/** Handles `PATCH /api/admin/clients/{id}/retention`. Throws `not_found`. */
export async function changeRetention(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  clientId: string,
  change: RetentionChange,
): Promise<PracticeRetention> {
  return deps.db.transaction(async (tx) => {
    const isThis = and(eq(clients.id, clientId), isRealPractice);
    const [before] = await tx.select().from(clients).where(isThis).for("update");
    if (!before) throw new AppError("not_found");
    const own = ownOf({ ...retentionOf(before), ...change });
    await tx.update(clients).set(own).where(isThis);
    const [was, is] = [retentionOf(before), retentionOf(own)];
    const kinds = Object.keys(is) as RetentionKind[];
    const changed = kinds.filter((kind) => was[kind] !== is[kind]);
    if (changed.length > 0) {
      const detail = Object.fromEntries(changed.map((kind) => [kind, String(is[kind])]));
      await audit(deps, tx, { action: "retention_changed", accountId, clientId, address, detail });
    }
    return is;
  });
}

/** The default isn't stored, so that a later version may extend it for every practice. */
function ownOf(retention: PracticeRetention): Own {
  const own = (kind: RetentionKind) =>
    retention[kind] === practiceRetention[kind].days ? null : retention[kind];
  return {
    keepsDeliveriesDays: own("deliveries"),
    keepsSessionsDays: own("sessions"),
    keepsAuditDays: own("auditEntries"),
  };
}

/** Returns how long each kind is retained, and how many practices retain it for longer. */
export async function readRetention({ db }: Pick<Deps, "db">): Promise<SystemState["retention"]> {
  const [longer] = await db
    .select({
      deliveries: count(clients.keepsDeliveriesDays),
      sessions: count(clients.keepsSessionsDays),
      auditEntries: count(clients.keepsAuditDays),
    })
    .from(clients)
    .where(isRealPractice);
  const state = (kind: RetentionKind) => ({
    days: practiceRetention[kind].days,
    longer: longer?.[kind] ?? 0,
  });
  return {
    deliveries: state("deliveries"),
    sessions: state("sessions"),
    auditEntries: state("auditEntries"),
  };
}
