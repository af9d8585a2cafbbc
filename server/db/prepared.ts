// Prepared queries: the SQL is built once per database, and its name lets PostgreSQL plan it once
// per connection. Both caches are limited, because callers may choose from thousands of shapes.
import { sql } from "drizzle-orm";
import type { Database } from "./database.ts";

/** The number of cached shapes per query. A busy practice uses about twenty. */
const maxShapes = 64;

/**
 * Returns the query that `build` makes for a database and a shape. It's built on the first call and
 * cached (LRU). A name always has the same text, so a recurring shape reuses its plan on
 * connections that still have it.
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
    // A map keeps insertion order, so the first key is the least recently used.
    queries.delete(key);
    queries.set(key, query);
    const [oldest] = queries.keys();
    if (oldest !== undefined && queries.size > maxShapes) queries.delete(oldest);
    return query;
  };
}

/**
 * Returns a placeholder in its own subquery, so PostgreSQL plans without its value. All values get
 * the same generic plan, and the statement is planned once instead of for every request.
 */
export function genericPlaceholder(
  name: string,
  type: "timestamptz" | "date" | "int" | "text" | "text[]" | "uuid",
) {
  return sql`(select ${sql.placeholder(name)}::${sql.raw(type)})`;
}
