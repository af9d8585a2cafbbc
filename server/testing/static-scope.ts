// Searches the source for statements that use a practice's table without binding the practice, even
// statements that no test runs. It knows less than watch-tenants.ts, which parses what is actually
// sent.
import { is } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import { parseAst } from "rolldown/parseAst";
import * as schema from "#server/db/schema.ts";
import { tables } from "./practice-tables.ts";
import { unscopedTables } from "./tenant-scope.ts";

/** A statement, the top-level declaration that builds it, and the table that it leaves unbound. */
export type Unbound = { file: string; verb: string; table: string; line: number };

type Node = { type: string; start: number; end: number; [key: string]: unknown };
type Declaration = { file: string; name: string; node: Node; names: string[] };
type File = {
  file: string;
  source: string;
  declarations: Map<string, Declaration>;
  /** Keyed by local name: the file and the name that it's imported from. */
  imports: Map<string, { file: string; name: string }>;
};
/** A name in the source that stands for a practice's table. */
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
 * Drizzle's methods that take a table as the first argument. An insert has the practice among its
 * values.
 */
const naming = [
  ...["from", "update", "delete", "$count"],
  ...["innerJoin", "leftJoin", "rightJoin", "fullJoin"],
];
const finders = ["findFirst", "findMany"];
/** How many functions deep a condition is followed. */
const maxDepth = 1;

/** Returns the statements without an equality, in source files by path. */
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
   * Checks whether a statement, or the parts of its conditions, has an equality with the practice's
   * column. If a condition is a parameter, every caller must bind it.
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

  /** The statement's text, then its variables' text, then the text of functions that it calls. */
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

/** Each statement with the tenant-scoped tables that it uses directly. */
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

  /** The calls inside a chain are parts of it, so only their arguments are visited. */
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

  /** For `db.query.leads.findFirst`, whose condition may use any name for the table. */
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

/** `const other = alias(leads, "other")`, anywhere in the file. */
function aliasesIn({ source }: File): Map<string, string> {
  const made = source.matchAll(/\b(\w+) = (?:alias|aliasedTable)\((\w+),/g);
  return new Map([...made].map(([, name = "", table = ""]) => [name, table]));
}

/** The calls of a chain, from last to first. */
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

/** Whether it's a complete SQL statement for which watch-tenants.ts's rule finds nothing. */
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
    // It's only part of a statement.
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

/** Whether the text has an equality with the practice's column, in Drizzle or SQL. */
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
    // A helper for several tables uses this name for its parameter.
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

/** Whether one of the declaration's parameters is a condition. */
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

/** The variables and functions that are declared inside. */
function localsIn(node: Node): Node[] {
  const inner = childrenOf(node).flatMap(localsIn);
  return /^(VariableDeclarator|FunctionDeclaration)$/.test(node.type) ? [node, ...inner] : inner;
}

function namesIn(node: Node): string[] {
  if (node.type === "Identifier") return [nameOf(node)];
  return childrenOf(node).flatMap(namesIn);
}

/** Unwraps parentheses, `await`, `!` and type assertions. */
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
