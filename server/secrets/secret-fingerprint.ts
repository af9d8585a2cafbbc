// A database belongs to one secret: with a different one, authenticator codes are rejected, keys
// change and opt-outs no longer match. Machines that share a database must share its secret too,
// and a backup records which one it needs.
import { createHmac } from "node:crypto";
import { secretWords } from "#content/command-line.ts";
import { BadConfig } from "#server/config.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { secretFingerprint } from "#server/db/schema.ts";

/** Records a fingerprint of the first secret. Throws `BadConfig` when the secret differs. */
export async function refuseOtherSecret(db: Database, secret: string): Promise<void> {
  const fingerprint = fingerprintOf(secret);
  await db.insert(secretFingerprint).values({ fingerprint }).onConflictDoNothing();
  const [known] = await db.select().from(secretFingerprint);
  if (known?.fingerprint === fingerprint) return;
  throw new BadConfig(secretWords.isOther);
}

/** Makes this the secret that all machines must have. */
export async function acceptSecret(db: Database, secret: string): Promise<void> {
  const set = { fingerprint: fingerprintOf(secret) };
  await db
    .insert(secretFingerprint)
    .values(set)
    .onConflictDoUpdate({ target: secretFingerprint.isOnly, set });
}

/**
 * Changes the fingerprint. Returns false if a secret other than `from` is recorded. Changes nothing
 * if no secret is recorded.
 */
export async function changeFingerprint(
  tx: Transaction,
  from: string,
  to: string,
): Promise<boolean> {
  const [known] = await tx.select().from(secretFingerprint).for("update");
  if (known && known.fingerprint !== fingerprintOf(from)) return false;
  await tx.update(secretFingerprint).set({ fingerprint: fingerprintOf(to) });
  return true;
}

/** Distinguishes secrets without revealing them. */
export function fingerprintOf(secret: string): string {
  return createHmac("sha256", secret).update("fingerprint").digest("hex");
}
