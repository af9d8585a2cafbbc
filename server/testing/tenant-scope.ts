// Finds the tenant-scoped tables that a statement touches without binding the practice.
import { is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import {
  type DeleteStmt,
  type InsertStmt,
  type JoinExpr,
  loadModule,
  type Node,
  type OnConflictClause,
  parseSync,
  type RangeFunction,
  type RangeSubselect,
  type RangeVar,
  type ReturningClause,
  type SelectStmt,
  type UpdateStmt,
  type WithClause,
} from "libpg-query";
import * as schema from "#server/db/schema.ts";

await loadModule();

type Table = { columns: string[]; tenantColumn: string | undefined };

const tables = new Map<string, Table>();
for (const value of Object.values(schema)) {
  if (!is(value, PgTable)) continue;
  const { name, columns } = getTableConfig(value);
  const names = columns.map((column) => toSnakeCase(column.name));
  tables.set(name, { columns: names, tenantColumn: tenantColumnOf(name, names) });
}

function tenantColumnOf(table: string, columns: string[]): string | undefined {
  // A practice's own row is as private as the rows that belong to it.
  if (table === "clients") return "id";
  // Sign-in finds an account by address or token, before its practice is known.
  if (table === "accounts") return undefined;
  return columns.includes("client_id") ? "client_id" : undefined;
}

/** Every table in which each row belongs to one practice. */
export const practiceTables = [...tables].flatMap(([name, { tenantColumn }]) =>
  tenantColumn ? [name] : [],
);

/**
 * The tenant-scoped tables that the statement touches without binding their `client_id`: by an
 * equality with a parameter or a constant, or through equalities with a bound column of another
 * table. Each query level binds its own tables: conditions around a subquery do not count for the
 * tables inside it. Throws when it does not understand the statement.
 */
export function unscopedTables(statement: string): string[] {
  const reading = new Reading();
  for (const { stmt } of parseSync(statement).stmts ?? []) if (stmt) reading.statement(stmt);
  return reading.unbound();
}

/**
 * A column that holds a practice's id. It is bound when one of `by` is bound or, for rows that come
 * from several queries, when all of `allOf` are.
 */
type Tenant = { table?: string; isBound: boolean; by: Set<Tenant>; allOf?: Term[] };
/** The value of an expression: a practice's id, bound or not, or undefined for anything else. */
type Term = Tenant | undefined;
type Column = { name: string; term: Term };
/** `columns` is null when they are unknown; `own` is set for a tenant-scoped table itself. */
type Relation = { name: string; columns: Column[] | null; own?: Tenant };
/** One query with the tables that it sees, and the enclosing query. */
type Level = { relations: Relation[]; ctes: Map<string, Column[] | null>; outer: Level | null };

/** A parameter or a constant. */
const given: Tenant = { isBound: true, by: new Set() };

class Reading {
  readonly #tenants: Tenant[] = [];
  /** A subquery occurs as a term and as an expression; it is read once. */
  readonly #read = new WeakMap<object, Column[] | null>();

  statement(node: Node): void {
    if (withoutRows.some((name) => name in node)) return;
    if ("ExplainStmt" in node && node.ExplainStmt.query) this.statement(node.ExplainStmt.query);
    else if ("LockStmt" in node) this.#wholeTables(node.LockStmt.relations);
    else if ("TruncateStmt" in node) this.#wholeTables(node.TruncateStmt.relations);
    else this.#query(node, null);
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

  #tenant(table?: string): Tenant {
    const tenant: Tenant = { ...(table && { table }), isBound: false, by: new Set() };
    this.#tenants.push(tenant);
    return tenant;
  }

  #allOf(terms: Term[]): Tenant {
    const tenant = this.#tenant();
    tenant.allOf = terms;
    return tenant;
  }

  #wholeTables(relations: Node[] | undefined) {
    for (const node of relations ?? []) {
      if ("RangeVar" in node) this.#table(node.RangeVar, { name: "" });
    }
  }

  #query(node: Node, outer: Level | null): Column[] | null {
    if ("SelectStmt" in node) return this.#select(node.SelectStmt, outer);
    if ("InsertStmt" in node) return this.#insert(node.InsertStmt, outer);
    if ("UpdateStmt" in node) return this.#update(node.UpdateStmt, outer);
    if ("DeleteStmt" in node) return this.#delete(node.DeleteStmt, outer);
    throw new Error(`Not understood: ${Object.keys(node).join()}`);
  }

  #select(select: SelectStmt, outer: Level | null): Column[] | null {
    const before = this.#read.get(select);
    if (before !== undefined) return before;
    const level = this.#level(select.withClause, outer);
    const columns = this.#selected(select, level);
    this.#read.set(select, columns);
    return columns;
  }

  #selected(select: SelectStmt, level: Level): Column[] | null {
    if (select.intoClause) throw new Error("Not understood: select into");
    if (select.larg && select.rarg) {
      const columns = this.#united(
        this.#select(select.larg, level),
        this.#select(select.rarg, level),
      );
      this.#walk([select.sortClause, select.limitCount, select.limitOffset], level);
      return columns;
    }
    if (select.valuesLists) {
      const rows = select.valuesLists.map((row) => ("List" in row ? (row.List.items ?? []) : []));
      this.#walk(rows, level);
      return (rows[0] ?? []).map((_, index) => ({
        name: `column${index + 1}`,
        term: this.#allOf(rows.map((row) => row[index] && this.#term(row[index], level))),
      }));
    }
    for (const item of select.fromClause ?? []) this.#from(item, level);
    this.#bind(select.whereClause, level, ownTenants(level.relations));
    const { fromClause: _, withClause: __, ...expressions } = select;
    this.#walk(expressions, level);
    return this.#targets(select.targetList, level);
  }

  /** The rows of two queries under the column names of the first. */
  #united(left: Column[] | null, right: Column[] | null): Column[] | null {
    if (!left || !right) return null;
    return left.map(({ name, term }, index) => ({
      name,
      term: this.#allOf([term, right[index]?.term]),
    }));
  }

  #insert(insert: InsertStmt, outer: Level | null): Column[] | null {
    const level = this.#level(insert.withClause, outer);
    const target = insert.relation ?? {};
    const rows = this.#inserted(insert, level);
    const written = this.#table(target);
    const tenantColumn = tables.get(nameOf(target))?.tenantColumn;
    const named = rows?.find(({ name }) => name === tenantColumn);
    if (named?.term) written.own?.by.add(named.term);
    if (insert.onConflictClause) this.#conflict(insert.onConflictClause, target, written, level);
    return this.#returning(insert.returningClause, written, level);
  }

  /** The inserted values under the names of their target columns. */
  #inserted(insert: InsertStmt, level: Level): Column[] | null {
    const names = (insert.cols ?? []).map((node) =>
      "ResTarget" in node ? node.ResTarget.name : "",
    );
    const source = insert.selectStmt;
    const columns = source ? this.#query(source, level) : [];
    return columns && names.map((name = "", index) => ({ name, term: columns[index]?.term }));
  }

  /**
   * The conflicting row belongs to the inserted row's practice only if the practice is part of the
   * key.
   */
  #conflict(clause: OnConflictClause, target: RangeVar, written: Relation, level: Level) {
    if (clause.action !== "ONCONFLICT_UPDATE") return;
    const existing = this.#table(target);
    const tenantColumn = tables.get(nameOf(target))?.tenantColumn;
    const key = (clause.infer?.indexElems ?? []).map((node) =>
      "IndexElem" in node ? node.IndexElem.name : "",
    );
    if (written.own && key.includes(tenantColumn)) existing.own?.by.add(written.own);
    const excluded = { ...written, name: "excluded" };
    const inner = { ...level, relations: [existing, excluded] };
    this.#bind(clause.whereClause, inner, ownTenants([existing]));
    this.#assignments(clause.targetList, target);
    this.#walk([clause.targetList, clause.whereClause], inner);
  }

  #update(update: UpdateStmt, outer: Level | null): Column[] | null {
    const level = this.#level(update.withClause, outer);
    const target = update.relation ?? {};
    const written = this.#table(target);
    level.relations.push(written);
    for (const item of update.fromClause ?? []) this.#from(item, level);
    this.#bind(update.whereClause, level, ownTenants(level.relations));
    this.#assignments(update.targetList, target);
    this.#walk([update.targetList, update.whereClause], level);
    return this.#returning(update.returningClause, written, level);
  }

  #delete(from: DeleteStmt, outer: Level | null): Column[] | null {
    const level = this.#level(from.withClause, outer);
    const written = this.#table(from.relation ?? {});
    level.relations.push(written);
    for (const item of from.usingClause ?? []) this.#from(item, level);
    this.#bind(from.whereClause, level, ownTenants(level.relations));
    this.#walk(from.whereClause, level);
    return this.#returning(from.returningClause, written, level);
  }

  /** A row never changes its practice. */
  #assignments(targets: Node[] | undefined, target: RangeVar) {
    const tenantColumn = tables.get(nameOf(target))?.tenantColumn;
    for (const node of targets ?? []) {
      if (!("ResTarget" in node) || node.ResTarget.name !== tenantColumn) continue;
      if (tenantColumn) this.#tenant(nameOf(target));
    }
  }

  #returning(clause: ReturningClause | undefined, written: Relation, level: Level) {
    const versions = ["old", "new"].map((name) => ({ ...written, name }));
    const inner = { ...level, relations: [written, ...level.relations, ...versions] };
    this.#walk(clause, inner);
    return this.#targets(clause?.exprs, { ...inner, relations: [written, ...level.relations] });
  }

  #level(withClause: WithClause | undefined, outer: Level | null): Level {
    const level: Level = { relations: [], ctes: new Map(), outer };
    for (const node of withClause?.ctes ?? []) {
      if (!("CommonTableExpr" in node)) continue;
      const { ctename = "", ctequery, aliascolnames } = node.CommonTableExpr;
      if (!ctequery) continue;
      const isRecursive = withClause?.recursive && "SelectStmt" in ctequery;
      // A recursive query's first part is self-contained and names the columns for the second part.
      const first = isRecursive && ctequery.SelectStmt.larg;
      if (first) level.ctes.set(ctename, renamed(this.#select(first, level), aliascolnames));
      level.ctes.set(ctename, renamed(this.#query(ctequery, level), aliascolnames));
    }
    return level;
  }

  #from(node: Node, level: Level): Relation[] {
    const before = level.relations.length;
    if ("RangeVar" in node) level.relations.push(this.#rangeVar(node.RangeVar, level));
    else if ("RangeSubselect" in node)
      level.relations.push(this.#derived(node.RangeSubselect, level));
    else if ("RangeFunction" in node)
      level.relations.push(this.#function(node.RangeFunction, level));
    else if ("JoinExpr" in node) this.#join(node.JoinExpr, level);
    else throw new Error(`Not understood in from: ${Object.keys(node).join()}`);
    return level.relations.slice(before);
  }

  #rangeVar(range: RangeVar, level: Level): Relation {
    const cte = range.schemaname ? undefined : cteOf(nameOf(range), level);
    if (cte === undefined) return this.#table(range);
    const { aliasname = nameOf(range), colnames } = range.alias ?? {};
    return { name: aliasname, columns: renamed(cte, colnames) };
  }

  #table(range: RangeVar, { name } = { name: range.alias?.aliasname ?? nameOf(range) }): Relation {
    const isOurs = !range.schemaname || range.schemaname === "public";
    const table = isOurs ? tables.get(nameOf(range)) : undefined;
    if (!table) {
      const isKnown = !isOurs || nameOf(range).startsWith("pg_");
      if (!isKnown) throw new Error(`Not understood: no table ${nameOf(range)} in the schema`);
      return { name, columns: null };
    }
    const tenant = table.tenantColumn ? this.#tenant(nameOf(range)) : undefined;
    const columns = table.columns.map((column) => ({
      name: column,
      term: column === table.tenantColumn ? tenant : undefined,
    }));
    const seen = renamed(columns, range.alias?.colnames);
    return { name, columns: seen, ...(tenant && { own: tenant }) };
  }

  #derived({ alias, lateral, subquery }: RangeSubselect, level: Level): Relation {
    if (!subquery) throw new Error("Not understood: from without a query");
    // Only a lateral subquery sees the tables before it.
    const around = lateral ? level : { ...level, relations: [] };
    const columns = this.#query(subquery, around);
    return { name: alias?.aliasname ?? "", columns: renamed(columns, alias?.colnames) };
  }

  #function({ alias, coldeflist, functions }: RangeFunction, level: Level): Relation {
    this.#walk(functions, level);
    const names = alias?.colnames ?? coldeflist;
    const columns = names?.map((node) => ({ name: textOf(node), term: undefined })) ?? null;
    return { name: alias?.aliasname ?? "", columns };
  }

  #join(join: JoinExpr, level: Level) {
    if (!join.larg || !join.rarg || join.alias) throw new Error("Not understood: a named join");
    const left = this.#from(join.larg, level);
    const right = this.#from(join.rarg, level);
    // The preserved side of an outer join returns its rows whatever the condition says.
    const isFiltered = {
      left: join.jointype === "JOIN_INNER" || join.jointype === "JOIN_RIGHT",
      right: join.jointype === "JOIN_INNER" || join.jointype === "JOIN_LEFT",
    };
    const bindable = ownTenants([
      ...(isFiltered.left ? left : []),
      ...(isFiltered.right ? right : []),
    ]);
    for (const node of join.usingClause ?? []) {
      const [here, there] = [left, right].map((side) => columnIn(side, textOf(node))?.term);
      equate(here, there, bindable);
    }
    this.#bind(join.quals, level, bindable);
    this.#walk(join.quals, level);
  }

  /** A condition that holds for every row: its equalities bind. */
  #bind(condition: Node | undefined, level: Level, bindable: Set<Tenant>): void {
    if (!condition) return;
    if ("BoolExpr" in condition && condition.BoolExpr.boolop === "AND_EXPR") {
      for (const part of condition.BoolExpr.args ?? []) this.#bind(part, level, bindable);
    }
    for (const [left, right] of this.#equalities(condition, level)) equate(left, right, bindable);
  }

  #equalities(condition: Node, level: Level): [Term, Term][] {
    if ("A_Expr" in condition) {
      const { kind, name, lexpr, rexpr } = condition.A_Expr;
      if (!lexpr || !rexpr || textOf(name?.at(-1)) !== "=") return [];
      // No practice's id is null, so `is not distinct from` is equivalent to `=`.
      const isEqual = kind === "AEXPR_OP" || kind === "AEXPR_NOT_DISTINCT";
      if (isEqual) return this.#pairs(partsOf(lexpr), partsOf(rexpr), level);
      const items = "List" in rexpr ? (rexpr.List.items ?? []) : [];
      const [only] = items;
      if (kind !== "AEXPR_IN" || !only || items.length > 1) return [];
      return this.#pairs(partsOf(lexpr), partsOf(only), level);
    }
    if ("SubLink" in condition) {
      const { subLinkType, testexpr, subselect, operName } = condition.SubLink;
      const isEqual = !operName || textOf(operName.at(-1)) === "=";
      if (subLinkType !== "ANY_SUBLINK" || !testexpr || !subselect || !isEqual) return [];
      const columns = this.#query(subselect, level);
      return partsOf(testexpr).map((part, index) => [
        this.#term(part, level),
        columns?.[index]?.term,
      ]);
    }
    return [];
  }

  #pairs(left: Node[], right: Node[], level: Level): [Term, Term][] {
    return left.map((part, index) => [
      this.#term(part, level),
      right[index] && this.#term(right[index], level),
    ]);
  }

  #term(node: Node, level: Level): Term {
    if ("ParamRef" in node || "A_Const" in node || "SetToDefault" in node) return given;
    if ("TypeCast" in node) return node.TypeCast.arg && this.#term(node.TypeCast.arg, level);
    if ("ColumnRef" in node) return resolve(node.ColumnRef.fields?.map(textOf) ?? [], level);
    if ("SubLink" in node && node.SubLink.subLinkType === "EXPR_SUBLINK") {
      const { subselect } = node.SubLink;
      return subselect && this.#query(subselect, level)?.[0]?.term;
    }
    return undefined;
  }

  /** The columns that a query returns. */
  #targets(targets: Node[] | undefined, level: Level): Column[] | null {
    const columns: Column[] = [];
    for (const node of targets ?? []) {
      if (!("ResTarget" in node) || !node.ResTarget.val) continue;
      const { name, val } = node.ResTarget;
      const fields = "ColumnRef" in val ? (val.ColumnRef.fields ?? []) : [];
      const last = fields.at(-1);
      if (last && "A_Star" in last) {
        const [of] = fields.length > 1 ? fields.slice(-2).map(textOf) : [];
        for (const relation of level.relations) {
          if (of !== undefined && relation.name !== of) continue;
          if (!relation.columns) return null;
          columns.push(...relation.columns);
        }
        continue;
      }
      columns.push({ name: name ?? textOf(last), term: this.#term(val, level) });
    }
    return columns;
  }

  /** Reads the subqueries in an expression, at any depth. */
  #walk(part: unknown, level: Level): void {
    if (Array.isArray(part)) {
      for (const one of part) this.#walk(one, level);
      return;
    }
    if (typeof part !== "object" || part === null) return;
    for (const [name, inner] of Object.entries(part)) {
      if (name === "SubLink") {
        const { subselect, testexpr } = inner as { subselect: Node; testexpr?: Node };
        this.#query(subselect, level);
        this.#walk(testexpr, level);
      } else if (name.endsWith("Stmt")) {
        throw new Error(`Not understood: ${name} in an expression`);
      } else {
        this.#walk(inner, level);
      }
    }
  }
}

/** Statements that read and write no rows. */
const withoutRows = [
  "TransactionStmt",
  "VariableSetStmt",
  "VariableShowStmt",
  "NotifyStmt",
  "ListenStmt",
  "UnlistenStmt",
];

function isProven({ by, allOf }: Tenant): boolean {
  if (allOf) return allOf.length > 0 && allOf.every((one) => one?.isBound);
  return [...by].some((one) => one.isBound);
}

function equate(left: Term, right: Term, bindable: Set<Tenant>) {
  if (!left || !right) return;
  if (bindable.has(left)) left.by.add(right);
  if (bindable.has(right)) right.by.add(left);
}

/** The tenant-scoped tables of the query itself, which it can bind. */
function ownTenants(relations: Relation[]): Set<Tenant> {
  return new Set(relations.flatMap(({ own }) => own ?? []));
}

function cteOf(name: string, level: Level | null): Column[] | null | undefined {
  if (!level) return undefined;
  return level.ctes.has(name) ? level.ctes.get(name) : cteOf(name, level.outer);
}

function columnIn(relations: Relation[], name: string): Column | undefined {
  return relations.flatMap(({ columns }) => columns ?? []).find((one) => one.name === name);
}

/** An unqualified column belongs to the innermost table that has a column of that name. */
function resolve(fields: string[], level: Level | null): Term {
  if (!level) return undefined;
  const [column = "", table] = fields.toReversed();
  const meant = level.relations.filter(({ name }) => table === undefined || name === table);
  const found = columnIn(meant, column);
  if (found) return found.term;
  if (meant.some(({ columns }) => columns === null)) return undefined;
  return resolve(fields, level.outer);
}

function renamed(columns: Column[] | null, names: Node[] | undefined): Column[] | null {
  if (!names) return columns;
  return (
    columns?.map((column, index) => {
      const name = names[index];
      return name ? { ...column, name: textOf(name) } : column;
    }) ?? null
  );
}

function partsOf(node: Node): Node[] {
  return "RowExpr" in node ? (node.RowExpr.args ?? []) : [node];
}

function nameOf(range: RangeVar): string {
  return range.relname ?? "";
}

function textOf(node: Node | undefined): string {
  if (node && "String" in node) return node.String.sval ?? "";
  if (node && "ColumnDef" in node) return node.ColumnDef.colname ?? "";
  return "";
}
