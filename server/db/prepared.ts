// Caches prepared queries. The SQL is built once per database, and its name lets PostgreSQL plan it
// once per connection. Both caches are limited, because callers can request thousands of shapes.
import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/** The number of shapes that are cached per query. A busy practice uses about twenty. */
const maxShapes = 64;

/**
 * Returns the query that `build` makes for a database and a shape. It's built on the first call and
 * then cached (LRU). The text of a name never changes, so connections can reuse the plan when the
 * shape recurs.
 */
export function cachedQuery<Shape extends (string | number | boolean)[], Query>(
  build: (db: Database, ...shape: Shape) => Query,
): (db: Database, ...shape: Shape) => Query {
  const cached = new WeakMap<Database, Map<string, Query>>();
  return (db, ...shape) => {
    const queries = cached.get(db) ?? new Map<string, Query>();
    cached.set(db, queries);
    const key = shape.join(" ");
    const query = queries.get(key) ?? build(db, ...shape);
    // A map is in insertion order, so its first key is the least recently used one.
    queries.delete(key);
    queries.set(key, query);
    const [oldest] = queries.keys();
    if (oldest !== undefined && queries.size > maxShapes) queries.delete(oldest);
    return query;
  };
}

/**
 * Returns a placeholder inside a subquery, so that PostgreSQL makes its plan without the value. All
 * values then share one generic plan, and the statement is planned once instead of for every
 * request.
 */
export function genericPlaceholder(
  name: string,
  type: "timestamptz" | "date" | "int" | "text" | "text[]" | "uuid",
) {
  return sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`;
}
