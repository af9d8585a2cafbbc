// Which numbers opted out of a practice's texts. The number is a keyed hash, so that the opt-out
// outlives its erasure. Texts and the ringing of phones read it.
import { createHmac, hkdfSync } from "node:crypto";
import { and, eq } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/database.ts";
import { textStops } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";

const keyBytes = 32;

type Tools = { db: Database | Transaction; config: Pick<Deps["config"], "hashSecret"> };
type TextStopRow = typeof textStops.$inferSelect;

/**
 * Returns a number's opt-out, or null if it never opted out. With `allowedAt`, texts may go out
 * again.
 */
export async function findTextStop(
  tools: Tools,
  clientId: string,
  phone: string,
): Promise<TextStopRow | null> {
  if (!phone) return null;
  const [row] = await tools.db
    .select()
    .from(textStops)
    .where(thisTextStop(tools.config, clientId, phone));
  return row ?? null;
}

export function thisTextStop(config: Tools["config"], clientId: string, phone: string) {
  const numberHash = hashTextNumber(config, clientId, phone);
  return and(eq(textStops.clientId, clientId), eq(textStops.numberHash, numberHash));
}

/** Returns the hash in hexadecimal. Each practice has a different hash of the same number. */
export function hashTextNumber(
  { hashSecret }: Tools["config"],
  clientId: string,
  phone: string,
): string {
  const key = Buffer.from(hkdfSync("sha256", hashSecret, "", "text stops", keyBytes));
  return createHmac("sha256", key).update(`${clientId} ${phone}`).digest("hex");
}
