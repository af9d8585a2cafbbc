// Stores an uploaded file in the database in chunks: see decision 054.
import { and, asc, eq, gt, lte, ne } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/database.ts";
import { leadImportChunks, leadImportRows } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { type ImportKey, rowsOf } from "./imports.ts";
import { inImportTurn } from "./turns.ts";

/** The size of a chunk. Larger chunks would take more memory, and smaller ones more statements. */
const chunkBytes = 256 * 1024;

/** Returns a writer that stores bytes in order, as they arrive. */
export function makeChunkWriter(db: Database, { clientId, importId }: ImportKey) {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let place = 0;
  const flush = async () => {
    if (waitingBytes === 0) return;
    const content = Buffer.concat(waiting);
    [waiting, waitingBytes] = [[], 0];
    await db.insert(leadImportChunks).values({ clientId, importId, place: place++, content });
  };
  return {
    async write(bytes: Uint8Array) {
      waiting.push(bytes);
      waitingBytes += bytes.length;
      if (waitingBytes >= chunkBytes) await flush();
    },
    flush,
  };
}

/**
 * Yields the bytes of the file, with one chunk in memory at a time. Calls `onRead` with the number
 * of bytes read so far.
 */
export async function* readChunks(
  db: Database | Transaction,
  key: ImportKey,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  let bytes = 0;
  for (let place = 0; ; place += 1) {
    const [chunk] = await db
      .select({ content: leadImportChunks.content })
      .from(leadImportChunks)
      .where(and(chunksOf(key), eq(leadImportChunks.place, place)));
    if (!chunk) return;
    yield chunk.content;
    bytes += chunk.content.length;
    onRead(bytes);
  }
}

export async function deleteFile(db: Database | Transaction, key: ImportKey): Promise<void> {
  await db.delete(leadImportChunks).where(chunksOf(key));
}

/** How many rows a statement deletes, because a file may have millions of rows. */
const rowsAtOnce = 10_000;

/**
 * Deletes the rows that the dry run stored, by ranges of lines. With lists of lines, PostgreSQL
 * might scan all of the file's rows for each, because it has no statistics on new rows yet. With
 * `keepsKept`, keeps the rows of leads that an undo didn't remove.
 */
export async function deleteRows(
  deps: Pick<Deps, "db" | "queues">,
  key: ImportKey,
  { keepsKept = false } = {},
): Promise<void> {
  const { line, outcome } = leadImportRows;
  const own = and(rowsOf(key), keepsKept ? ne(outcome, "kept") : undefined);
  let after: number | null = 0;
  while (after !== null) {
    const from: number = after;
    after = await inImportTurn(deps, key, async () => {
      const [last] = await deps.db
        .select({ line })
        .from(leadImportRows)
        .where(and(own, gt(line, from)))
        .orderBy(asc(line))
        .offset(rowsAtOnce - 1)
        .limit(1);
      await deps.db
        .delete(leadImportRows)
        .where(and(own, gt(line, from), last && lte(line, last.line)));
      return last?.line ?? null;
    });
  }
}

export function chunksOf({ clientId, importId }: ImportKey) {
  return and(eq(leadImportChunks.clientId, clientId), eq(leadImportChunks.importId, importId));
}
