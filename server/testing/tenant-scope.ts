// Finds the tenant-scoped tables that a statement uses without binding the practice.
import {
  type DeleteStmt,
  type InsertStmt,
  loadModule,
  type Node,
  type OnConflictClause,
  parseSync,
  type RangeVar,
  type ReturningClause,
  type SelectStmt,
  type UpdateStmt,
  type WithClause,
} from "libpg-query";
import { places } from "#server/db/distribution.ts";
import { tables } from "./practice-tables.ts";
import { Expressions } from "./tenant-scope/expressions.ts";
import { FromClause } from "./tenant-scope/from-clause.ts";
import {
  type Column,
  type Level,
  nameOf,
  ownTenants,
  type ReadQuery,
  type Relation,
  renamed,
  TenantGraph,
} from "./tenant-scope/relations.ts";

await loadModule();

/**
 * Returns the tenant-scoped tables whose `client_id` the statement doesn't bind, by an equality
 * with a parameter or constant, or through equalities with a bound column of another table. Each
 * query level binds only its own tables. Throws if it doesn't understand the statement.
 */
export function unscopedTables(statement: string): string[] {
  return unboundTables(statement, false);
}

/**
 * Returns the tables that are distributed by practice and that a cluster would read on every
 * worker, because the statement doesn't bind `client_id` by `=`, either directly or through
 * equalities.
 */
export function tablesAskedEverywhere(statement: string): string[] {
  return unboundTables(statement, true).filter((table) => spreadTables.includes(table));
}

const spreadTables = places.flatMap(({ on, table }) => (on === "practice" ? [table] : []));

function unboundTables(statement: string, isRouting: boolean): string[] {
  const reading = new StatementReader(isRouting);
  for (const { stmt } of parseSync(statement).stmts ?? []) if (stmt) reading.statement(stmt);
  return reading.unbound();
}

class StatementReader {
  readonly #graph = new TenantGraph();
  readonly #expressions: Expressions;
  readonly #from: FromClause;
  /**
   * The columns of subqueries that were already read. A subquery occurs both as a term and as an
   * expression, but is read only once.
   */
  readonly #read = new WeakMap<object, Column[] | null>();

  constructor(isRouting: boolean) {
    const query: ReadQuery = (node, outer) => this.#query(node, outer);
    this.#expressions = new Expressions(query, isRouting);
    this.#from = new FromClause(this.#graph, this.#expressions, query);
  }

  unbound(): string[] {
    return this.#graph.unbound();
  }

  statement(node: Node): void {
    if (withoutRows.some((name) => name in node)) return;
    if ("ExplainStmt" in node && node.ExplainStmt.query) this.statement(node.ExplainStmt.query);
    else if ("DeclareCursorStmt" in node && node.DeclareCursorStmt.query) {
      this.statement(node.DeclareCursorStmt.query);
    } else if ("LockStmt" in node) this.#wholeTables(node.LockStmt.relations);
    else if ("TruncateStmt" in node) this.#wholeTables(node.TruncateStmt.relations);
    else this.#query(node, null);
  }

  #wholeTables(relations: Node[] | undefined) {
    for (const node of relations ?? []) {
      if ("RangeVar" in node) this.#from.table(node.RangeVar, { name: "" });
    }
  }

  #query(node: Node, outer: Level | null): Column[] | null {
    if ("SelectStmt" in node) return this.#select(node.SelectStmt, outer);
    if ("InsertStmt" in node) return this.#insert(node.InsertStmt, outer);
    if ("UpdateStmt" in node) return this.#update(node.UpdateStmt, outer);
    if ("DeleteStmt" in node) return this.#delete(node.DeleteStmt, outer);
    throw new Error(`Not supported: ${Object.keys(node).join()}`);
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
    if (select.intoClause) throw new Error("Not supported: select into");
    if (select.larg && select.rarg) {
      const columns = this.#united(
        this.#select(select.larg, level),
        this.#select(select.rarg, level),
      );
      this.#expressions.walk([select.sortClause, select.limitCount, select.limitOffset], level);
      return columns;
    }
    if (select.valuesLists) {
      const rows = select.valuesLists.map((row) => ("List" in row ? (row.List.items ?? []) : []));
      this.#expressions.walk(rows, level);
      return (rows[0] ?? []).map((_, index) => ({
        name: `column${index + 1}`,
        term: this.#graph.allOf(
          rows.map((row) => row[index] && this.#expressions.term(row[index], level)),
        ),
      }));
    }
    for (const item of select.fromClause ?? []) this.#from.read(item, level);
    this.#expressions.bind(select.whereClause, level, ownTenants(level.relations));
    const { fromClause: _, withClause: __, ...expressions } = select;
    this.#expressions.walk(expressions, level);
    return this.#expressions.targets(select.targetList, level);
  }

  /** Returns the columns of two combined queries, with the first query's names. */
  #united(left: Column[] | null, right: Column[] | null): Column[] | null {
    if (!left || !right) return null;
    return left.map(({ name, term }, index) => ({
      name,
      term: this.#graph.allOf([term, right[index]?.term]),
    }));
  }

  #insert(insert: InsertStmt, outer: Level | null): Column[] | null {
    const level = this.#level(insert.withClause, outer);
    const target = insert.relation ?? {};
    const rows = this.#inserted(insert, level);
    const written = this.#from.table(target);
    const tenantColumn = tables.get(nameOf(target))?.tenantColumn;
    const named = rows?.find(({ name }) => name === tenantColumn);
    if (named?.term) written.own?.by.add(named.term);
    if (insert.onConflictClause) this.#conflict(insert.onConflictClause, target, written, level);
    return this.#returning(insert.returningClause, written, level);
  }

  /** Returns the inserted values under the names of their target columns. */
  #inserted(insert: InsertStmt, level: Level): Column[] | null {
    const names = (insert.cols ?? []).map((node) =>
      "ResTarget" in node ? node.ResTarget.name : "",
    );
    const source = insert.selectStmt;
    const columns = source ? this.#query(source, level) : [];
    return columns && names.map((name = "", index) => ({ name, term: columns[index]?.term }));
  }

  /**
   * Checks an ON CONFLICT clause. The conflicting row belongs to the inserted row's practice only
   * if the practice is part of the key.
   */
  #conflict(clause: OnConflictClause, target: RangeVar, written: Relation, level: Level) {
    if (clause.action !== "ONCONFLICT_UPDATE") return;
    const existing = this.#from.table(target);
    const tenantColumn = tables.get(nameOf(target))?.tenantColumn;
    const key = (clause.infer?.indexElems ?? []).map((node) =>
      "IndexElem" in node ? node.IndexElem.name : "",
    );
    if (written.own && key.includes(tenantColumn)) existing.own?.by.add(written.own);
    const excluded = { ...written, name: "excluded" };
    const inner = { ...level, relations: [existing, excluded] };
    this.#expressions.bind(clause.whereClause, inner, ownTenants([existing]));
    this.#assignments(clause.targetList, target);
    this.#expressions.walk([clause.targetList, clause.whereClause], inner);
  }

  #update(update: UpdateStmt, outer: Level | null): Column[] | null {
    const level = this.#level(update.withClause, outer);
    const target = update.relation ?? {};
    const written = this.#from.table(target);
    level.relations.push(written);
    for (const item of update.fromClause ?? []) this.#from.read(item, level);
    this.#expressions.bind(update.whereClause, level, ownTenants(level.relations));
    this.#assignments(update.targetList, target);
    this.#expressions.walk([update.targetList, update.whereClause], level);
    return this.#returning(update.returningClause, written, level);
  }

  #delete(from: DeleteStmt, outer: Level | null): Column[] | null {
    const level = this.#level(from.withClause, outer);
    const written = this.#from.table(from.relation ?? {});
    level.relations.push(written);
    for (const item of from.usingClause ?? []) this.#from.read(item, level);
    this.#expressions.bind(from.whereClause, level, ownTenants(level.relations));
    this.#expressions.walk(from.whereClause, level);
    return this.#returning(from.returningClause, written, level);
  }

  /**
   * Reports a statement that assigns the practice's column, because a row's practice never changes.
   */
  #assignments(targets: Node[] | undefined, target: RangeVar) {
    const tenantColumn = tables.get(nameOf(target))?.tenantColumn;
    for (const node of targets ?? []) {
      if (!("ResTarget" in node) || node.ResTarget.name !== tenantColumn) continue;
      if (tenantColumn) this.#graph.add(nameOf(target));
    }
  }

  #returning(clause: ReturningClause | undefined, written: Relation, level: Level) {
    const versions = ["old", "new"].map((name) => ({ ...written, name }));
    const inner = { ...level, relations: [written, ...level.relations, ...versions] };
    this.#expressions.walk(clause, inner);
    return this.#expressions.targets(clause?.exprs, {
      ...inner,
      relations: [written, ...level.relations],
    });
  }

  #level(withClause: WithClause | undefined, outer: Level | null): Level {
    const level: Level = { relations: [], ctes: new Map(), outer };
    for (const node of withClause?.ctes ?? []) {
      if (!("CommonTableExpr" in node)) continue;
      const { ctename = "", ctequery, aliascolnames } = node.CommonTableExpr;
      if (!ctequery) continue;
      const isRecursive = withClause?.recursive && "SelectStmt" in ctequery;
      // The first part of a recursive query doesn't depend on the second part, and names its
      // columns.
      const first = isRecursive && ctequery.SelectStmt.larg;
      if (first) level.ctes.set(ctename, renamed(this.#select(first, level), aliascolnames));
      level.ctes.set(ctename, renamed(this.#query(ctequery, level), aliascolnames));
    }
    return level;
  }
}

/** Statements that don't read or write rows. */
const withoutRows = [
  "TransactionStmt",
  // A cursor's rows are checked where the cursor is declared.
  "FetchStmt",
  "ClosePortalStmt",
  // This includes `analyze`, which reads only statistics.
  "VacuumStmt",
  "VariableSetStmt",
  "VariableShowStmt",
  "NotifyStmt",
  "ListenStmt",
  "UnlistenStmt",
];
