import { and, eq, isNull } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { templates } from "#server/db/schema.ts";

/** Returns a practice's automatic emails that are on. */
export function findActive(tx: Transaction, clientId: string) {
  return tx
    .select()
    .from(templates)
    .where(
      and(
        eq(templates.clientId, clientId),
        eq(templates.kind, "auto"),
        eq(templates.isActive, true),
        isNull(templates.deletedAt),
      ),
    );
}
