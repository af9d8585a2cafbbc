// Deletes the bytes and rows of a discarded or rejected file.
import { and, ne } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import { leadImportChunks, leadImportRows, leadImports } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { chunksOf, deleteFile, deleteRows } from "./file-chunks.ts";
import { type ImportKey, type ImportRow, rowsOf, thisImport } from "./imports.ts";

/** The states in which a file can no longer be imported. */
const discardedStates = ["canceled", "refused"] as const;

export function isDiscarded(state: ImportRow["state"]): boolean {
  return discardedStates.some((one) => one === state);
}

/** Enqueues a job that deletes the file, because deleting it may take longer than a request. */
export function discardFile(
  { jobs }: Pick<Deps, "jobs">,
  tx: Transaction,
  key: ImportKey,
): Promise<void> {
  return jobs.enqueue(tx, "delete-discarded-import", key);
}

/**
 * Runs the job. Idempotent. Keeps the rows of leads that an undo didn't remove, because the page
 * lists those leads.
 */
export async function deleteDiscarded(
  deps: Pick<Deps, "db" | "queues">,
  key: ImportKey,
): Promise<void> {
  const [one] = await deps.db
    .select({ state: leadImports.state })
    .from(leadImports)
    .where(thisImport(key));
  if (!one || !isDiscarded(one.state)) return;
  await deleteFile(deps.db, key);
  await deleteRows(deps, key, { keepsKept: true });
}

/**
 * Checks whether any part of the file is stored, other than rows of leads that an undo didn't
 * remove.
 */
export async function hasSomeLeft({ db }: Pick<Deps, "db">, key: ImportKey): Promise<boolean> {
  const [chunk] = await db
    .select({ place: leadImportChunks.place })
    .from(leadImportChunks)
    .where(chunksOf(key))
    .limit(1);
  if (chunk) return true;
  const [row] = await db
    .select({ line: leadImportRows.line })
    .from(leadImportRows)
    .where(and(rowsOf(key), ne(leadImportRows.outcome, "kept")))
    .limit(1);
  return row !== undefined;
}
