// The tables, columns and practices that a query can use, and which of these practices are bound.
import type { Node, RangeVar } from "libpg-query";

/**
 * A column with a practice's id. It's bound if one of `by` is bound. For the combined rows of
 * several queries, all of `allOf` must be bound instead.
 */
export type Tenant = { table?: string; isBound: boolean; by: Set<Tenant>; allOf?: Term[] };
/**
 * The value of an expression. It's a practice's id, bound or not, or undefined for any other value.
 */
export type Term = Tenant | undefined;
export type Column = { name: string; term: Term };
/**
 * A table or subquery. `columns` is null if they are unknown. `own` is set if it's a tenant-scoped
 * table.
 */
export type Relation = { name: string; columns: Column[] | null; own?: Tenant };
/** A query with the tables that it can use, and its enclosing query. */
export type Level = {
  relations: Relation[];
  ctes: Map<string, Column[] | null>;
  outer: Level | null;
};

/** Reads a subquery and returns its columns, or null if they are unknown. */
export type ReadQuery = (node: Node, outer: Level | null) => Column[] | null;

/** The value of a parameter or constant, which is always bound. */
export const given: Tenant = { isBound: true, by: new Set() };

/** The tenants of one statement, and which of them are bound. */
export class TenantGraph {
  readonly #tenants: Tenant[] = [];

  add(table?: string): Tenant {
    const tenant: Tenant = { ...(table && { table }), isBound: false, by: new Set() };
    this.#tenants.push(tenant);
    return tenant;
  }

  allOf(terms: Term[]): Tenant {
    const tenant = this.add();
    tenant.allOf = terms;
    return tenant;
  }

  unbound(): string[] {
    let isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (const tenant of this.#tenants) {
        if (tenant.isBound || !isProven(tenant)) continue;
        tenant.isBound = true;
        isChanged = true;
      }
    }
    const open = this.#tenants.filter((one) => one.table && !one.isBound);
    return [...new Set(open.map((one) => one.table ?? ""))].toSorted();
  }
}

function isProven({ by, allOf }: Tenant): boolean {
  if (allOf) return allOf.length > 0 && allOf.every((one) => one?.isBound);
  return [...by].some((one) => one.isBound);
}

export function equate(left: Term, right: Term, bindable: Set<Tenant>) {
  if (!left || !right) return;
  if (bindable.has(left)) left.by.add(right);
  if (bindable.has(right)) right.by.add(left);
}

/** Returns the query's own tenant-scoped tables, because a query can bind only these. */
export function ownTenants(relations: Relation[]): Set<Tenant> {
  return new Set(relations.flatMap(({ own }) => own ?? []));
}

export function cteOf(name: string, level: Level | null): Column[] | null | undefined {
  if (!level) return undefined;
  return level.ctes.has(name) ? level.ctes.get(name) : cteOf(name, level.outer);
}

export function columnIn(relations: Relation[], name: string): Column | undefined {
  return relations.flatMap(({ columns }) => columns ?? []).find((one) => one.name === name);
}

/** Resolves a column. An unqualified one belongs to the innermost table that has the column. */
export function resolve(fields: string[], level: Level | null): Term {
  if (!level) return undefined;
  const [column = "", table] = fields.toReversed();
  const candidates = level.relations.filter(({ name }) => table === undefined || name === table);
  const found = columnIn(candidates, column);
  if (found) return found.term;
  if (candidates.some(({ columns }) => columns === null)) return undefined;
  return resolve(fields, level.outer);
}

export function renamed(columns: Column[] | null, names: Node[] | undefined): Column[] | null {
  if (!names) return columns;
  return (
    columns?.map((column, index) => {
      const name = names[index];
      return name ? { ...column, name: textOf(name) } : column;
    }) ?? null
  );
}

export function nameOf(range: RangeVar): string {
  return range.relname ?? "";
}

export function textOf(node: Node | undefined): string {
  if (node && "String" in node) return node.String.sval ?? "";
  if (node && "ColumnDef" in node) return node.ColumnDef.colname ?? "";
  return "";
}
