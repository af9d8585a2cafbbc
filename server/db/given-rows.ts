// Passes many rows as one parameter, so a statement's text doesn't depend on their number. Building
// the text for fifty rows, with a parameter per value, takes longer than storing them.
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgTable } from "drizzle-orm/pg-core";

type Row<Table extends PgTable> = Partial<Table["$inferInsert"]>;

/**
 * Returns the rows as a table named `given`, for a statement's `from`. There must be at least one
 * row, and all rows need the same columns. Undefined becomes null.
 */
export function givenRows<Table extends PgTable>(table: Table, rows: Row<Table>[]): SQL {
  const columns = getTableColumns(table);
  const types = columnsIn(rows).map((name) => `"${name}" ${columns[name]?.getSQLType()}`);
  return sql`jsonb_to_recordset(${toJson(rows)}::jsonb) as given (${sql.raw(types.join(", "))})`;
}

/** Returns a column's value in `givenRows`. */
export function given(name: string): SQL {
  return sql.raw(`given."${name}"`);
}

/**
 * Inserts a practice's rows in order. `computed` has expressions for columns that are computed from
 * the others.
 */
export function insertOf<Table extends PgTable>(
  table: Table,
  clientId: string,
  rows: Row<Table>[],
  computed: Record<string, SQL> = {},
): SQL {
  const names = columnsIn(rows);
  const all = ["client_id", ...[...names, ...Object.keys(computed)].map(toSnakeCase)];
  const columns = sql.raw(all.join(", "));
  const terms = [...names.map(given), ...Object.values(computed)];
  const values = sql.join([sql`${clientId}::uuid`, ...terms], sql`, `);
  return sql`insert into ${table} (${columns}) select ${values} from ${givenRows(table, rows)}`;
}

function columnsIn(rows: object[]): string[] {
  return Object.keys(rows[0] ?? {});
}

/**
 * Converts rows to JSON. `jsonb` rejects lone surrogates, so this replaces them, as a text
 * parameter does.
 */
function toJson(rows: object[]): string {
  return JSON.stringify(rows, (_, value) =>
    typeof value === "string" ? value.toWellFormed() : value,
  );
}
