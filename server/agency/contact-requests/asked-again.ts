// Whether a person who asks again has a clock running already.
import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { contactRequests } from "#server/db/schema.ts";

/**
 * As for a lead: asking again before the first call leaves the older clock running and starts none.
 * The lock makes two forms of one person, sent at once, follow each other.
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
