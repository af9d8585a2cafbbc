// Exports everything that a practice owns as one ZIP, read from one snapshot and streamed while it is
// generated.
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import {
  archiveColumn,
  archiveFiles,
  archiveWords as words,
} from "#content/console/practice-archive.ts";
import { minuteMs } from "#contract/durations.ts";
import { dayOf } from "#contract/zones.ts";
import type { Transaction } from "#server/db/database.ts";
import { isRealPractice } from "#server/db/real-practices.ts";
import { clients } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { AppError } from "#server/errors.ts";
import { byteOrderMark, csvLine } from "#server/http/csv.ts";
import type { SignedInAdmin, Visitor } from "#server/http/signed-in.ts";
import { type ZipEntry, zipOf } from "#server/http/zip-stream.ts";
import { audit } from "#server/records/audit/audit.ts";
import { type Archived, archivedTables } from "#server/records/retention/belongings.ts";
import { keyOf } from "#server/records/retention/erase-practice.ts";
import { archiveLock } from "./archive-lock.ts";

/**
 * Exports have a time limit, because the snapshot keeps VACUUM from removing old rows, and it holds
 * a connection.
 */
const longestMs = 30 * minuteMs;

/** Rows are read in batches: one takes a few milliseconds, and other requests run in between. */
const rowsAtOnce = 100;

/**
 * A file has at most as much as a spreadsheet can open, far below the 4 GB limit of a ZIP entry.
 */
const largestFile = { rows: 1_000_000, characters: 1_000_000_000 };

/**
 * Handles `GET /api/admin/clients/{id}/archive.zip`. Throws `not_found`, and `conflict` while the
 * same owner is exporting a practice, or once the erasure of this practice has begun.
 */
export async function exportPractice(
  deps: Deps,
  { address }: Visitor,
  { accountId }: SignedInAdmin,
  clientId: string,
): Promise<ReadableStream<Uint8Array>> {
  await deps.limits.count("exportPerOwner", accountId);
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const begun = Promise.withResolvers<void>();
  const whole = deps.db.transaction(
    async (tx) => {
      const name = await lockForArchive(tx, accountId, clientId);
      begun.resolve();
      const chunks = zipOf(filesOf(tx, clientId, name, deps.now()), deps.now());
      const signal = AbortSignal.timeout(longestMs);
      await streamOf(chunks).pipeTo(writable, { signal, preventClose: true });
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
  // Closed after the commit: a reader who has the whole file can export again at once.
  const closed = whole.then(() => writable.close());
  closed.catch((error: unknown) => {
    begun.reject(error);
    // The stream isn't closed first, so that the reader gets an error instead of half a file.
    writable.abort(error).catch(() => undefined);
  });
  await begun.promise;
  try {
    await audit(deps, deps.db, { action: "practice_exported", accountId, clientId, address });
  } catch (error) {
    await readable.cancel(error);
    throw error;
  }
  return readable;
}

export function archiveName(now: Date): string {
  return `practice-${dayOf(now)}.zip`;
}

/** Holds the export's locks until the transaction ends. Returns the practice's name. */
async function lockForArchive(tx: Transaction, accountId: string, clientId: string) {
  const ofOwner = sql`hashtextextended(${`practice archive of ${accountId}`}, 0)`;
  const { rows } = await tx.execute<{ is_only: boolean; is_kept: boolean }>(sql`
    select pg_try_advisory_xact_lock(${ofOwner}) as is_only,
      pg_try_advisory_xact_lock_shared(${archiveLock(clientId)}) as is_kept`);
  const [locks] = rows;
  if (!locks?.is_only) throw new AppError("conflict", { sentence: words.running });
  const [practice] = await tx
    .select({ name: clients.name, erasureBegunAt: clients.erasureBegunAt })
    .from(clients)
    .where(and(eq(clients.id, clientId), isRealPractice));
  if (!practice) throw new AppError("not_found");
  if (!locks.is_kept || practice.erasureBegunAt) {
    throw new AppError("conflict", { sentence: words.erasing });
  }
  return practice.name;
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}

/** Yields the tables, then the README, which lists every file. */
async function* filesOf(
  tx: Transaction,
  clientId: string,
  practice: string,
  now: Date,
): AsyncGenerator<ZipEntry> {
  const listed: Parameters<typeof words.readme>[2] = [];
  for (const one of archivedTables) {
    const columns = columnsOf(one).map(([name]) => archiveColumn(name));
    const rows = rowsOf(tx, one, clientId);
    const left = { batch: await rows.next() };
    const names: string[] = [];
    while (names.length === 0 || !left.batch.done) {
      const name = `${one.file}${names.length === 0 ? "" : `-${names.length + 1}`}.csv`;
      names.push(name);
      yield { name, content: linesOf(columns, rows, left) };
    }
    listed.push({ names, columns, about: archiveFiles[one.file] });
  }
  yield { name: "README.txt", content: textOf(words.readme(practice, dayOf(now), listed)) };
}

async function* textOf(text: string) {
  yield text;
}

/** Yields rows until the file reaches its limit; `left` holds the next batch. */
async function* linesOf(
  columns: string[],
  rows: AsyncGenerator<string[][]>,
  left: { batch: IteratorResult<string[][]> },
): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns);
  let [count, characters] = [0, 0];
  while (!left.batch.done && count < largestFile.rows && characters < largestFile.characters) {
    const batch = left.batch.value;
    const lines = batch.map(csvLine).join("");
    yield lines;
    count += batch.length;
    characters += lines.length;
    left.batch = await rows.next();
  }
}

/** Reads rows with a cursor, in batches, in the order of the table's key. */
async function* rowsOf(
  tx: Transaction,
  archived: Archived,
  clientId: string,
): AsyncGenerator<string[][]> {
  const { table, by } = archived;
  const cells = columnsOf(archived).map(
    ([, column], place) => sql`${asText(column)} as ${sql.identifier(`c${place}`)}`,
  );
  const key = keyOf(table);
  const isOrdered = key[0] === by;
  const order = isOrdered ? sql`order by ${sql.join(key, sql`, `)}` : sql``;
  await tx.execute(sql`
    declare archived no scroll cursor for
    select ${sql.join(cells, sql`, `)} from ${table} where ${by} = ${clientId} ${order}`);
  for (;;) {
    const { rows } = await tx.execute<Record<string, string | null>>(
      sql.raw(`fetch ${rowsAtOnce} from archived`),
    );
    if (rows.length === 0) break;
    yield rows.map((row) => cells.map((_, place) => row[`c${place}`] ?? ""));
  }
  await tx.execute(sql`close archived`);
}

function columnsOf({ table, without }: Archived): [string, PgColumn][] {
  return Object.entries(getTableColumns(table)).filter(([name]) => !without.includes(name));
}

function asText(column: PgColumn): SQL {
  const type = column.getSQLType();
  if (type.startsWith("timestamp")) {
    return sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  }
  if (type === "boolean")
    return sql`case when ${column} then 'yes' when not ${column} then 'no' end`;
  if (type === "bytea") return sql`encode(${column}, 'base64')`;
  return type.endsWith("[]") ? sql`to_json(${column})::text` : sql`${column}::text`;
}
