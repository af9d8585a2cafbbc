// Finds sentences for people that aren't in content/: text between JSX tags, the attributes that a
// browser shows or a screen reader reads aloud, and whole sentences among the other strings of app/
// and server/. `node scripts/screen-strings.ts` prints them by file.
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseAst } from "rolldown/parseAst";
import { projectRoot } from "#server/root.ts";

export type ScreenString = { line: number; text: string };

const spokenAttributes =
  /^(aria-label|aria-description|aria-roledescription|title|label|placeholder|alt|help|hint)$/;
/**
 * Properties whose sentences only programmers read, such as those in the API's document and the
 * names of connections.
 */
const technicalKeys =
  /^(summary|description|info|application_name|options|tags|family|fontFamily)$/;
/** Calls whose string arguments never appear on a screen, such as logs, selectors and SQL. */
const technicalCalls = /(^|\.)(log|info|warn|error|debug|query|raw|closest|matches|querySelector)$/;
/** Matches two words with either an initial capital or the end of a sentence. */
const sentence = /^(?=.*\p{L}[\p{L}’'-]* +\p{L})(\s*\p{Lu}[\p{Ll} ]|.*\p{L}{2}[.?!…]\s*$)/su;

/** Returns the files whose strings can appear on a screen. */
export function screenFiles(): string[] {
  return globSync("{app,server}/**/*.{ts,tsx}", { cwd: projectRoot })
    .filter((file) => !/\.test\.|\.d\.ts$|^server\/(testing|db)\//.test(file))
    .sort();
}

export function findScreenStrings(file: string, source: string): ScreenString[] {
  const found: ScreenString[] = [];
  const tree = parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" });
  visit(tree as unknown as Node, []);
  return found;

  function visit(node: Node, above: Node[]): void {
    if (isTechnical(node)) return;
    const text = textOf(node);
    if (text !== undefined && isRead(node, text, above)) {
      const line = source.slice(0, node.start + text.length - text.trimStart().length).split("\n");
      found.push({ line: line.length, text: text.trim().replace(/\s+/g, " ") });
    }
    for (const child of childrenOf(node)) visit(child, [...above, node]);
  }
}

type Node = { type: string; start: number; [key: string]: unknown };

/** Returns a string node's text, or undefined for any other node. */
function textOf(node: Node): string | undefined {
  if (node.type === "JSXText") return (node.value as string).replaceAll(/&#?\w+;/g, " ");
  if (node.type === "Literal" && typeof node.value === "string") return node.value;
  if (node.type === "TemplateElement") return (node.value as { cooked: string }).cooked;
}

function isRead(node: Node, text: string, above: Node[]): boolean {
  if (!/\p{L}/u.test(text)) return false;
  if (node.type === "JSXText") return true;
  const holder = above.findLast(({ type }) => !/^(Conditional|Logical|Template)/.test(type));
  if (holder?.type === "JSXAttribute") return isSpoken(holder, text);
  if (holder?.type !== "JSXExpressionContainer") return sentence.test(text);
  const parent = above[above.indexOf(holder) - 1];
  return parent?.type === "JSXAttribute" ? isSpoken(parent, text) : !isTested(node, above);
}

function isSpoken(attribute: Node, text: string): boolean {
  const { name } = attribute.name as { name: string };
  return spokenAttributes.test(name) || (sentence.test(text) && !/^(d|style|class)/.test(name));
}

/**
 * Returns whether a string is only compared, as in `state === "new" ? … : …`, so it isn't shown.
 */
function isTested(node: Node, above: Node[]): boolean {
  return above.some((one, at) => one.test === (above[at + 1] ?? node));
}

function isTechnical(node: Node): boolean {
  switch (node.type) {
    case "ImportDeclaration":
    case "TSLiteralType":
    case "TaggedTemplateExpression":
      return true;
    case "Property":
      return technicalKeys.test(nameOf(node.key as Node));
    case "CallExpression":
      return technicalCalls.test(nameOf(node.callee as Node));
    // A thrown error goes to the log or the terminal, unless it's a rejection by the API.
    case "NewExpression":
      return nameOf(node.callee as Node) !== "AppError";
    default:
      return false;
  }
}

function nameOf(node: Node): string {
  if (node.type === "MemberExpression") return `.${nameOf(node.property as Node)}`;
  return String(node.name ?? node.value ?? "");
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => typeof (value as Node | null)?.type === "string");
}

if (import.meta.main) {
  const byFile = screenFiles()
    .map((file) => {
      const source = readFileSync(path.join(projectRoot, file), "utf8");
      return { file, found: findScreenStrings(file, source) };
    })
    .filter(({ found }) => found.length > 0);
  const total = byFile.reduce((sum, { found }) => sum + found.length, 0);
  console.log(`${total} strings in ${byFile.length} files that belong in content/`);
  for (const { file, found } of byFile) {
    console.log(`\n${file} (${found.length})`);
    for (const { line, text } of found) console.log(`  ${line}: ${text}`);
  }
}
