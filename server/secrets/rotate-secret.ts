// Replaces SECRET: reseals everything under the new one, in one transaction.
import { and, eq, getTableColumns, isNull, sql } from "drizzle-orm";
import { secretWords } from "#content/command-line.ts";
import { BadConfig, type Config } from "#server/config.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { mailedLinks, retiredSecret } from "#server/db/schema.ts";
import { AppError } from "#server/errors.ts";
import { isSealed, type Sealed, seal, Unreadable, unseal } from "./sealed.ts";
import { type SealPurpose, sealedColumns, sealPurposes } from "./sealed-purposes.ts";
import { moveNextSecret, readNextSecret, writeNextSecret } from "./secret-file.ts";
import { changeFingerprint } from "./secret-fingerprint.ts";

export type Rotated = {
  resealed: number;
  /** Texts that are sealed under an earlier secret, which was replaced without a rotation. */
  unreadable: number;
};

/**
 * Rotates the secret. If killed at any point, it leaves everything under either the old or the new
 * secret. Throws `conflict` if a process of the product is connected, or if the configured secret
 * isn't the product's.
 */
export async function rotateSecret(
  { db, config }: { db: Database; config: Config },
  to: string,
): Promise<Rotated> {
  const { secret: from, secretFile } = config;
  const rotated = await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('rotate secret', 0))`);
    await refuseWhileRunning(tx);
    if (!(await changeFingerprint(tx, from, to))) throw otherSecret();
    await retire(tx, from);
    const counts = { resealed: 0, unreadable: 0 };
    for (const purpose of sealPurposes) await resealAll(tx, purpose, { from, to }, counts);
    await voidOpenLinks(tx);
    // Everything is sealed under another secret, so this isn't the product's secret.
    if (counts.resealed <= 1 && counts.unreadable > 0) throw otherSecret();
    // A process that has started since would continue with the old secret.
    await refuseWhileRunning(tx);
    if (secretFile) writeNextSecret(secretFile, to);
    return counts;
  });
  if (secretFile) moveNextSecret(secretFile);
  return rotated;
}

/**
 * Returns the settings with two secrets: the one that the database is sealed under, even if a
 * rotation was killed before it replaced the file, and the one that its hashes use. Throws
 * `BadConfig` if the secret isn't the last rotation's.
 */
export async function settleSecret(db: Database, config: Config): Promise<Config> {
  const [retired] = await db.select().from(retiredSecret);
  if (!retired) return config;
  const hashSecret = tryUnseal(config.secret, "retired secret", retired.sealed);
  if (hashSecret !== null) return { ...config, hashSecret };
  const next = config.secretFile === null ? null : readNextSecret(config.secretFile);
  const underNext = next === null ? null : tryUnseal(next, "retired secret", retired.sealed);
  if (config.secretFile === null || next === null || underNext === null) {
    throw new BadConfig(secretWords.notRotatedTo);
  }
  moveNextSecret(config.secretFile);
  return { ...config, secret: next, hashSecret: underNext };
}

/**
 * Forgets the retired secret, for `accept-secret`. Without it, hashes of addresses no longer match.
 */
export async function forgetRetiredSecret(db: Database, secret: string): Promise<void> {
  const [retired] = await db.select().from(retiredSecret);
  if (!retired || tryUnseal(secret, "retired secret", retired.sealed) !== null) return;
  await db.delete(retiredSecret);
}

/** Stores the first secret, sealed, to compare hashes of addresses, which can't be made again. */
async function retire(tx: Transaction, from: string): Promise<void> {
  const [retired] = await tx.select().from(retiredSecret);
  if (!retired) {
    await tx.insert(retiredSecret).values({ sealed: seal(from, "retired secret", from) });
  } else if (tryUnseal(from, "retired secret", retired.sealed) === null) throw otherSecret();
}

/** Voids open links, whose tokens can be derived from their ids with the old secret. */
async function voidOpenLinks(tx: Transaction): Promise<void> {
  await tx
    .update(mailedLinks)
    .set({ voidedAt: sql`now()` })
    .where(and(isNull(mailedLinks.usedAt), isNull(mailedLinks.voidedAt)));
}

type Secrets = { from: string; to: string };

async function resealAll(
  tx: Transaction,
  purpose: SealPurpose,
  { from, to }: Secrets,
  counts: Rotated,
): Promise<void> {
  const { table, column } = sealedColumns[purpose];
  // Prevents sealing under the old secret during the rotation.
  await tx.execute(sql`lock table ${table} in exclusive mode`);
  const rows = await tx.selectDistinct({ kept: sql<string | null>`${column}` }).from(table);
  const field = Object.entries(getTableColumns(table)).find(([, one]) => one === column)?.[0] ?? "";
  for (const { kept } of rows) {
    if (kept === null || !isSealed(kept)) continue;
    const plain = tryUnseal(from, purpose, kept);
    if (plain === null) {
      counts.unreadable += 1;
      continue;
    }
    // Every sealed text is different, so rows with the same text are copies and are resealed
    // together.
    await tx
      .update(table)
      .set({ [field]: seal(to, purpose, plain) })
      .where(eq(column, kept));
    counts.resealed += 1;
  }
}

function tryUnseal(secret: string, purpose: SealPurpose, kept: string): string | null {
  try {
    return unseal(secret, purpose, kept as Sealed);
  } catch (error) {
    if (error instanceof Unreadable) return null;
    throw error;
  }
}

/** Only the product's own processes have connections for jobs and events. Tools don't. */
async function refuseWhileRunning(tx: Transaction): Promise<void> {
  // Otherwise a transaction would keep seeing the connections of its first query.
  await tx.execute(sql`select pg_stat_clear_snapshot()`);
  const { rows } = await tx.execute(sql`
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name in ('front-desk jobs', 'front-desk events') limit 1`);
  if (rows.length > 0) throw new AppError("conflict", { sentence: secretWords.isRunning });
}

function otherSecret(): AppError {
  return new AppError("conflict", { sentence: secretWords.isAnother });
}
