// Imports the new leads that the dry run found, in short transactions.
import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { importMessages } from "#content/desk/import.ts";
import { hourMs } from "#contract/durations.ts";
import { type ImportDestination, type ImportRun, importKeptHours } from "#contract/imports.ts";
import type { Transaction } from "#server/db/database.ts";
import { given, givenRows } from "#server/db/given-rows.ts";
import { leadImportRows, leadImports } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { changesBetween, type Fact, factsOf } from "#server/desk/reports/facts.ts";
import { applyChanges } from "#server/desk/reports/rollups.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";
import { audit } from "#server/records/audit/audit.ts";
import { completeSome } from "./complete-known.ts";
import { deleteFile } from "./file-chunks.ts";
import {
  announceProgress,
  type ImportKey,
  type ImportRow,
  keyOf,
  lockImport,
  rowsOf,
  thisImport,
  tooLate,
  withoutPreview,
} from "./imports.ts";
import { findKnownLeads, lockContacts, makeContacts } from "./known-people.ts";
import { inImportTurn } from "./turns.ts";

/** The batch size. An inquiry from a person in a batch waits until the batch is stored. */
const leadsAtOnce = 2000;

export type Caller = SignedInClient & {
  /** The request's IP address. */ address: string;
};

/**
 * Starts the import. Starting it again changes nothing. Throws `not_found`, and `conflict` if the
 * dry run isn't finished or found nothing to import.
 */
export async function startImport(
  deps: Pick<Deps, "db" | "now" | "jobs">,
  caller: Caller,
  importId: string,
  { destination }: ImportRun,
): Promise<void> {
  const key = keyOf(caller, importId);
  await deps.db.transaction(async (tx) => {
    const row = await lockImport(deps, tx, key);
    if (row.state === "importing" || row.state === "imported") return;
    if (row.state !== "checked") throw tooLate();
    if (row.fresh + row.completing === 0)
      throw new AppError("conflict", { sentence: importMessages.nothingNew });
    const startedAt = deps.now();
    await tx
      .update(leadImports)
      .set({ state: "importing", destination, startedAt, expiresAt: keptUntil(startedAt) })
      .where(thisImport(key));
    await audit(deps, tx, {
      ...{ clientId: key.clientId, accountId: caller.accountId, address: caller.address },
      action: "leads_imported",
      detail: { import: key.importId, leads: String(row.fresh) },
    });
    await announceProgress(tx, key);
    await deps.jobs.enqueue(tx, "run-lead-import", key);
  });
}

/**
 * Runs the job. Idempotent: each batch saves its progress in its own transaction. If the last
 * attempt fails, the import is undone. ANALYZE runs after the first batch, because in a new
 * database PostgreSQL checks foreign keys with a plan for an empty table: a full scan for each row.
 */
export async function runImport(
  deps: Pick<Deps, "db" | "now" | "jobs" | "queues">,
  key: ImportKey,
  { isLast }: { isLast: boolean },
): Promise<void> {
  const next = () => inImportTurn(deps, key, () => importBatch(deps, key));
  try {
    // If a vacuum holds the table's lock, ANALYZE fails. The import is then slow but still correct.
    if (await next()) {
      await deps.db.execute(sql`analyze leads`).catch(() => undefined);
    }
    while (await next());
  } catch (error) {
    if (!isLast) throw error;
    await giveUp(deps, key);
  }
}

async function giveUp(deps: Pick<Deps, "db" | "jobs">, key: ImportKey) {
  await deps.db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(leadImports)
      .set({ state: "canceling", problem: "failed" })
      .where(and(thisImport(key), eq(leadImports.state, "importing")));
    if (rowCount !== 1) return;
    await announceProgress(tx, key);
    await deps.jobs.enqueue(tx, "undo-lead-import", key);
  });
}

/** Imports one batch. Returns whether there may be more rows. */
async function importBatch(deps: Pick<Deps, "db" | "now">, key: ImportKey): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    // With this lock, two runs of the job take turns, and a cancellation waits until the batch is
    // stored.
    const [one] = await tx
      .select()
      .from(leadImports)
      .where(and(thisImport(key), eq(leadImports.state, "importing")))
      .for("no key update");
    if (!one?.startedAt) return false;
    const next = await nextRows(tx, key, one.importedLine);
    const last = next.at(-1);
    // If a database crash loses this batch, it is imported again with the same ids. The last
    // transaction, which finishes the import, waits until all batches are on disk.
    if (last) await tx.execute(sql`set local synchronous_commit = off`);
    await announceProgress(tx, key);
    if (!last) {
      if (await completeSome(deps, tx, one)) return true;
      await finish(deps, tx, key);
      return false;
    }
    await lockContacts(tx, key.clientId, next);
    // An erasure may have deleted some of the rows before this lock, but can't delete any after it.
    const left = await lockLines(tx, key, { from: one.importedLine, to: last.line });
    const batch = next.filter(({ line }) => left.has(line));
    // Some people in the file may have inquired since the dry run.
    const known = makeContacts(await findKnownLeads(tx, key.clientId, batch));
    const gone = batch.flatMap((row) => {
      const matchLeadId = known.find(row)?.leadId;
      return matchLeadId ? { line: row.line, matchLeadId } : [];
    });
    const goneLines = new Set(gone.map(({ line }) => line));
    const fresh = batch.filter(({ line }) => !goneLines.has(line));
    if (gone.length > 0) {
      await tx
        .update(leadImportRows)
        .set({ outcome: "known", matchLeadId: given("matchLeadId") })
        .from(givenRows(leadImportRows, gone))
        .where(and(rowsOf(key), sql`${leadImportRows.line} = ${given("line")}`));
    }
    await insertLeads(tx, one, { from: one.importedLine, to: last.line });
    const { startedAt } = one;
    const facts = fresh.flatMap(({ submittedAt }) =>
      factsOfImported(submittedAt ?? startedAt, one.destination),
    );
    await applyChanges(tx, key.clientId, changesBetween([], facts));
    await tx
      .update(leadImports)
      .set({
        importedLine: last.line,
        imported: sql`${leadImports.imported} + ${fresh.length}`,
        fresh: sql`${leadImports.fresh} - ${gone.length}`,
        known: sql`${leadImports.known} + ${gone.length}`,
      })
      .where(thisImport(key));
    return true;
  });
}

function nextRows(tx: Transaction, key: ImportKey, after: number) {
  const { line, firstName, lastName, phone, isPhoneValid, email, submittedAt } = leadImportRows;
  return tx
    .select({ line, firstName, lastName, phone, isPhoneValid, email, submittedAt })
    .from(leadImportRows)
    .where(and(rowsOf(key), eq(leadImportRows.outcome, "fresh"), gt(line, after)))
    .orderBy(asc(leadImportRows.line))
    .limit(leadsAtOnce);
}

/**
 * Locks the rows of a batch and returns their lines. Rows that were deleted since aren't included,
 * and nothing else can have changed.
 */
async function lockLines(
  tx: Transaction,
  key: ImportKey,
  { from, to }: { from: number; to: number },
): Promise<Set<number>> {
  const { line, outcome } = leadImportRows;
  const rows = await tx
    .select({ line })
    .from(leadImportRows)
    .where(and(rowsOf(key), eq(outcome, "fresh"), gt(line, from), lte(line, to)))
    .orderBy(asc(line))
    .limit(leadsAtOnce)
    .for("update");
  return new Set(rows.map((row) => row.line));
}

/**
 * Inserts leads. They are archived unless they were chosen for follow-up, so that old leads don't
 * flood the queue: see decision 054. `archived_by` is null. The columns have the values that
 * `refreshLead` would compute.
 */
async function insertLeads(
  tx: Transaction,
  { clientId, id, accountId, fileName, startedAt, destination }: ImportRow,
  lines: { from: number; to: number },
): Promise<void> {
  const at = sql`${startedAt?.toISOString()}::timestamptz`;
  const isArchived = destination === "archive";
  const reason = importMessages.archiveReason(fileName).slice(0, 200).toWellFormed();
  const [state, archivedAt, archiveReason] = isArchived
    ? [sql`'archived'`, at, sql`${reason}::text`]
    : [sql`'new'`, sql`null::timestamptz`, sql`null::text`];
  const rows = sql`lead_import_rows as row
    where row.client_id = ${clientId} and row.import_id = ${id} and row.outcome = 'fresh'
      and row.line > ${lines.from} and row.line <= ${lines.to}`;
  await tx.execute(sql`
    insert into leads (client_id, id, first_name, last_name, email, phone, is_phone_valid,
      language, insurance, best_time, received_at, started_at, touched_at, state, archived_at,
      archive_reason, is_counted, search)
    select ${clientId}, new_lead_id, first_name, last_name, email, phone, is_phone_valid,
      language, insurance, best_time, ${at}, coalesce(submitted_at, ${at}), coalesce(submitted_at, ${at}),
      ${state}, ${archivedAt}, ${archiveReason}, true,
      search_text(first_name, last_name, email, phone, '')
    from ${rows}`);
  await tx.execute(sql`
    insert into inquiries (client_id, lead_id, first_name, last_name, email, phone, answers,
      is_untimed, submitted_at, received_at)
    select ${clientId}, new_lead_id, first_name, last_name, email, phone, answers, true,
      coalesce(submitted_at, ${at}), ${at}
    from ${rows}`);
  const data = JSON.stringify({ importId: id, fileName, ...(isArchived && { reason }) });
  await tx.execute(sql`
    insert into timeline (client_id, lead_id, at, kind, account_id, data)
    select ${clientId}, new_lead_id, ${at}, ${isArchived ? "archived" : "imported"}, ${accountId},
      ${data}::jsonb
    from ${rows}`);
}

/** Returns what an imported lead counts until someone works on it. */
export function factsOfImported(startedAt: Date, destination: ImportDestination): Fact[] {
  return factsOf({
    lead: {
      ...{
        isCounted: true,
        erasedAt: null,
        isTest: false,
        state: destination === "archive" ? "archived" : "new",
        startedAt,
        mergedInto: null,
      },
      ...{ uncalledSince: null, campaignId: null, bookedAt: null, callBackAt: null },
    },
    inquiries: [],
  });
}

async function finish({ now }: Pick<Deps, "now">, tx: Transaction, key: ImportKey) {
  const finishedAt = now();
  await tx
    .update(leadImports)
    .set({ state: "imported", finishedAt, expiresAt: keptUntil(finishedAt), ...withoutPreview })
    .where(thisImport(key));
  await deleteFile(tx, key);
}

function keptUntil(since: Date): Date {
  return new Date(since.getTime() + importKeptHours * hourMs);
}
