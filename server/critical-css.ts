// Extracts the critical CSS: the part of a page's styles that its first screen needs. A long page
// marks the elements below its first screen with `data-below`; the rules for those alone are not
// needed before the first paint. See docs/decisions/021.

/** Without scripts the rest loads immediately, see `inlineStyles`, so the selector is ignored. */
const withoutScript = ":root:not([data-script])";

/**
 * The page without the elements below its first screen and without its closed menus; the unchanged
 * page when nothing is marked.
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

/** The offset after the closing tag of the element that begins at `start`. */
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
 * Splits a minified sheet into the rules that apply to that screen and the rest, in order. The
 * first part alone styles the screen completely.
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
  return deferUnusedTokens(screen, parts);
}

/**
 * Also defers design tokens that nothing on the first screen uses, directly or through other
 * tokens.
 */
function deferUnusedTokens(screen: string, { first, rest }: { first: string; rest: string }) {
  const root = [...rulesOf(first)].find(({ head }) => head === ":root");
  if (!root) return { first, rest };
  const block = `:root{${root.body}}`;
  const declarations = declarationsOf(root.body);
  const used = namesIn(first.replace(block, "") + screen);
  // A set that grows during iteration is iterated to its end.
  for (const name of used) {
    const declaration = declarations.find((one) => one.startsWith(`${name}:`));
    for (const further of namesIn(declaration ?? "")) used.add(further);
  }
  const isDeferred = (one: string) =>
    one.startsWith("--") && !used.has(one.slice(0, one.indexOf(":")));
  const deferred = declarations.filter(isDeferred);
  if (deferred.length === 0) return { first, rest };
  const kept = declarations.filter((one) => !isDeferred(one));
  return {
    first: first.replace(block, () => `:root{${kept.join(";")}}`),
    rest: `:root{${deferred.join(";")}}${rest}`,
  };
}

/** Quotes and parentheses, such as an address in `url()`, may contain semicolons. */
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
      // Print styles are deferred: nobody prints a page before it has loaded.
      parts.rest += `${head}{${body}}`;
    } else if (/^@(media|supports|container)/.test(head)) {
      const inside = split(body, names);
      if (inside.first) parts.first += `${head}{${inside.first}}`;
      if (inside.rest) parts.rest += `${head}{${inside.rest}}`;
    } else {
      const selectors = withoutParentheses(head.replaceAll(withoutScript, "[data-no-script]"))
        .split(",")
        .filter((one) => !needsInteraction(one));
      const isFirst = head.startsWith("@") || selectors.some((one) => matchesScreen(one, names));
      parts[isFirst ? "first" : "rest"] += `${head}{${body}}`;
    }
  }
  return parts;
}

/** `head { body }`, one after the other; a body may contain nested rules. */
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

/** Ignores the content of `:not()`, `:is()` and the like. */
function withoutParentheses(selectors: string): string {
  const stripped = selectors.replace(/\([^()]*\)/g, "");
  return stripped === selectors ? stripped : withoutParentheses(stripped);
}

/** A pointer or a key is needed first. By then the other styles have loaded. */
function needsInteraction(selector: string): boolean {
  return /:(hover|active|focus[\w-]*)/.test(selector);
}

/** Whether every tag, class and attribute of a selector is present. Scripts add ids later. */
function matchesScreen(selector: string, names: Set<string>): boolean {
  const plain = selector
    .replace(/:root(\[[^\]]*\])*|::?[\w-]+/g, " ")
    .replace(/\[([\w-]+)[^\]]*\]/g, " [$1 ");
  return (plain.match(/[.#[]?[\w-]+/g) ?? []).every(
    (name) => name.startsWith("#") || names.has(name),
  );
}
