// Fills a demo with the template's rows, table by table, without reading them into this process.
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#server/db/database.ts";
import {
  calls,
  campaignDays,
  campaigns,
  inquiries,
  leads,
  rollups,
  sources,
  templates,
  timeline,
} from "#server/db/schema.ts";

/**
 * Each table comes after those that it refers to. Rows that a demo creates itself (emails, alerts)
 * aren't copied.
 */
const tables: PgTable[] = [
  ...[campaigns, campaignDays, sources, templates, leads, inquiries, calls, timeline, rollups],
];

/** `accountOf`: maps the template's accounts to the copy's accounts. */
type Practice = { clientId: string; accountOf: Map<string, string> };

/**
 * Copies the template. Every key begins with the practice, so the copies keep the template's ids
 * and their references stay valid.
 */
export async function copyTemplate(tx: Transaction, from: string, to: Practice): Promise<void> {
  for (const table of tables) {
    const columns = Object.values(getTableColumns(table)).filter(
      ({ generated }) => generated === undefined,
    );
    const names = columns.map(({ name }) => sql.identifier(toSnakeCase(name)));
    const values = names.map((name, index) => copied(columns[index]?.name ?? "", name, to));
    await tx.execute(sql`
      insert into ${table} (${sql.join(names, sql`, `)})
      select ${sql.join(values, sql`, `)} from ${table} where client_id = ${from}`);
  }
}

function copied(column: string, name: SQL | ReturnType<typeof sql.identifier>, to: Practice): SQL {
  if (column === "clientId") return sql`${to.clientId}::uuid`;
  if (column !== "accountId") return sql`${name}`;
  const arms = [...to.accountOf].map(
    ([from, account]) => sql`when ${from}::uuid then ${account}::uuid`,
  );
  return sql`case account_id ${sql.join(arms, sql` `)} end`;
}
