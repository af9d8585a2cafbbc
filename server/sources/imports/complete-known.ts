// Fills in missing data of existing leads from the matching rows of a file, and undoes that.
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte } from "drizzle-orm";
import { eachLeadField } from "#contract/lead-fields.ts";
import type { Transaction } from "#server/db/database.ts";
import { given, givenRows, insertOf } from "#server/db/given-rows.ts";
import { leadImportRows, leadImports, leads, timeline } from "#server/db/schema.ts";
import type { Deps } from "#server/deps.ts";
import { missingIn } from "#server/desk/inquiries/known-people.ts";
import { refreshLeads } from "#server/desk/leads/refresh-lead.ts";
import { areAlike } from "#server/desk/same-person/another-person.ts";
import { type ImportKey, type ImportRow, rowsOf, thisImport } from "./imports.ts";
import { type Contact, findKnownLeads, lockContacts, makeContacts } from "./known-people.ts";
import type { ReadPerson } from "./read-row.ts";

const rowsAtOnce = 200;

type Lead = typeof leads.$inferSelect;
type Row = typeof leadImportRows.$inferSelect;
type Changes = NonNullable<Row["completed"]>;
type Tools = Pick<Deps, "now">;

type Told = Parameters<typeof missingIn>[1];

/**
 * Returns what a row has that its lead lacks. Returns nothing if the row is for a different person
 * with the same number.
 */
export function whatIsNew(known: Contact, { fields, ...read }: ReadPerson) {
  return missingIfAlike({ language: null, ...known }, { ...read, ...fields });
}

function missingIfAlike(known: Told, told: Told) {
  if (!areAlike(known, told)) return {};
  // A number that can't be called doesn't fill the phone field; it is stored as an answer instead.
  return missingIn(known, told.isPhoneValid ? told : { ...told, phone: "" });
}

/** Fills in leads from one batch of rows. Returns whether there may be more rows. */
export async function completeSome(deps: Tools, tx: Transaction, one: ImportRow): Promise<boolean> {
  const key = { clientId: one.clientId, importId: one.id };
  const next = await nextRows(tx, key, one.completedLine);
  const last = next.at(-1);
  if (!last) return false;
  await lockContacts(tx, key.clientId, next);
  // Finds the leads again, because since the dry run a lead's number may have changed or the lead
  // may have been merged.
  const known = makeContacts(await findKnownLeads(tx, key.clientId, next));
  const leadOf = await lockLeads(
    tx,
    key,
    next.flatMap((row) => known.find(row)?.leadId ?? []),
  );
  // The rows are locked after the leads, in the same order as in an erasure. An erasure may have
  // deleted some of the rows before this lock, but can't delete any after it.
  const rows = await nextRows(tx, key, one.completedLine, last.line).for("update");
  const matched = rows.flatMap((row) => {
    const leadId = known.find(row)?.leadId;
    return leadId ? { row, leadId } : [];
  });
  const completed: { line: number; matchLeadId: string; completed: Changes }[] = [];
  for (const { row, leadId } of matched) {
    const lead = leadOf.get(leadId);
    const told = { ...row, ...eachLeadField((name) => fieldOf(row, name)) };
    const missing = lead ? missingIfAlike(lead, told) : {};
    if (!lead || Object.keys(missing).length === 0) continue;
    completed.push({
      line: row.line,
      matchLeadId: leadId,
      completed: changesOf(lead, missing),
    });
    leadOf.set(leadId, { ...lead, ...missing });
  }
  await writeChanges(deps, tx, one, leadOf, completed);
  await tx
    .update(leadImports)
    .set({ completedLine: last.line, completed: one.completed + completed.length })
    .where(thisImport(key));
  return true;
}

/**
 * Undoes one batch, except for values that someone has changed since. Returns whether there may be
 * more rows.
 */
export async function takeSomeBack(deps: Tools, tx: Transaction, one: ImportRow): Promise<boolean> {
  const key = { clientId: one.clientId, importId: one.id };
  const next = await completedRows(tx, key);
  const last = next.at(-1);
  if (!last) return false;
  const leadOf = await lockLeads(
    tx,
    key,
    next.flatMap(({ matchLeadId }) => matchLeadId ?? []),
  );
  const rows = await completedRows(tx, key, last.line).for("update");
  const taken: { line: number; matchLeadId: string; completed: Changes }[] = [];
  for (const { line, matchLeadId, completed } of rows) {
    const lead = leadOf.get(matchLeadId ?? "");
    if (!lead) continue;
    const isUnchanged = (field: string) => lead[field as keyof Lead] === completed?.[field]?.to;
    const before = Object.entries(completed ?? {}).flatMap(([field, { from }]) =>
      // `isPhoneValid` is restored together with the phone number.
      isUnchanged(field === "isPhoneValid" ? "phone" : field) ? [[field, from]] : [],
    );
    const restored: Lead = { ...lead, ...Object.fromEntries(before) };
    // Nothing is restored if that would leave the lead without a phone number and an email address.
    if (before.length === 0 || !(restored.phone || restored.email)) continue;
    taken.push({
      line,
      matchLeadId: lead.id,
      completed: changesOf(lead, Object.fromEntries(before)),
    });
    leadOf.set(lead.id, restored);
  }
  await writeChanges(deps, tx, one, leadOf, taken);
  const lines = rows.map(({ line }) => line);
  await tx
    .update(leadImportRows)
    .set({ completed: null })
    .where(and(rowsOf(key), inArray(leadImportRows.line, lines)));
  return true;
}

function nextRows(tx: Transaction, key: ImportKey, after: number, to?: number) {
  const { line, outcome, matchLeadId } = leadImportRows;
  return tx
    .select()
    .from(leadImportRows)
    .where(
      and(
        ...[rowsOf(key), eq(outcome, "known"), isNotNull(matchLeadId), gt(line, after)],
        to === undefined ? undefined : lte(line, to),
      ),
    )
    .orderBy(asc(line))
    .limit(rowsAtOnce);
}

function completedRows(tx: Transaction, key: ImportKey, to?: number) {
  const { line, completed } = leadImportRows;
  return tx
    .select()
    .from(leadImportRows)
    .where(and(rowsOf(key), isNotNull(completed), to === undefined ? undefined : lte(line, to)))
    .orderBy(asc(line))
    .limit(rowsAtOnce);
}

async function lockLeads(tx: Transaction, { clientId }: ImportKey, ids: string[]) {
  const rows = await tx
    .select()
    .from(leads)
    .where(
      and(
        eq(leads.clientId, clientId),
        inArray(leads.id, ids),
        ...[isNull(leads.deletedAt), isNull(leads.mergedInto), isNull(leads.erasedAt)],
      ),
    )
    // A fixed lock order prevents deadlocks.
    .orderBy(leads.id)
    .for("no key update");
  return new Map(rows.map((row) => [row.id, row]));
}

function fieldOf(row: Row, name: string): string {
  const value = row[name as keyof Row];
  return typeof value === "string" ? value : "";
}

function changesOf(lead: Lead, to: Partial<Lead>): Changes {
  return Object.fromEntries(
    Object.entries(to).map(([field, value]) => [
      field,
      { from: lead[field as "email"], to: value as string },
    ]),
  );
}

/**
 * Writes the changed leads, and records each change on the lead's timeline and in the file's row.
 */
async function writeChanges(
  { now }: Tools,
  tx: Transaction,
  { clientId, id: importId, accountId }: ImportRow,
  leadOf: Map<string, Lead>,
  changed: { line: number; matchLeadId: string; completed: Changes }[],
): Promise<void> {
  if (changed.length === 0) return;
  const ids = [...new Set(changed.map(({ matchLeadId }) => matchLeadId))].toSorted();
  const rows = ids.flatMap((id) => {
    const lead = leadOf.get(id);
    if (!lead) return [];
    const { firstName, lastName, email, phone, isPhoneValid, language } = lead;
    const fields = eachLeadField((name) => lead[name]);
    return { id, firstName, lastName, email, phone, isPhoneValid, language, ...fields };
  });
  const columns = Object.keys(rows[0] ?? {}).filter((name) => name !== "id");
  await tx
    .update(leads)
    .set(Object.fromEntries(columns.map((name) => [name, given(name)])))
    .from(givenRows(leads, rows))
    .where(and(eq(leads.clientId, clientId), eq(leads.id, given("id"))));
  const entries = changed.map(({ matchLeadId, completed: { isPhoneValid: _, ...data } }) => ({
    ...{ leadId: matchLeadId, at: now(), kind: "changed" as const, accountId, data },
  }));
  await tx.execute(insertOf(timeline, clientId, entries));
  await tx
    .update(leadImportRows)
    .set({ completed: given("completed"), matchLeadId: given("matchLeadId") })
    .from(givenRows(leadImportRows, changed))
    .where(and(rowsOf({ clientId, importId }), eq(leadImportRows.line, given("line"))));
  await refreshLeads(tx, clientId, ids, "lead");
}
