// Queries that are asked all day: their SQL is written once for each database, and with a name
// PostgreSQL plans them once for each connection. Neither is kept without end: who asks may choose
// among thousands of shapes.
import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";
import { readByPlan } from "./row-reader.ts";

/** So many shapes of one query are kept: a desk at work asks in some twenty. */
const mostShapes = 64;

/**
 * What `build` makes for a database and a shape of the query, made at the first call and kept; of
 * more shapes than are kept, the one that was not asked for longest is made anew. A name stands for
 * one text for good, so a shape that comes back finds its plan where a connection still has it.
 */
export function keptQuery<Shape extends (string | number | boolean)[], Query>(
  build: (db: Database, ...shape: Shape) => Query,
): (db: Database, ...shape: Shape) => Query {
  const kept = new WeakMap<Database, Map<string, Query>>();
  return (db, ...shape) => {
    const queries = kept.get(db) ?? new Map<string, Query>();
    kept.set(db, queries);
    const key = shape.join(" ");
    const query = queries.get(key) ?? readByPlan(build(db, ...shape));
    // A map goes by when a key was put in: the first is the one that was not asked for longest.
    queries.delete(key);
    queries.set(key, query);
    const [oldest] = queries.keys();
    if (oldest !== undefined && queries.size > mostShapes) queries.delete(oldest);
    return query;
  };
}

/**
 * A placeholder whose value PostgreSQL plans without, as it stands in a query of its own: one value
 * is then like another, and the statement is planned once and not with every request.
 */
export function givenApart(name: string, type: "timestamptz" | "date" | "int" | "text") {
  return sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`;
}
