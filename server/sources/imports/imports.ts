// Lists a practice's imports, reads one, and chooses its columns.
import { and, asc, desc, eq, gt, sql } from "drizzle-orm";
import { importMessages } from "#content/desk/import.ts";
import type { ImportColumns, LeadImport, LeadImportDetail } from "#contract/imports.ts";
import type { Transaction } from "#server/db/database.ts";
import { accounts, leadImportRows, leadImports, leads } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { notifyPractice } from "#server/desk/live/notify.ts";
import { AppError } from "#server/errors.ts";
import type { SignedInClient } from "#server/http/signed-in.ts";

export type ImportKey = { clientId: string; importId: string };
export type ImportRow = typeof leadImports.$inferSelect;

type Tools = Pick<Deps, "db" | "now">;

const listed = { rejected: 20, known: 20, kept: 100, imports: 20 } as const;

export async function listImports({ db, now }: Tools, clientId: string): Promise<LeadImport[]> {
  const rows = await db
    .select({ row: leadImports, by: nameOfAccount })
    .from(leadImports)
    .leftJoin(accounts, eq(accounts.id, leadImports.accountId))
    .where(and(eq(leadImports.clientId, clientId), gt(leadImports.expiresAt, now())))
    .orderBy(desc(leadImports.id))
    .limit(listed.imports);
  return rows.map(({ row, by }) => toImport(row, by));
}

const nameOfAccount = sql<
  string | null
>`nullif(trim(${accounts.firstName} || ' ' || ${accounts.lastName}), '')`;

/** Returns an import with its rows. Throws `not_found`, including for an expired import. */
export async function getImport(deps: Tools, key: ImportKey): Promise<LeadImportDetail> {
  const { db } = deps;
  const { row, by } = await findImport(deps, key);
  // The rows of a discarded file aren't listed, although they are stored until a job deletes them.
  const isListed = row.state !== "canceled" && row.state !== "refused";
  const rejected = await db
    .select()
    .from(leadImportRows)
    .where(and(rowsOf(key), eq(leadImportRows.outcome, "rejected"), sql`${isListed}`))
    .orderBy(asc(leadImportRows.line))
    .limit(listed.rejected);
  const known = await listKnown(deps, key, isListed);
  const kept = await db
    .select({ id: leads.id, firstName: leads.firstName, lastName: leads.lastName })
    .from(leadImportRows)
    .innerJoin(
      leads,
      and(eq(leads.clientId, leadImportRows.clientId), eq(leads.id, leadImportRows.newLeadId)),
    )
    .where(and(rowsOf(key), eq(leadImportRows.outcome, "kept")))
    .orderBy(asc(leadImportRows.line))
    .limit(listed.kept);
  return {
    ...toImport(row, by),
    columns: row.header.map((name, column) => ({ name, field: row.fields[column] ?? "answer" })),
    preview: row.preview,
    firstLines: row.firstLines,
    rejectedRows: rejected.map(({ line, problem, cells }) => ({
      line,
      problem: problem ?? "no_person",
      text: (cells ?? []).filter(Boolean).join(", ").slice(0, 200).toWellFormed(),
    })),
    knownRows: known,
    keptLeads: kept.map(({ id, firstName, lastName }) => ({
      _id: id,
      name: `${firstName} ${lastName}`.trim(),
    })),
  };
}

async function listKnown({ db }: Tools, key: ImportKey, isListed: boolean) {
  const rows = await db
    .select({ row: leadImportRows, firstName: leads.firstName, lastName: leads.lastName })
    .from(leadImportRows)
    .leftJoin(leads, matchedLead)
    .where(and(rowsOf(key), eq(leadImportRows.outcome, "known"), sql`${isListed}`))
    .orderBy(asc(leadImportRows.line))
    .limit(listed.known);
  return rows.map(({ row, firstName, lastName }) => ({
    line: row.line,
    name: `${row.firstName} ${row.lastName}`.trim() || row.phone || row.email,
    lead: row.matchLeadId
      ? { _id: row.matchLeadId, name: `${firstName ?? ""} ${lastName ?? ""}`.trim() }
      : null,
    sameAsLine: row.matchLine,
  }));
}

/** The condition for the lead that a known row matches. */
export const matchedLead = and(
  eq(leads.clientId, leadImportRows.clientId),
  eq(leads.id, leadImportRows.matchLeadId),
);

/** Returns the state and counts of an import, without personal data. Throws `not_found`. */
export async function getProgress(deps: Tools, key: ImportKey): Promise<LeadImport> {
  const { row, by } = await findImport(deps, key);
  return toImport(row, by);
}

async function findImport({ db, now }: Tools, key: ImportKey) {
  const [found] = await db
    .select({ row: leadImports, by: nameOfAccount })
    .from(leadImports)
    .leftJoin(accounts, eq(accounts.id, leadImports.accountId))
    .where(and(thisImport(key), gt(leadImports.expiresAt, now())));
  if (!found) throw new AppError("not_found");
  return found;
}

function toImport(row: ImportRow, by: string | null): LeadImport {
  return {
    _id: row.id,
    fileName: row.fileName,
    state: row.state,
    problem: row.problem,
    problemLine: row.problemLine,
    bytes: row.bytes,
    encoding: row.encoding,
    delimiter: row.delimiter,
    headerLine: row.headerLine,
    uploadedAt: row.uploadedAt.toISOString(),
    by,
    checked: row.bytes === 0 ? 0 : Math.min(1, row.checkedBytes / row.bytes),
    counts: {
      ...{ fresh: row.fresh, known: row.known },
      ...{ repeated: row.repeated, rejected: row.rejected },
    },
    unclear: {
      dates: row.unclearDates,
      contacts: row.unclearContacts,
      damaged: row.damagedNumbers,
    },
    completing: row.completing,
    destination: row.destination,
    imported: row.imported,
    completed: row.completed,
    removed: row.removed,
    kept: row.kept,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
  };
}

/**
 * Stores a field for each column and starts a dry run; one that is running stops. Throws
 * `too_many_requests`, `not_found`, `conflict` once the import has started, `invalid` for the wrong
 * number of columns.
 */
export async function setColumns(
  deps: Pick<Deps, "db" | "now" | "jobs" | "limits">,
  key: ImportKey,
  { fields }: ImportColumns,
): Promise<void> {
  await deps.limits.count("importColumnsPerPractice", key.clientId);
  await deps.db.transaction(async (tx) => {
    const row = await lockImport(deps, tx, key);
    if (!["mapping", "checking", "checked"].includes(row.state)) throw tooLate();
    if (fields.length !== row.header.length) {
      throw new AppError("invalid", { sentence: importMessages.columnCount });
    }
    await tx
      .update(leadImports)
      .set({
        fields,
        state: "checking",
        run: null,
        ...unchecked,
      })
      .where(thisImport(key));
    await announceProgress(tx, key);
    await deps.jobs.enqueue(tx, "check-lead-import", key);
  });
}

/** Clears the columns with the preview, which has personal data. */
export const withoutPreview = { preview: [], firstLines: [] };

/** The values of the columns that a dry run sets, before it starts. */
export const unchecked = {
  ...{ checkedBytes: 0, fresh: 0, known: 0, repeated: 0, rejected: 0 },
  ...{ unclearDates: 0, unclearContacts: 0, damagedNumbers: 0, completing: 0 },
};

/** Locks the import until the transaction ends. Throws `not_found`. */
export async function lockImport(
  { now }: Pick<Deps, "now">,
  tx: Transaction,
  key: ImportKey,
): Promise<ImportRow> {
  const [row] = await tx
    .select()
    .from(leadImports)
    .where(and(thisImport(key), gt(leadImports.expiresAt, now())))
    .for("no key update");
  if (!row) throw new AppError("not_found");
  return row;
}

/** Makes open pages reload the import when this transaction commits. */
export function announceProgress(tx: Transaction, key: ImportKey): Promise<void> {
  return notifyPractice(tx, { ...key, kind: "import" });
}

/**
 * Returns the error for a request that comes too late, because another tab was faster or the import
 * has expired.
 */
export function tooLate(): AppError {
  return new AppError("conflict", { sentence: importMessages.notNow });
}

export function keyOf({ clientId }: SignedInClient, importId: string): ImportKey {
  return { clientId, importId };
}

export function thisImport({ clientId, importId }: ImportKey) {
  return and(eq(leadImports.clientId, clientId), eq(leadImports.id, importId));
}

export function rowsOf({ clientId, importId }: ImportKey) {
  return and(eq(leadImportRows.clientId, clientId), eq(leadImportRows.importId, importId));
}
