// Finds the tables that belong to a practice, and the column that contains the practice's id.
import { is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as schema from "#server/db/schema.ts";

type Table = { columns: string[]; tenantColumn: string | undefined };

/**
 * Every table of the schema. `tenantColumn` is undefined if the table's rows don't belong to
 * practices.
 */
export const tables = new Map<string, Table>();
for (const value of Object.values(schema)) {
  if (!is(value, PgTable)) continue;
  const { name, columns } = getTableConfig(value);
  const names = columns.map((column) => toSnakeCase(column.name));
  tables.set(name, { columns: names, tenantColumn: tenantColumnOf(name, names) });
}

function tenantColumnOf(table: string, columns: string[]): string | undefined {
  // A practice's own row is as private as the rows that belong to it.
  if (table === "clients") return "id";
  // Accounts are exempt, because a login finds an account by email address or token before its
  // practice is known.
  if (table === "accounts") return undefined;
  return columns.includes("client_id") ? "client_id" : undefined;
}

/** Every table in which each row belongs to one practice. */
export const practiceTables = [...tables].flatMap(([name, { tenantColumn }]) =>
  tenantColumn ? [name] : [],
);
