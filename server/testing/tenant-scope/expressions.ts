// Reads conditions and expressions: which practices they bind, and which subqueries they contain.
import type { Node } from "libpg-query";
import {
  type Column,
  equate,
  given,
  type Level,
  type ReadQuery,
  resolve,
  type Tenant,
  type Term,
  textOf,
} from "./relations.ts";

export class Expressions {
  readonly #query: ReadQuery;
  readonly #isRouting: boolean;

  /**
   * If `isRouting` is set, only `=` binds, because only `=` tells a cluster which practice a
   * statement needs.
   */
  constructor(query: ReadQuery, isRouting: boolean) {
    this.#query = query;
    this.#isRouting = isRouting;
  }

  /** Binds practices by the equalities in a condition that is true for every row. */
  bind(condition: Node | undefined, level: Level, bindable: Set<Tenant>): void {
    if (!condition) return;
    if ("BoolExpr" in condition && condition.BoolExpr.boolop === "AND_EXPR") {
      for (const part of condition.BoolExpr.args ?? []) this.bind(part, level, bindable);
    }
    for (const [left, right] of this.#equalities(condition, level)) equate(left, right, bindable);
  }

  /** Returns the columns that a query returns. */
  targets(targets: Node[] | undefined, level: Level): Column[] | null {
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
      columns.push({ name: name ?? textOf(last), term: this.term(val, level) });
    }
    return columns;
  }

  /** Reads the subqueries in an expression, at any depth. */
  walk(part: unknown, level: Level): void {
    if (Array.isArray(part)) {
      for (const one of part) this.walk(one, level);
      return;
    }
    if (typeof part !== "object" || part === null) return;
    for (const [name, inner] of Object.entries(part)) {
      if (name === "SubLink") {
        const { subselect, testexpr } = inner as { subselect: Node; testexpr?: Node };
        this.#query(subselect, level);
        this.walk(testexpr, level);
      } else if (name.endsWith("Stmt")) {
        throw new Error(`Not supported: ${name} in an expression`);
      } else {
        this.walk(inner, level);
      }
    }
  }

  term(node: Node, level: Level): Term {
    if ("ParamRef" in node || "A_Const" in node || "SetToDefault" in node) return given;
    if ("TypeCast" in node) return node.TypeCast.arg && this.term(node.TypeCast.arg, level);
    if ("ColumnRef" in node) return resolve(node.ColumnRef.fields?.map(textOf) ?? [], level);
    if ("SubLink" in node && node.SubLink.subLinkType === "EXPR_SUBLINK") {
      const { subselect } = node.SubLink;
      return subselect && this.#query(subselect, level)?.[0]?.term;
    }
    return undefined;
  }

  #equalities(condition: Node, level: Level): [Term, Term][] {
    if ("A_Expr" in condition) {
      const { kind, name, lexpr, rexpr } = condition.A_Expr;
      if (!lexpr || !rexpr || textOf(name?.at(-1)) !== "=") return [];
      // A practice's id is never null, so `is not distinct from` is equivalent to `=`.
      const isEqual = kind === "AEXPR_OP" || (kind === "AEXPR_NOT_DISTINCT" && !this.#isRouting);
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
        this.term(part, level),
        columns?.[index]?.term,
      ]);
    }
    return [];
  }

  #pairs(left: Node[], right: Node[], level: Level): [Term, Term][] {
    return left.map((part, index) => [
      this.term(part, level),
      right[index] && this.term(right[index], level),
    ]);
  }
}

function partsOf(node: Node): Node[] {
  return "RowExpr" in node ? (node.RowExpr.args ?? []) : [node];
}
