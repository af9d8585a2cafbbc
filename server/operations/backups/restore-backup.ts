// Restores a backup, unless it belongs to another secret (decision 096).
import type pg from "pg";
import { backupWords } from "#content/command-line.ts";
import type { Config } from "#server/config.ts";
import {
  BackupRefused,
  type BackupSummary,
  readBackup,
  readBackupSecret,
} from "#server/db/backup.ts";
import type { Database } from "#server/db/database.ts";
import { forgetRetiredSecret } from "#server/secrets/rotate-secret.ts";
import { acceptSecret, fingerprintOf } from "#server/secrets/secret-fingerprint.ts";

type Tools = { pool: pg.Pool; db: Database; config: Pick<Config, "secret" | "secretFile"> };

/** `unknown`: the version that wrote the backup didn't note its secret. */
export type Restored = BackupSummary & { secret: "same" | "accepted" | "unknown" };

/**
 * Throws `BackupRefused`, with what to copy, before restoring anything if the backup belongs to
 * another secret. `acceptsSecret`: the backup's secret is lost, and the configured one replaces it.
 */
export async function restoreBackup(
  { pool, db, config }: Tools,
  file: string,
  { acceptsSecret = false } = {},
): Promise<Restored> {
  const its = await readBackupSecret(file);
  const isSame = its?.fingerprint === fingerprintOf(config.secret);
  if (its && !isSame && !acceptsSecret) {
    throw new BackupRefused(backupWords.needsItsSecret(its.file, config.secretFile));
  }
  const summary = await readBackup(pool, file);
  // The next start records the secret, because no one has confirmed that this one is right.
  if (!its && !acceptsSecret) return { ...summary, secret: "unknown" };
  if (!isSame) await forgetRetiredSecret(db, config.secret);
  await acceptSecret(db, config.secret);
  return { ...summary, secret: isSame ? "same" : "accepted" };
}
