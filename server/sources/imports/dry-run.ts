// The dry run reads the whole file with the chosen columns and stores what an import would write.
// It doesn't change any lead.
import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { and, eq, sql } from "drizzle-orm";
import { importLimits, type RowProblem } from "#contract/imports.ts";
import { clients, leadImports } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { whatIsNew } from "./complete-known.ts";
import { readRows } from "./csv-rows.ts";
import { discardFile } from "./discarded-files.ts";
import { deleteRows, readChunks } from "./file-chunks.ts";
import { FileProblem } from "./file-format.ts";
import {
  announceProgress,
  type ImportKey,
  type ImportRow,
  thisImport,
  unchecked,
  withoutPreview,
} from "./imports.ts";
import { type Contact, findInFile, findKnownLeads, makeContacts } from "./known-people.ts";
import { makeRowReader, type ReadPerson, type RowReader } from "./read-row.ts";
import { type DateOrder, dateOrderIn, usualDateOrder } from "./read-time.ts";
import { type CsvRow, unwrapRow } from "./split-rows.ts";
import { inImportTurn } from "./turns.ts";

type Tools = Pick<Deps, "db" | "now" | "jobs" | "queues">;

/** The batch size. A batch takes about 10 ms, and then other requests can run. */
const rowsAtOnce = 250;
/** The limit on a batch's text, for files with very long rows. */
const charactersAtOnce = 512 * 1024;
const pieceMs = 5;

/**
 * ANALYZE runs after the first batch, and again each time the number of rows has grown by this
 * factor. Without statistics, PostgreSQL would scan all rows of the file for each person.
 */
const growthPerAnalyze = 8;

/** Stops this run because the columns of the import were changed, or another run has started. */
class Overtaken extends Error {}

/**
 * Runs the job. Idempotent: it starts from the beginning, and an older run that is still active
 * stops at its next batch.
 */
export async function checkImport(
  deps: Tools,
  key: ImportKey,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const run = randomUUID();
  const [one] = await deps.db
    .update(leadImports)
    .set({ run, ...unchecked })
    .where(and(thisImport(key), eq(leadImports.state, "checking")))
    .returning();
  if (!one) return;
  const ofRun = and(thisImport(key), eq(leadImports.run, run), eq(leadImports.state, "checking"));
  const change = (to: Partial<ImportRow>) =>
    deps.db.transaction(async (tx) => {
      const { rowCount } = await tx.update(leadImports).set(to).where(ofRun);
      await announceProgress(tx, key);
      if (rowCount === 1 && to.state === "refused") await discardFile(deps, tx, key);
    });
  try {
    await deleteRows(deps, key);
    await readFile(deps, one, run);
    await change({ state: "checked" });
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (!(error instanceof FileProblem) && !isLast) throw error;
    const { problem, line } = error instanceof FileProblem ? error : failed;
    await change({ state: "refused", problem, problemLine: line, ...withoutPreview });
  }
}

const failed = { problem: "failed", line: null } as const;

async function readFile(deps: Tools, one: ImportRow, run: string): Promise<void> {
  const key = { clientId: one.clientId, importId: one.id };
  const [practice] = await deps.db
    .select({ timeZone: clients.timeZone, isDemo: clients.isDemo })
    .from(clients)
    .where(eq(clients.id, key.clientId));
  if (!practice) throw new Overtaken();
  const { header, fields } = one;
  const dateOrder = await findDateOrder(deps, one);
  const { timeZone } = practice;
  const read = makeRowReader({ header, fields, timeZone, now: deps.now(), dateOrder });
  const maxRows = practice.isDemo ? importLimits.demoRows : importLimits.rows;
  let checkedBytes = 0;
  let batch: CsvRow[] = [];
  let characters = 0;
  let batches = 0;
  let analyzedNext = 1;
  const store = () =>
    inImportTurn(deps, key, () => storeBatch(deps, { key, run, checkedBytes }, batch, read));
  const bytes = readChunks(deps.db, key, (done) => {
    checkedBytes = done;
  });
  for await (const row of readBelowHeader(one, bytes, maxRows + one.headerLine)) {
    batch.push(row);
    characters += row.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (batch.length < rowsAtOnce && characters < charactersAtOnce) continue;
    await store();
    batch = [];
    characters = 0;
    batches += 1;
    if (batches < analyzedNext) continue;
    analyzedNext *= growthPerAnalyze;
    // If a vacuum holds the table's lock, this fails. The dry run is then slow but still correct.
    await deps.db.execute(sql`analyze lead_import_rows`).catch(() => undefined);
  }
  checkedBytes = one.bytes;
  await store();
}

/**
 * Yields the rows below the header. If the header's row is wrapped in a single cell, so are these.
 * Throws `FileProblem`.
 */
async function* readBelowHeader(
  one: ImportRow,
  bytes: AsyncIterable<Uint8Array>,
  maxRows: number,
): AsyncGenerator<CsvRow> {
  let isWrapped = false;
  for await (const row of readRows(bytes, { ...one, maxRows })) {
    if (row.line === one.headerLine) isWrapped = row.cells.length < one.header.length;
    if (row.line <= one.headerLine) continue;
    yield isWrapped ? unwrapRow(row, one.delimiter) : row;
  }
}

/**
 * Returns the order of day and month that most unambiguous dates have in the first rows of the date
 * column.
 */
async function findDateOrder(deps: Tools, one: ImportRow): Promise<DateOrder> {
  const column = one.fields.indexOf("submittedAt");
  if (column < 0) return "month-first";
  const key = { clientId: one.clientId, importId: one.id };
  const orders: DateOrder[] = [];
  let seen = 0;
  try {
    for await (const { cells } of readBelowHeader(
      one,
      readChunks(deps.db, key),
      maxDatesCompared,
    )) {
      const order = dateOrderIn(cells[column] ?? "");
      if (order) orders.push(order);
      if (orders.length === enoughOrders) break;
      seen += 1;
      // After each batch, lets other practices' imports run.
      if (seen % rowsAtOnce === 0) await inImportTurn(deps, key, async () => undefined);
    }
  } catch (error) {
    // A problem with the file is ignored here, because the dry run reports it with its line.
    if (!(error instanceof FileProblem)) throw error;
  }
  return usualDateOrder(orders);
}

/**
 * The number of dates to compare. More aren't needed, because more than half of all dates have a
 * day over 12.
 */
const maxDatesCompared = 5000;
/**
 * The number of unambiguous dates at which a few mistyped dates can't change the result anymore.
 */
const enoughOrders = 100;

type Stored = {
  line: number;
  outcome: "fresh" | "known" | "rejected";
  problem?: RowProblem;
  cells?: string[];
  matchLeadId?: string | undefined;
  matchLine?: number | undefined;
} & Partial<ReadPerson>;

/** Reads a batch's rows as people and stores the result. Throws `Overtaken`. */
async function storeBatch(
  { db }: Tools,
  { key, run, checkedBytes }: { key: ImportKey; run: string; checkedBytes: number },
  batch: CsvRow[],
  read: RowReader,
): Promise<void> {
  const people = await readAll(batch, read);
  const found = people.flatMap((row) => ("problem" in row.read ? [] : row.read));
  await db.transaction(async (tx) => {
    const known = makeContacts([
      ...(await findKnownLeads(tx, key.clientId, found)),
      ...(await findInFile(tx, key, found)),
    ]);
    const rows: Stored[] = [];
    const counts = { fresh: 0, known: 0, repeated: 0, rejected: 0 };
    const unclear = { dates: 0, contacts: 0, damaged: 0 };
    let completing = 0;
    for (const { line, cells, read } of people) {
      if ("problem" in read) {
        counts.rejected += 1;
        rows.push({ line, outcome: "rejected", problem: read.problem, cells });
        continue;
      }
      const same = known.find(read);
      if (same) {
        counts[same.leadId ? "known" : "repeated"] += 1;
        if (same.leadId && Object.keys(whatIsNew(same, read)).length > 0) completing += 1;
        rows.push({ line, outcome: "known", cells, ...contactOf(read), ...matchOf(same) });
      } else {
        counts.fresh += 1;
        unclear.dates += read.unclear.dates;
        unclear.contacts += read.unclear.contacts;
        unclear.damaged += read.unclear.damaged;
        known.add({ ...read, line });
        rows.push({ line, outcome: "fresh", ...read });
      }
    }
    const { rowCount } = await tx
      .update(leadImports)
      .set({
        checkedBytes,
        completing: sql`${leadImports.completing} + ${completing}`,
        fresh: sql`${leadImports.fresh} + ${counts.fresh}`,
        known: sql`${leadImports.known} + ${counts.known}`,
        repeated: sql`${leadImports.repeated} + ${counts.repeated}`,
        rejected: sql`${leadImports.rejected} + ${counts.rejected}`,
        unclearDates: sql`${leadImports.unclearDates} + ${unclear.dates}`,
        unclearContacts: sql`${leadImports.unclearContacts} + ${unclear.contacts}`,
        damagedNumbers: sql`${leadImports.damagedNumbers} + ${unclear.damaged}`,
      })
      .where(and(thisImport(key), eq(leadImports.run, run), eq(leadImports.state, "checking")));
    if (rowCount === 0) throw new Overtaken();
    await announceProgress(tx, key);
    await tx.execute(insertOf(key, rows));
  });
}

function contactOf(read: ReadPerson) {
  const { firstName, lastName, phone, isPhoneValid, email, language, fields } = read;
  return { firstName, lastName, phone, isPhoneValid, email, language, fields };
}

function matchOf({ leadId, line }: Contact) {
  return { matchLeadId: leadId, matchLine: leadId ? undefined : line };
}

/**
 * Reads the rows, and lets other requests run every few rows, because a row may take a millisecond.
 */
async function readAll(batch: CsvRow[], read: RowReader) {
  const people: (CsvRow & { read: ReturnType<RowReader> })[] = [];
  let since = performance.now();
  for (const row of batch) {
    people.push({ ...row, read: read(row.cells) });
    if (performance.now() - since < pieceMs) continue;
    await nextTurn();
    since = performance.now();
  }
  return people;
}

/**
 * Passes all rows in one parameter, because building thousands of parameters takes as long as
 * storing the rows.
 */
function insertOf({ clientId, importId }: ImportKey, rows: Stored[]) {
  return sql`
    insert into lead_import_rows (client_id, import_id, line, outcome, problem, cells, first_name,
      last_name, email, phone, is_phone_valid, language, insurance, best_time, answers, submitted_at,
      match_lead_id, match_line)
    select ${clientId}, ${importId}, line, outcome, problem, cells, coalesce("firstName", ''),
      coalesce("lastName", ''), coalesce(email, ''), coalesce(phone, ''),
      coalesce("isPhoneValid", false), language, coalesce(fields ->> 'insurance', ''),
      coalesce(fields ->> 'bestTime', ''), coalesce(answers, '[]'), "submittedAt",
      "matchLeadId", "matchLine"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given(
      line int, outcome text, problem text, cells jsonb, "firstName" text, "lastName" text,
      email text, phone text, "isPhoneValid" boolean, language text, fields jsonb, answers jsonb,
      "submittedAt" timestamptz, "matchLeadId" uuid, "matchLine" int)`;
}
