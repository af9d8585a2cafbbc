// Deletes expired imports, and re-enqueues jobs that were lost.
import { and, eq, lte, notInArray, sql } from "drizzle-orm";
import { leadImports } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { hasJob } from "#server/jobs/job-queue.ts";
import { hasSomeLeft } from "./discarded-files.ts";
import { deleteFile, deleteRows } from "./file-chunks.ts";
import { thisImport } from "./imports.ts";

/** The states in which an import isn't deleted until its job has finished. */
const unfinished = ["importing", "canceling", "undoing"] as const;

/** Deletes each expired import with its file and rows. Idempotent. */
export async function deleteExpiredImports(
  deps: Pick<Deps, "db" | "now" | "queues">,
): Promise<void> {
  const { db, now } = deps;
  const expired = await db
    .select({ clientId: leadImports.clientId, importId: leadImports.id })
    .from(leadImports)
    .where(and(lte(leadImports.expiresAt, now()), notInArray(leadImports.state, [...unfinished])));
  for (const key of expired) {
    await deleteFile(db, key);
    await deleteRows(deps, key);
    await db.delete(leadImports).where(thisImport(key));
  }
}

const jobOf = {
  checking: "check-lead-import",
  importing: "run-lead-import",
  canceling: "undo-lead-import",
  undoing: "undo-lead-import",
  canceled: "delete-discarded-import",
  refused: "delete-discarded-import",
} as const;

/** Re-enqueues an import whose job was lost or used up its retries in crashes. */
export async function requeueImports(deps: Pick<Deps, "db" | "jobs">): Promise<void> {
  for (const [state, name] of Object.entries(jobOf)) {
    const stuck = await deps.db
      .select({ clientId: leadImports.clientId, importId: leadImports.id })
      .from(leadImports)
      .where(
        and(
          eq(leadImports.state, state as keyof typeof jobOf),
          sql`not ${hasJob(name, "importId", leadImports.id)}`,
        ),
      );
    for (const key of stuck) {
      if (name === "delete-discarded-import" && !(await hasSomeLeft(deps, key))) continue;
      await deps.db.transaction((tx) => deps.jobs.enqueue(tx, name, key));
    }
  }
}
