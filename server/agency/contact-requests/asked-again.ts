// Whether a person who asks again already has a running clock.
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { contactRequests } from "#server/db/schema.ts";

/**
 * Checks for a running clock. As for a lead, asking again before the first call doesn't start a new
 * clock. The lock serializes two forms that one person sends at the same time.
 */
export async function hasRunningClock(tx: Transaction, email: string): Promise<boolean> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`contact request ${email}`}, 0))`,
  );
  const running = await tx.$count(
    contactRequests,
    and(
      eq(contactRequests.email, email),
      isNotNull(contactRequests.uncalledSince),
      inArray(contactRequests.state, ["new", "attempted", "contacted"]),
    ),
  );
  return running > 0;
}
