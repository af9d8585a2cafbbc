// Searches the source for statements that use a practice's table without binding the practice, even
// if no test runs them. It knows less than watch-tenants.ts, which parses the statements that are
// actually sent.
import { is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { parseAst } from "rolldown/parseAst";
import * as schema from "#server/db/schema.ts";
import { tables } from "./practice-tables.ts";
import { unscopedTables } from "./tenant-scope.ts";

/**
 * A statement with the top-level declaration that builds it and the table that it leaves unbound.
 */
export type Unbound = { file: string; verb: string; table: string; line: number };

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Declaration = { file: string; name: string; node: Node; names: string[] };
type File = {
  file: string;
  source: string;
  declarations: Map<string, Declaration>;
  /** For each local name, the file that it's imported from and its name there. */
  imports: Map<string, { file: string; name: string }>;
};
/** A name in the source that refers to a practice's table. */
type Named = { variable: string; table: string; column: string };

const schemaFile = "server/db/schema.ts";
const practiceTableOf = new Map<string, { table: string; column: string }>();
for (const [variable, value] of Object.entries(schema)) {
  if (!is(value, PgTable)) continue;
  const { name } = getTableConfig(value);
  const column = tables.get(name)?.tenantColumn;
  if (column) {
    practiceTableOf.set(variable, { table: name, column: column === "id" ? "id" : "clientId" });
  }
}

/**
 * Drizzle's methods that take a table as the first argument. Inserts aren't listed, because the
 * practice is among their values.
 */
const naming = [
  ...["from", "update", "delete", "$count"],
  ...["innerJoin", "leftJoin", "rightJoin", "fullJoin"],
];
const finders = ["findFirst", "findMany"];
/** How many functions deep the search follows a condition. */
const maxDepth = 1;

/**
 * Returns the statements in these source files that don't bind the practice with an equality.
 * `sources` maps paths to text.
 */
export function findUnbound(sources: Map<string, string>): Unbound[] {
  const files = new Map([...sources].map(([file, source]) => [file, readFile(file, source)]));
  const project = new Project(files);
  return [...files.values()].flatMap((file) =>
    [...file.declarations.values()].flatMap((declaration) =>
      statementsIn(declaration, file).flatMap(({ node, named }) =>
        named
          .filter((one) => !project.isBound(node, one, declaration))
          .map(({ table }) => ({
            ...{ file: file.file, verb: declaration.name, table },
            line: file.source.slice(0, node.start).split("\n").length,
          })),
      ),
    ),
  );
}

class Project {
  readonly #files: Map<string, File>;

  constructor(files: Map<string, File>) {
    this.#files = files;
  }

  /**
   * Returns whether a statement, or a part of its conditions, has an equality with the practice's
   * column. If a condition is a parameter, every caller must bind the practice.
   */
  isBound(node: Node, named: Named, declaration: Declaration): boolean {
    const file = this.#files.get(declaration.file);
    if (!file) return false;
    if (isParsedAsBound(node, file)) return true;
    for (const text of this.#textsOf(node, declaration, file)) {
      if (hasEquality(text, named)) return true;
    }
    if (!takesCondition(declaration, file)) return false;
    const callers = this.#callersOf(declaration);
    const binds = (caller: Declaration) =>
      this.#follow(caller, 0, new Set()).some((text) => hasEquality(text, named));
    return callers.length > 0 && callers.every(binds);
  }

  /**
   * Yields the statement's text, then the text of its variables, then the text of the functions
   * that it calls.
   */
  *#textsOf(node: Node, declaration: Declaration, file: File): Generator<string> {
    yield file.source.slice(node.start, node.end);
    const locals = localsIn(declaration.node);
    const seen = new Set<string>();
    const waiting = namesIn(node);
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      for (const local of locals.filter((one) => namesIn(one.id as Node).includes(name))) {
        yield file.source.slice(local.start, local.end);
        waiting.push(...namesIn(local));
      }
    }
    for (const name of seen) {
      const found = this.#resolve(file, name);
      if (found && found !== declaration) yield* this.#follow(found, 0, new Set());
    }
  }

  #follow(declaration: Declaration, depth: number, seen: Set<Declaration>): string[] {
    const file = this.#files.get(declaration.file);
    if (!file || seen.has(declaration)) return [];
    seen.add(declaration);
    const text = file.source.slice(declaration.node.start, declaration.node.end);
    if (depth === maxDepth) return [text];
    const others = declaration.names.flatMap((name) => {
      const found = this.#resolve(file, name);
      return found ? this.#follow(found, depth + 1, seen) : [];
    });
    return [text, ...others];
  }

  #resolve(file: File, name: string): Declaration | undefined {
    const own = file.declarations.get(name);
    if (own) return own;
    const imported = file.imports.get(name);
    if (!imported || imported.file === schemaFile) return undefined;
    return this.#files.get(imported.file)?.declarations.get(imported.name);
  }

  #callersOf(declaration: Declaration): Declaration[] {
    return [...this.#files.values()].flatMap((file) =>
      [...file.declarations.values()].filter(
        (one) =>
          one !== declaration &&
          one.names.some((name) => this.#resolve(file, name) === declaration),
      ),
    );
  }
}

function readFile(file: string, source: string): File {
  const program = parseAst(source, { lang: "ts" }) as unknown as Node;
  const read: File = { file, source, declarations: new Map(), imports: new Map() };
  for (const statement of childrenOf(program)) {
    if (statement.type === "ImportDeclaration") {
      const from = resolvePath(file, String((statement.source as Node).value));
      for (const specifier of statement.specifiers as Node[]) {
        const name = nameOf(specifier.imported) || nameOf(specifier.local);
        read.imports.set(nameOf(specifier.local), { file: from, name });
      }
      continue;
    }
    const declared = (statement.declaration as Node | null | undefined) ?? statement;
    const parts =
      declared.type === "VariableDeclaration" ? (declared.declarations as Node[]) : [declared];
    for (const node of parts) {
      const name = nameOf(node.id);
      if (name) read.declarations.set(name, { file, name, node, names: namesIn(node) });
    }
  }
  return read;
}

function resolvePath(file: string, specifier: string): string {
  if (specifier.startsWith("#")) return specifier.slice(1);
  const folder = file.slice(0, file.lastIndexOf("/"));
  return specifier.startsWith("./") ? `${folder}/${specifier.slice(2)}` : specifier;
}

/** Returns each statement with the tenant-scoped tables that it uses directly. */
function statementsIn({ node: whole }: Declaration, file: File) {
  const found: { node: Node; named: Named[] }[] = [];
  const aliases = aliasesIn(file);
  visit(whole);
  return found;

  function visit(node: Node) {
    const named = node.type === "TaggedTemplateExpression" ? namedInSql(node) : namedInChain(node);
    if (named.length > 0) found.push({ node, named });
    if (node.type === "CallExpression") visitChain(node);
    else for (const child of childrenOf(node)) visit(child);
  }

  /**
   * Visits only the arguments of a chain's calls, because the calls themselves are parts of the
   * chain.
   */
  function visitChain(node: Node) {
    for (const argument of node.arguments as Node[]) visit(argument);
    const callee = bare(node.callee as Node);
    const inner = callee.type === "MemberExpression" ? bare(callee.object as Node) : callee;
    if (inner.type === "CallExpression") visitChain(inner);
    else visit(inner);
  }

  function namedInChain(node: Node): Named[] {
    return callsOf(node).flatMap(({ method, callee, args }) => {
      const [first] = args;
      if (naming.includes(method) && first) return tableNamed(nameOf(bare(first)));
      return finders.includes(method) ? tableAsked(callee) : [];
    });
  }

  /**
   * Returns the table of a call such as `db.query.leads.findFirst`, in whose condition the table
   * may have any name.
   */
  function tableAsked(callee: Node): Named[] {
    const asked = bare(callee.object as Node);
    if (asked.type !== "MemberExpression") return [];
    if (nameOf((asked.object as Node).property) !== "query") return [];
    const known = practiceTableOf.get(nameOf(asked.property));
    return known ? [{ ...known, variable: "\\w+" }] : [];
  }

  function namedInSql(node: Node): Named[] {
    if (!nameOf(node.tag).startsWith("sql")) return [];
    const { quasis, expressions } = node.quasi as { quasis: Node[]; expressions: Node[] };
    return quasis.flatMap((quasi, index) => {
      const text = textOf(quasi);
      const expression = expressions[index];
      const isTable = /\b(from|join|update|using)\s+(only\s+)?$/i.test(text);
      const variable = isTable && expression ? tableNamed(nameOf(expression)) : [];
      const words = [...text.matchAll(/\b(?:from|join|update|using)\s+(?:only\s+)?([a-z_]+)\b/gi)];
      return [...variable, ...words.flatMap(([, word = ""]) => tableInWords(word))];
    });
  }

  function tableNamed(variable: string): Named[] {
    const imported = file.imports.get(variable);
    const original = imported?.file === schemaFile ? imported.name : aliases.get(variable);
    const known = original === undefined ? undefined : practiceTableOf.get(original);
    return known ? [{ ...known, variable }] : [];
  }

  function tableInWords(word: string): Named[] {
    const known = [...practiceTableOf].find(([, { table }]) => table === word);
    return known ? [{ ...known[1], variable: known[0] }] : [];
  }
}

/** Returns the aliases in a file, such as `const other = alias(leads, "other")`. */
function aliasesIn({ source }: File): Map<string, string> {
  const made = source.matchAll(/\b(\w+) = (?:alias|aliasedTable)\((\w+),/g);
  return new Map([...made].map(([, name = "", table = ""]) => [name, table]));
}

/** Returns the calls of a chain, from last to first. */
function callsOf(whole: Node): { method: string; callee: Node; args: Node[] }[] {
  const calls: { method: string; callee: Node; args: Node[] }[] = [];
  let node = whole;
  while (node.type === "CallExpression") {
    const callee = bare(node.callee as Node);
    if (callee.type !== "MemberExpression") break;
    calls.push({ method: nameOf(callee.property), callee, args: node.arguments as Node[] });
    node = bare(callee.object as Node);
  }
  return calls;
}

/**
 * Returns whether a node is a complete SQL statement in which the rule of watch-tenants.ts finds no
 * problem.
 */
function isParsedAsBound(node: Node, file: File): boolean {
  if (node.type !== "TaggedTemplateExpression") return false;
  const { quasis, expressions } = node.quasi as { quasis: Node[]; expressions: Node[] };
  const text = quasis.map((quasi, index) => {
    const expression = expressions[index];
    return textOf(quasi) + (expression ? inSql(expression, index, file) : "");
  });
  try {
    return unscopedTables(text.join("")).length === 0;
  } catch {
    // The text is only a part of a statement.
    return false;
  }
}

function inSql(expression: Node, index: number, file: File): string {
  const nameInSql = (variable: string) => {
    const imported = file.imports.get(variable);
    return imported?.file === schemaFile ? practiceTableOf.get(imported.name)?.table : undefined;
  };
  const table = nameInSql(nameOf(expression));
  if (table) return `"${table}"`;
  const owner = expression.type === "MemberExpression" ? nameOf(expression.object) : "";
  const ownerTable = nameInSql(owner);
  if (!ownerTable) return `$${index + 1}`;
  return `"${ownerTable}"."${toSnakeCase(nameOf(expression.property))}"`;
}

/** Returns whether the text has an equality with the practice's column, in Drizzle or SQL. */
function hasEquality(text: string, { variable, column }: Named): boolean {
  const key = `${variable}.${column}`;
  const pattern = patterns.get(key) ?? patternOf(variable, column);
  patterns.set(key, pattern);
  return pattern.test(text);
}

const patterns = new Map<string, RegExp>();

function patternOf(variable: string, column: string): RegExp {
  const own = `${variable}\\.${column}`;
  const inTemplate = `\\$\\{\\s*${own}\\s*\\}`;
  const all = [
    `\\beq\\(\\s*${own}\\b`,
    // Helpers for several tables call their parameter `table`.
    `\\beq\\(\\s*table\\.${column}\\b`,
    `\\beq\\([^;]*?,\\s*${own}\\s*,?\\s*\\)`,
    `${inTemplate}[^()]*\\)?\\s*(=|is not distinct from|in\\b)`,
    `=\\s*\\(?[^()=]*${inTemplate}`,
    ...(column === "clientId" ? rawEqualities : []),
  ];
  return new RegExp(all.join("|"));
}

const rawEqualities = [
  "\\bclient_id\\b[^()=]*\\)?\\s*(=|is not distinct from|in\\b)",
  "=\\s*(\\w+\\.)?client_id\\b",
  "\\busing \\(client_id\\b",
];

/** Returns whether one of the declaration's parameters is a condition. */
function takesCondition({ node }: Declaration, { source }: File): boolean {
  return parametersIn(node).some((parameter) => {
    const type = parameter.typeAnnotation as Node | null | undefined;
    return /\bSQL\b/.test(source.slice(parameter.start, type?.end ?? parameter.end));
  });
}

function parametersIn(node: Node): Node[] {
  const own = Array.isArray(node.params) ? (node.params as Node[]) : [];
  return [...own, ...childrenOf(node).flatMap(parametersIn)];
}

/** Returns the variables and functions that are declared inside the node. */
function localsIn(node: Node): Node[] {
  const inner = childrenOf(node).flatMap(localsIn);
  return /^(VariableDeclarator|FunctionDeclaration)$/.test(node.type) ? [node, ...inner] : inner;
}

function namesIn(node: Node): string[] {
  if (node.type === "Identifier") return [nameOf(node)];
  return childrenOf(node).flatMap(namesIn);
}

/** Removes parentheses, `await`, `!` and type assertions around an expression. */
function bare(node: Node): Node {
  const inner = (node.expression ?? (node.type === "AwaitExpression" ? node.argument : null)) as
    | Node
    | null
    | undefined;
  return typeof inner?.type === "string" ? bare(inner) : node;
}

function nameOf(node: unknown): string {
  const named = node as { type?: string; name?: unknown } | null | undefined;
  return named?.type === "Identifier" ? String(named.name) : "";
}

function textOf(quasi: Node): string {
  return (quasi.value as { cooked: string }).cooked;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === "string");
}
