// Receives a file: stores it in chunks while it arrives, then reads its header.
import { and, eq, inArray, ne } from "drizzle-orm";
import { importMessages } from "#content/desk/import.ts";
import { hourMs } from "#contract/durations.ts";
import {
  type ImportDelimiter,
  type ImportEncoding,
  type ImportFormat,
  importKeptHours,
  importLimits,
  type LeadImportDetail,
} from "#contract/imports.ts";
import type { Database, Transaction } from "#server/db/database.ts";
import { clients, leadImports } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { decode, type FileFormat, readRows } from "./csv-rows.ts";
import { discardFile } from "./discarded-files.ts";
import { deleteFile, makeChunkWriter, readChunks } from "./file-chunks.ts";
import { delimiterOf, encodingOf, FileProblem, makeEncodingCheck } from "./file-format.ts";
import { findHeader } from "./find-header.ts";
import { guessColumns } from "./guess-columns.ts";
import {
  announceProgress,
  getImport,
  type ImportKey,
  keyOf,
  lockImport,
  thisImport,
  tooLate,
  unchecked,
  withoutPreview,
} from "./imports.ts";
import { areWrapped, type CsvRow, unwrapRow } from "./split-rows.ts";

type Tools = Pick<Deps, "db" | "now" | "limits" | "jobs">;

type UploadLimits = {
  bytes: number;
  /** How many seconds the sender may pause. */
  pauseSeconds: number;
};

const uploadLimits: UploadLimits = { bytes: importLimits.bytes, pauseSeconds: 20 };
/** How many bytes are needed to detect the format and to read the first row. */
const headBytes = 4096;
const previewRows = 5;
/**
 * How many rows are used to guess the columns. They are more than the page shows, because the first
 * ones may have empty cells.
 */
const guessedRows = 100;
/** How much of a cell is stored for the preview, in characters. */
const previewCharacters = 100;

/**
 * Stores the file and guesses its columns. The practice's other files that aren't imported are
 * discarded. Throws `invalid` with the reason for a file that can't be imported, `too_large`,
 * `timeout`, and `malformed` for a file that is cut off. In these cases nothing is stored.
 */
export async function receiveFile(
  deps: Tools,
  client: SignedInClient,
  file: { name: string; body: ReadableStream<Uint8Array> | null },
  limits = uploadLimits,
): Promise<LeadImportDetail> {
  const { clientId, accountId } = client;
  await deps.limits.count("importPerPractice", clientId);
  const [practice] = await deps.db
    .select({ isDemo: clients.isDemo })
    .from(clients)
    .where(eq(clients.id, clientId));
  const now = deps.now();
  const [made] = await deps.db
    .insert(leadImports)
    .values({
      ...{ clientId, accountId, fileName: file.name, uploadedAt: now },
      expiresAt: new Date(now.getTime() + importKeptHours * hourMs),
    })
    .returning({ id: leadImports.id });
  if (!made) throw new Error("The import was not stored");
  const key = keyOf(client, made.id);
  try {
    const { isDemo = false } = practice ?? {};
    const bytes = isDemo ? importLimits.demoBytes : limits.bytes;
    const stored = await storeBytes(deps, key, file.body, { ...limits, bytes, isDemo });
    await readHead(deps, key, stored);
  } catch (error) {
    await deleteFile(deps.db, key);
    await deps.db.delete(leadImports).where(thisImport(key));
    throw error instanceof FileProblem ? refusalOf(error) : error;
  }
  await discardOthers(deps, key);
  return getImport(deps, key);
}

function refusalOf({ problem, line }: FileProblem): AppError {
  const sentence = importMessages.problems[problem];
  return new AppError("invalid", {
    sentence: line === null ? sentence : importMessages.atLine(line, sentence),
  });
}

type Stored = { bytes: number; encoding: ImportEncoding; head: Uint8Array };

/** Stores the bytes, and returns the size, the encoding and the first bytes of the file. */
async function storeBytes(
  { db }: Tools,
  key: ImportKey,
  body: ReadableStream<Uint8Array> | null,
  limits: UploadLimits & { isDemo: boolean },
): Promise<Stored> {
  const writer = makeChunkWriter(db, key);
  const unmarked = makeEncodingCheck();
  let head = Buffer.alloc(0);
  let known: ImportEncoding | null = null;
  let bytes = 0;
  for await (const piece of readBody(body, limits.pauseSeconds)) {
    if (head.length < headBytes) {
      head = Buffer.concat([head, piece.subarray(0, headBytes - head.length)]);
      // Throws for a file of the wrong type before the rest of it is sent.
      known = encodingOf(head);
    }
    bytes += piece.length;
    if (bytes > limits.bytes) {
      const sentence = limits.isDemo ? importMessages.tooLargeForDemo : importMessages.tooLarge;
      throw new AppError("too_large", { sentence });
    }
    unmarked.add(piece);
    await writer.write(piece);
  }
  if (bytes === 0) throw new FileProblem("empty");
  await writer.flush();
  return { bytes, head, encoding: known ?? unmarked.end() };
}

/**
 * Yields the body. Throws `timeout` if the sender pauses for too long, `malformed` if it
 * disconnects.
 */
async function* readBody(
  body: ReadableStream<Uint8Array> | null,
  pauseSeconds: number,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => late.reject(new AppError("timeout")), pauseSeconds * 1000);
      const { done, value } = await Promise.race([readPiece(reader), late.promise]).finally(() =>
        clearTimeout(timer),
      );
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/**
 * Reads a piece. A lost connection is the sender's fault; without this, it would be reported as a
 * database error.
 */
async function readPiece(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch {
    throw new AppError("malformed");
  }
}

/** Reads the header and the first rows of a file that was just stored. Throws `FileProblem`. */
async function readHead({ db }: Tools, key: ImportKey, { bytes, encoding, head }: Stored) {
  const format = { encoding, delimiter: await readDelimiter(head, encoding) };
  const { rows, isCut } = await readFirstRows(db, key, { ...format, bytes });
  if (rows.length === 0) throw new FileProblem(isCut ? "no_header" : "empty");
  const header = findHeader(rows);
  if (!header) throw new FileProblem("no_header");
  await db
    .update(leadImports)
    .set({ state: "mapping", bytes, ...format, ...headOf(rows, header) })
    .where(thisImport(key));
}

/**
 * Reads the beginning of the file again in the chosen format and guesses its columns again. Throws
 * `too_many_requests`, `not_found`, `conflict` once the import has started, `invalid` for a line
 * that isn't one of the first rows.
 */
export async function setFormat(
  deps: Pick<Deps, "db" | "now" | "limits">,
  key: ImportKey,
  { headerLine, ...format }: ImportFormat,
): Promise<void> {
  await deps.limits.count("importColumnsPerPractice", key.clientId);
  await deps.db.transaction(async (tx) => {
    const { state, bytes } = await lockImport(deps, tx, key);
    if (!["mapping", "checking", "checked"].includes(state)) throw tooLate();
    const { rows } = await readFirstRows(tx, key, { ...format, bytes }).catch((error) => {
      throw error instanceof FileProblem ? refusalOf(error) : error;
    });
    const header = rows.find(({ line }) => line === headerLine);
    if (!header) throw new AppError("invalid", { fields: { headerLine: "out_of_range" } });
    await tx
      .update(leadImports)
      .set({
        ...{ state: "mapping", run: null, ...unchecked },
        ...format,
        ...headOf(rows, header),
      })
      .where(thisImport(key));
    await announceProgress(tx, key);
  });
}

function headOf(rows: CsvRow[], header: CsvRow) {
  const { line: headerLine, cells } = header;
  const after = rows.filter(({ line }) => line > headerLine);
  const shown = (cell: string) => cell.slice(0, previewCharacters).toWellFormed();
  return {
    ...{ header: cells, headerLine },
    fields: guessColumns(
      cells,
      after.map((row) => row.cells),
    ),
    preview: after.slice(0, previewRows).map((row) => row.cells.slice(0, cells.length).map(shown)),
    firstLines: rows
      .filter(({ line }) => line <= importLimits.headerLine)
      .map(({ line, cells }) => ({ line, text: shown(cells.filter(Boolean).join(", ")) })),
  };
}

/**
 * Returns the rows in the first bytes of the file, unwrapped; the dry run reads the rest. If the
 * first row isn't complete in these bytes, it is read to its end, up to the row limit. Throws
 * `FileProblem`.
 */
async function readFirstRows(
  db: Database | Transaction,
  key: ImportKey,
  { bytes, ...format }: FileFormat & { bytes: number },
): Promise<{ rows: CsvRow[]; isCut: boolean }> {
  const rows: CsvRow[] = [];
  let read = 0;
  const isEnough = () => read >= headBytes && (rows.length > 0 || read > importLimits.rowBytes);
  async function* beginning() {
    for await (const chunk of readChunks(db, key)) {
      for (let at = 0; at < chunk.length && !isEnough(); at += headBytes) {
        const some = chunk.subarray(at, at + headBytes);
        read += some.length;
        yield some;
      }
      if (isEnough()) return;
    }
  }
  const isCut = () => read < bytes;
  for await (const row of readRows(beginning(), { ...format, isCut })) {
    rows.push(row);
    if (rows.length > importLimits.headerLine + guessedRows) break;
  }
  const { delimiter } = format;
  const isWrapped = areWrapped(rows, delimiter);
  return {
    rows: isWrapped ? rows.map((row) => unwrapRow(row, delimiter)) : rows,
    isCut: isCut(),
  };
}

async function readDelimiter(head: Uint8Array, encoding: ImportEncoding): Promise<ImportDelimiter> {
  for await (const text of decode([head], encoding)) return delimiterOf(text);
  return ",";
}

/**
 * Discards the practice's other files that aren't imported, because one at a time is enough and
 * each is large.
 */
async function discardOthers(deps: Tools, { clientId, importId }: ImportKey) {
  // A single statement, because one of these imports may be started at the same time.
  await deps.db.transaction(async (tx) => {
    const rows = await tx
      .update(leadImports)
      .set({ state: "canceled", run: null, ...withoutPreview })
      .where(
        and(
          eq(leadImports.clientId, clientId),
          ne(leadImports.id, importId),
          inArray(leadImports.state, ["mapping", "checking", "checked", "refused"]),
        ),
      )
      .returning({ clientId: leadImports.clientId, importId: leadImports.id });
    for (const key of rows) {
      await announceProgress(tx, key);
      await discardFile(deps, tx, key);
    }
  });
}
