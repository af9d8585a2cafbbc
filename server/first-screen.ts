// What of a page's styles its first screen needs. A long page says by `data-below` what stands below
// it: the rules for that alone need not stand before the first paint. See docs/decisions/021.

/** Whoever runs no script has the rest at once, see `inlineStyles`: as if it were nowhere. */
const withoutScript = ":root:not([data-script])";

/**
 * The page without the elements that stand below its first screen, and without its closed menus;
 * the same page when nothing stands below.
 */
export function firstScreenOf(html: string): string {
  const opening = /<(\w+)[^>]*\sdata-below\b[^>]*>/;
  let rest = html;
  for (let found = opening.exec(rest); found; found = opening.exec(rest)) {
    const [, tag = ""] = found;
    rest = rest.slice(0, found.index) + rest.slice(endOf(rest, found.index, tag));
  }
  return rest === html ? html : rest.replace(/<dialog[\s\S]*?<\/dialog>/g, "");
}

/** Behind the closing tag of the element that begins there. */
function endOf(html: string, start: number, tag: string): number {
  const tags = new RegExp(`<(/?)${tag}\\b`, "g");
  tags.lastIndex = start;
  let depth = 0;
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    depth += found[1] ? -1 : 1;
    if (depth === 0) return html.indexOf(">", found.index) + 1;
  }
  return html.length;
}

/**
 * A minified sheet in two: the rules that dress something of that screen, and the rest, each in their
 * order. What the screen shows is dressed by the first alone.
 */
export function splitStyles(screen: string, sheet: string): { first: string; rest: string } {
  const names = new Set(["*", "html", "head", "body"]);
  for (const [, tag = ""] of screen.matchAll(/<([a-z][\w-]*)/g)) names.add(tag);
  for (const [, classes = ""] of screen.matchAll(/\sclass="([^"]*)"/g)) {
    for (const name of classes.split(" ")) names.add(`.${name}`);
  }
  for (const [, name = ""] of screen.matchAll(/\s([\w-]+)="/g)) names.add(`[${name}`);
  const parts = split(sheet, names);
  for (const [frames, name = ""] of sheet.matchAll(
    /@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g,
  )) {
    if (parts.first.replace(frames, "").includes(name)) continue;
    parts.first = parts.first.replace(frames, "");
    parts.rest += frames;
  }
  return waitWithTokens(screen, parts);
}

/** Tokens that nothing on the first screen comes to, by whatever other tokens, wait too. */
function waitWithTokens(screen: string, { first, rest }: { first: string; rest: string }) {
  const root = [...rulesOf(first)].find(({ head }) => head === ":root");
  if (!root) return { first, rest };
  const block = `:root{${root.body}}`;
  const declarations = declarationsOf(root.body);
  const used = namesIn(first.replace(block, "") + screen);
  // A set that grows while it is walked along is walked to its end.
  for (const name of used) {
    const declaration = declarations.find((one) => one.startsWith(`${name}:`));
    for (const further of namesIn(declaration ?? "")) used.add(further);
  }
  const waits = (one: string) => one.startsWith("--") && !used.has(one.slice(0, one.indexOf(":")));
  const waiting = declarations.filter(waits);
  if (waiting.length === 0) return { first, rest };
  const kept = declarations.filter((one) => !waits(one));
  return {
    first: first.replace(block, () => `:root{${kept.join(";")}}`),
    rest: `:root{${waiting.join(";")}}${rest}`,
  };
}

/** What stands in quotes or brackets, an address in `url()` for one, holds no end of a declaration. */
function declarationsOf(body: string): string[] {
  return body.match(/(?:"[^"]*"|'[^']*'|\([^()]*\)|[^;])+/g) ?? [];
}

function namesIn(text: string): Set<string> {
  return new Set(text.match(/--[\w-]+/g));
}

function split(sheet: string, names: Set<string>): { first: string; rest: string } {
  const parts = { first: "", rest: "" };
  for (const { head, body } of rulesOf(sheet)) {
    if (head === "@media print") {
      // Nobody prints a page before all of it is there.
      parts.rest += `${head}{${body}}`;
    } else if (/^@(media|supports|container)/.test(head)) {
      const inside = split(body, names);
      if (inside.first) parts.first += `${head}{${inside.first}}`;
      if (inside.rest) parts.rest += `${head}{${inside.rest}}`;
    } else {
      const selectors = withoutBrackets(head.replaceAll(withoutScript, "[data-no-script]"))
        .split(",")
        .filter((one) => !isForATouch(one));
      const isFirst = head.startsWith("@") || selectors.some((one) => dresses(one, names));
      parts[isFirst ? "first" : "rest"] += `${head}{${body}}`;
    }
  }
  return parts;
}

/** `head { body }`, one after the other; a body may hold rules in turn. */
function* rulesOf(sheet: string): Iterable<{ head: string; body: string }> {
  let at = 0;
  while (at < sheet.length) {
    const open = sheet.indexOf("{", at);
    if (open < 0) return;
    let close = open;
    for (let depth = 0; close < sheet.length; close += 1) {
      if (sheet[close] === "{") depth += 1;
      if (sheet[close] === "}") depth -= 1;
      if (depth === 0) break;
    }
    yield { head: sheet.slice(at, open).trim(), body: sheet.slice(open + 1, close) };
    at = close + 1;
  }
}

/** What stands in `:not()`, `:is()` and the like is not asked. */
function withoutBrackets(selectors: string): string {
  const less = selectors.replace(/\([^()]*\)/g, "");
  return less === selectors ? less : withoutBrackets(less);
}

/** A pointer or a key comes first: by then the other styles are there. */
function isForATouch(selector: string): boolean {
  return /:(hover|active|focus[\w-]*)/.test(selector);
}

/** Every tag, class and attribute of a selector is there; scripts give the document others. */
function dresses(selector: string, names: Set<string>): boolean {
  const plain = selector
    .replace(/:root(\[[^\]]*\])*|::?[\w-]+/g, " ")
    .replace(/\[([\w-]+)[^\]]*\]/g, " [$1 ");
  return (plain.match(/[.#[]?[\w-]+/g) ?? []).every(
    (name) => name.startsWith("#") || names.has(name),
  );
}
