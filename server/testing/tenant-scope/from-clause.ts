// Reads the tables, subqueries, functions and joins after FROM, JOIN and USING.
import type { JoinExpr, Node, RangeFunction, RangeSubselect, RangeVar } from "libpg-query";
import { tables } from "#server/testing/practice-tables.ts";
import type { Expressions } from "./expressions.ts";
import {
  columnIn,
  cteOf,
  equate,
  type Level,
  nameOf,
  ownTenants,
  type ReadQuery,
  type Relation,
  renamed,
  type TenantGraph,
  textOf,
} from "./relations.ts";

export class FromClause {
  readonly #graph: TenantGraph;
  readonly #expressions: Expressions;
  readonly #query: ReadQuery;

  constructor(graph: TenantGraph, expressions: Expressions, query: ReadQuery) {
    this.#graph = graph;
    this.#expressions = expressions;
    this.#query = query;
  }

  read(node: Node, level: Level): Relation[] {
    const before = level.relations.length;
    if ("RangeVar" in node) level.relations.push(this.#rangeVar(node.RangeVar, level));
    else if ("RangeSubselect" in node)
      level.relations.push(this.#derived(node.RangeSubselect, level));
    else if ("RangeFunction" in node)
      level.relations.push(this.#function(node.RangeFunction, level));
    else if ("JoinExpr" in node) this.#join(node.JoinExpr, level);
    else throw new Error(`Not supported in from: ${Object.keys(node).join()}`);
    return level.relations.slice(before);
  }

  #rangeVar(range: RangeVar, level: Level): Relation {
    const cte = range.schemaname ? undefined : cteOf(nameOf(range), level);
    if (cte === undefined) return this.table(range);
    const { aliasname = nameOf(range), colnames } = range.alias ?? {};
    return { name: aliasname, columns: renamed(cte, colnames) };
  }

  table(range: RangeVar, { name } = { name: range.alias?.aliasname ?? nameOf(range) }): Relation {
    const isOurs = !range.schemaname || range.schemaname === "public";
    const table = isOurs ? tables.get(nameOf(range)) : undefined;
    if (!table) {
      const isKnown = !isOurs || nameOf(range).startsWith("pg_");
      if (!isKnown) throw new Error(`Not supported: no table ${nameOf(range)} in the schema`);
      return { name, columns: null };
    }
    const tenant = table.tenantColumn ? this.#graph.add(nameOf(range)) : undefined;
    const columns = table.columns.map((column) => ({
      name: column,
      term: column === table.tenantColumn ? tenant : undefined,
    }));
    const seen = renamed(columns, range.alias?.colnames);
    return { name, columns: seen, ...(tenant && { own: tenant }) };
  }

  #derived({ alias, lateral, subquery }: RangeSubselect, level: Level): Relation {
    if (!subquery) throw new Error("Not supported: from without a query");
    // Only a lateral subquery can see the tables before it.
    const around = lateral ? level : { ...level, relations: [] };
    const columns = this.#query(subquery, around);
    return { name: alias?.aliasname ?? "", columns: renamed(columns, alias?.colnames) };
  }

  #function({ alias, coldeflist, functions }: RangeFunction, level: Level): Relation {
    this.#expressions.walk(functions, level);
    const names = alias?.colnames ?? coldeflist;
    const columns = names?.map((node) => ({ name: textOf(node), term: undefined })) ?? null;
    return { name: alias?.aliasname ?? "", columns };
  }

  #join(join: JoinExpr, level: Level) {
    if (!join.larg || !join.rarg || join.alias) throw new Error("Not supported: a named join");
    const left = this.read(join.larg, level);
    const right = this.read(join.rarg, level);
    // An outer join returns all rows of its preserved side, whether or not they meet the condition.
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
    this.#expressions.bind(join.quals, level, bindable);
    this.#expressions.walk(join.quals, level);
  }
}
