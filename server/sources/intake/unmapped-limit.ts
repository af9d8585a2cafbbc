// Limits the unmapped submissions of a webhook. A submission over the limit is rejected, instead of
// dropping one that is stored, because a sender that gets a 429 retries.
import { and, eq, ne, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { sourceDeliveries } from "#server/db/schema.ts";
import { AppError } from "#server/errors.ts";

/**
 * Enough for a day of a busy sender, or for as many of the largest bodies as a person could send.
 */
export const unmappedLimit = { count: 1000, bytes: 16_000_000 } as const;

/** An hour, because someone has to map the fields first. */
const retryAfterSeconds = 60 * 60;

export class TooManyUnmapped extends AppError {
  constructor() {
    super("too_many_requests", { retryAfterSeconds });
  }
}

type Row = Pick<typeof sourceDeliveries.$inferInsert, "clientId" | "sourceId" | "result" | "body">;

/** Returns for each row, in order, whether it would exceed the limit of its source. */
export async function refuseBeyondLimit(tx: Transaction, rows: Row[]): Promise<boolean[]> {
  const unmapped = rows.filter(({ result }) => result === "unmapped");
  // A fixed lock order prevents deadlocks.
  const sourceIds = [...new Set(unmapped.map(({ sourceId }) => sourceId))].sort();
  const waiting = new Map<string, { count: number; bytes: number }>();
  for (const sourceId of sourceIds) {
    waiting.set(sourceId, await countWaiting(tx, rows[0]?.clientId ?? "", sourceId));
  }
  return rows.map(({ sourceId, result, body }) => {
    const sum = waiting.get(sourceId);
    if (result !== "unmapped" || !sum) return false;
    const { count, bytes } = unmappedLimit;
    if (sum.count >= count || sum.bytes + Buffer.byteLength(body) > bytes) return true;
    sum.count += 1;
    sum.bytes += Buffer.byteLength(body);
    return false;
  });
}

/**
 * Counts a source's unmapped bodies. Locks the source's limit for all processes until the
 * transaction ends.
 */
async function countWaiting(tx: Transaction, clientId: string, sourceId: string) {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`unmapped ${sourceId}`}, 0))`,
  );
  const { body, result } = sourceDeliveries;
  const [waiting] = await tx
    .select({
      count: sql<number>`count(*)::integer`,
      bytes: sql<number>`coalesce(sum(octet_length(${body})), 0)::integer`,
    })
    .from(sourceDeliveries)
    .where(
      and(
        eq(sourceDeliveries.clientId, clientId),
        eq(sourceDeliveries.sourceId, sourceId),
        eq(result, "unmapped"),
        ne(body, ""),
      ),
    );
  return waiting ?? { count: 0, bytes: 0 };
}
