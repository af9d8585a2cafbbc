// Computes the fields that a merge changes on the survivor, and how to undo that. Pure.
import { leadFieldNames } from "#contract/lead-fields.ts";
import {
  type MergedField,
  type MergeRequest,
  type MergeUndo,
  mergedFields,
} from "#contract/merges.ts";
import type { leads } from "#server/db/schema.ts";

type Row = typeof leads.$inferSelect;
type Values = Partial<Row>;

const columnsOf = {
  name: ["firstName", "lastName"],
  phone: ["phone", "isPhoneValid"],
  email: ["email"],
  language: ["language"],
  ...(Object.fromEntries(leadFieldNames.map((name) => [name, [name]])) as {
    [name in (typeof leadFieldNames)[number]]: [name];
  }),
} as const satisfies Record<MergedField, readonly (keyof Row)[]>;

/**
 * Returns the survivor's columns that change: chosen values, values that only the other lead has,
 * the newest message, and a do-not-call request.
 */
export function mergedValues(
  survivor: Row,
  other: Row,
  chosen: (field: MergedField) => Row | undefined,
): Values {
  const values: Record<string, unknown> = {};
  for (const field of mergedFields) {
    const columns = columnsOf[field];
    const isKnown = columns.some((column) => survivor[column]);
    const from = chosen(field) ?? (isKnown ? survivor : other);
    for (const column of columns) {
      if (from[column] !== survivor[column]) values[column] = from[column];
    }
  }
  // The survivor has the newest inquiry, so its own message is newer.
  if (other.message && !survivor.message) values.message = other.message;
  if (other.doNotCallSince && !survivor.doNotCallSince) {
    values.doNotCallSince = other.doNotCallSince;
    values.doNotCallReason = other.doNotCallReason;
  }
  return values as Values;
}

/**
 * Returns a function that finds which lead a request chose for a field. In a request, "this" is
 * `lead`.
 */
export function choiceOf(keep: MergeRequest["keep"], lead: Row, other: Row) {
  return (field: MergedField): Row | undefined =>
    keep[field] && (keep[field] === "this" ? lead : other);
}

export function undoDataOf(survivor: Row, values: Values): MergeUndo {
  const before = Object.keys(values).map((column) => [column, survivor[column as keyof Row]]);
  return { before: Object.fromEntries(before), after: values };
}

/** Returns the values from before the merge, except for columns that were edited after it. */
export function restoredValues(row: Row, { before, after }: MergeUndo): Values {
  const changed = Object.keys(after).filter(
    (column) => JSON.stringify(row[column as keyof Row]) === JSON.stringify(after[column]),
  );
  const values = changed.map((column) => [column, fromJson(column, before[column])]);
  return Object.fromEntries(values) as Values;
}

function fromJson(column: string, value: unknown) {
  return column === "doNotCallSince" && value ? new Date(String(value)) : value;
}
