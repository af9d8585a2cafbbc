// The uploaded file in the database, in pieces: see decision 054.
import { and, eq, inArray } from "drizzle-orm";
import type { Database, Transaction } from "#server/db/database.ts";
import { leadImportChunks, leadImportRows } from "#server/db/schema.ts";
import { type ImportKey, rowsOf } from "./imports.ts";

/** A compromise: larger pieces take more memory, smaller ones more statements. */
const chunkBytes = 256 * 1024;

/** Stores bytes as they arrive, in order. */
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

/** The file's bytes, one piece in memory at a time. `onRead`: called with the bytes read so far. */
export async function* readChunks(
  db: Database,
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

/** A file may have millions of rows: each statement deletes some of them. */
const rowsAtOnce = 10_000;

/** What the dry run read from the file. */
export async function deleteRows(db: Database, key: ImportKey): Promise<void> {
  for (;;) {
    const some = db
      .select({ line: leadImportRows.line })
      .from(leadImportRows)
      .where(rowsOf(key))
      .limit(rowsAtOnce);
    const { rowCount } = await db
      .delete(leadImportRows)
      .where(and(rowsOf(key), inArray(leadImportRows.line, some)));
    if ((rowCount ?? 0) < rowsAtOnce) return;
  }
}

function chunksOf({ clientId, importId }: ImportKey) {
  return and(eq(leadImportChunks.clientId, clientId), eq(leadImportChunks.importId, importId));
}
