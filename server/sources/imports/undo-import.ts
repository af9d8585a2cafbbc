// Cancels or undoes an import: removes the leads that no one has worked on, and reverts the data
// that was added to existing leads.
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, sql } from "drizzle-orm";
import type { Transaction } from "#server/db/database.ts";
import {
  calls,
  inquiries,
  leadImportRows,
  leadImports,
  leads,
  timeline,
} from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { changesBetween } from "#server/desk/reports/facts.ts";
import { applyChanges } from "#server/desk/reports/rollups.ts";
import { audit } from "#server/records/audit/audit.ts";
import { takeSomeBack } from "./complete-known.ts";
import { discardFile } from "./discarded-files.ts";
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
import { type Caller, factsOfImported } from "./run-import.ts";
import { inImportTurn } from "./turns.ts";

type Tools = Pick<Deps, "db" | "now" | "jobs">;

const leadsAtOnce = 500;

/**
 * Discards a file that hasn't been imported, or removes what has been imported so far. A job
 * deletes the stored file. Canceling again only makes sure that the deletion is finished. Throws
 * `not_found`, `conflict` for a finished import.
 */
export async function cancelImport(deps: Tools, caller: Caller, importId: string): Promise<void> {
  const key = keyOf(caller, importId);
  await deps.db.transaction(async (tx) => {
    const { state } = await lockImport(deps, tx, key);
    if (state === "canceling") return;
    if (state === "canceled") return discardFile(deps, tx, key);
    await announceProgress(tx, key);
    if (state === "importing") {
      await tx.update(leadImports).set({ state: "canceling" }).where(thisImport(key));
      await deps.jobs.enqueue(tx, "undo-lead-import", key);
      await auditImport(deps, tx, caller, key, "lead_import_canceled");
      return;
    }
    if (!["mapping", "checking", "checked", "refused"].includes(state)) throw tooLate();
    await tx
      .update(leadImports)
      .set({ state: "canceled", run: null, ...withoutPreview })
      .where(thisImport(key));
    await discardFile(deps, tx, key);
  });
}

/**
 * Starts the undo. Throws `not_found`, including after 24 hours, and `conflict` if nothing was
 * imported.
 */
export async function undoImport(deps: Tools, caller: Caller, importId: string): Promise<void> {
  const key = keyOf(caller, importId);
  await deps.db.transaction(async (tx) => {
    const { state } = await lockImport(deps, tx, key);
    if (state === "undoing" || state === "undone") return;
    if (state !== "imported") throw tooLate();
    await tx.update(leadImports).set({ state: "undoing" }).where(thisImport(key));
    await announceProgress(tx, key);
    await auditImport(deps, tx, caller, key, "lead_import_undone");
    await deps.jobs.enqueue(tx, "undo-lead-import", key);
  });
}

function auditImport(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { accountId, address }: Caller,
  { clientId, importId }: ImportKey,
  action: "lead_import_canceled" | "lead_import_undone",
) {
  return audit(deps, tx, { clientId, accountId, address, action, detail: { import: importId } });
}

/** Runs the job that removes the leads. Idempotent, like the job that imports them. */
export async function removeImported(
  deps: Tools & Pick<Deps, "queues">,
  key: ImportKey,
): Promise<void> {
  while (await inImportTurn(deps, key, () => removeBatch(deps, key)));
}

/** Removes one batch. Returns whether there may be more. */
async function removeBatch(deps: Tools, key: ImportKey): Promise<boolean> {
  return deps.db.transaction(async (tx) => {
    const [one] = await tx
      .select()
      .from(leadImports)
      .where(and(thisImport(key), inArray(leadImports.state, ["undoing", "canceling"])))
      .for("no key update");
    if (!one) return false;
    await announceProgress(tx, key);
    const batch = await nextRows(tx, key, one);
    const last = batch.at(-1);
    if (!last) {
      if (await takeSomeBack(deps, tx, one)) return true;
      await finish(deps, tx, key, one);
      return false;
    }
    const ids = batch.map(({ newLeadId }) => newLeadId);
    const { present, untouched } = await lockUntouched(tx, key, ids);
    await deleteLeads(deps, tx, one, untouched);
    const gone = new Set(untouched.map(({ id }) => id));
    const kept = batch.filter(({ newLeadId }) => present.has(newLeadId) && !gone.has(newLeadId));
    if (kept.length > 0) {
      await tx
        .update(leadImportRows)
        .set({ outcome: "kept" })
        .where(
          and(
            rowsOf(key),
            inArray(
              leadImportRows.line,
              kept.map(({ line }) => line),
            ),
          ),
        );
    }
    await tx
      .update(leadImports)
      .set({
        undoneLine: last.line,
        removed: sql`${leadImports.removed} + ${untouched.length}`,
        kept: sql`${leadImports.kept} + ${kept.length}`,
      })
      .where(thisImport(key));
    return true;
  });
}

function nextRows(tx: Transaction, key: ImportKey, { undoneLine, importedLine }: ImportRow) {
  return tx
    .select({ line: leadImportRows.line, newLeadId: leadImportRows.newLeadId })
    .from(leadImportRows)
    .where(
      and(
        rowsOf(key),
        eq(leadImportRows.outcome, "fresh"),
        gt(leadImportRows.line, undoneLine),
        lte(leadImportRows.line, importedLine),
      ),
    )
    .orderBy(asc(leadImportRows.line))
    .limit(leadsAtOnce);
}

/**
 * Locks these leads and returns those that haven't changed since the import. Viewing a lead doesn't
 * count as a change. Each lead has its own lookup: with a join, PostgreSQL might scan the
 * practice's whole timeline for every batch.
 */
async function lockUntouched(tx: Transaction, { clientId, importId }: ImportKey, ids: string[]) {
  const own = and(eq(leads.clientId, clientId), inArray(leads.id, ids), isNull(leads.deletedAt));
  const locked = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(own)
    // A fixed lock order prevents deadlocks.
    .orderBy(leads.id)
    .for("no key update");
  const untouched = await tx
    .select({ id: leads.id, startedAt: leads.startedAt })
    .from(leads)
    .where(
      and(
        own,
        sql`(select true from ${timeline} where ${timeline.clientId} = ${clientId}
          and ${timeline.leadId} = ${leads.id} and ${timeline.kind} not in ('seen', 'alerted')
          and ${timeline.data} ->> 'importId' is distinct from ${importId}
          limit 1) is null`,
        sql`(select true from ${calls} where ${calls.clientId} = ${clientId}
          and ${calls.leadId} = ${leads.id} limit 1) is null`,
        sql`(select count(*) from ${inquiries} where ${inquiries.clientId} = ${clientId}
          and ${inquiries.leadId} = ${leads.id}) = 1`,
      ),
    );
  // A lead that was merged counts as worked on. Its row isn't locked: see `merge-locks.ts`.
  const merged = await tx
    .select({ id: leads.id })
    .from(leads)
    .where(and(eq(leads.clientId, clientId), inArray(leads.id, ids), isNotNull(leads.mergedInto)));
  return { present: new Set([...locked, ...merged].map(({ id }) => id)), untouched };
}

/**
 * Deletes leads in the same way as a person does. The row of a lead is never removed: see decision
 * 029.
 */
async function deleteLeads(
  deps: Pick<Deps, "now">,
  tx: Transaction,
  { clientId, id: importId, accountId, destination }: ImportRow,
  untouched: { id: string; startedAt: Date }[],
) {
  if (untouched.length === 0) return;
  const at = deps.now();
  const ids = untouched.map(({ id }) => id);
  await tx
    .update(leads)
    .set({ deletedAt: at, isCounted: false })
    .where(and(eq(leads.clientId, clientId), inArray(leads.id, ids)));
  await tx.execute(sql`
    insert into timeline (client_id, lead_id, at, kind, account_id, data)
    select ${clientId}, id, ${at.toISOString()}::timestamptz, 'deleted', ${accountId},
      ${JSON.stringify({ importId })}::jsonb
    from unnest(${sql.param(ids)}::uuid[]) as id`);
  const facts = untouched.flatMap(({ startedAt }) => factsOfImported(startedAt, destination));
  await applyChanges(tx, clientId, changesBetween(facts, []));
}

async function finish(deps: Tools, tx: Transaction, key: ImportKey, { state }: ImportRow) {
  const isCanceled = state === "canceling";
  await tx
    .update(leadImports)
    .set({ state: isCanceled ? "canceled" : "undone", finishedAt: deps.now(), ...withoutPreview })
    .where(thisImport(key));
  if (isCanceled) await discardFile(deps, tx, key);
  else await deleteFile(tx, key);
}
