// What of a page's styles its first screen needs. A long page says by `data-below` what stands below
// it: the rules for that alone need not stand before the first paint. See docs/decisions/004.

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

/** The rules of a minified sheet that dress something of that screen, in their order. */
export function stylesFor(screen: string, sheet: string): string {
  const names = new Set(["*", "html", "head", "body"]);
  for (const [, tag = ""] of screen.matchAll(/<([a-z][\w-]*)/g)) names.add(tag);
  for (const [, classes = ""] of screen.matchAll(/\sclass="([^"]*)"/g)) {
    for (const name of classes.split(" ")) names.add(`.${name}`);
  }
  const kept = keep(sheet, names);
  return kept.replace(/@keyframes ([\w-]+)\{(?:[^{}]*\{[^{}]*\})*\}/g, (frames, name: string) =>
    kept.replace(frames, "").includes(name) ? frames : "",
  );
}

function keep(sheet: string, names: Set<string>): string {
  return [...rulesOf(sheet)]
    .map(({ head, body }) => {
      if (/^@(media|supports|container)/.test(head)) {
        // Nobody prints a page before all of it is there.
        const inside = head === "@media print" ? "" : keep(body, names);
        return inside && `${head}{${inside}}`;
      }
      const isKept = head.startsWith("@") || head.split(",").some((one) => dresses(one, names));
      return isKept ? `${head}{${body}}` : "";
    })
    .join("");
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

/**
 * Every tag and class of a selector is there; what stands in `:not()`, `:is()` and the like is not
 * asked. Nobody points at anything yet.
 */
function dresses(selector: string, names: Set<string>): boolean {
  if (selector.includes(":hover")) return false;
  const plain = selector.replace(/:[\w-]+\([^)]*\)?|::?[\w-]+|\[[^\]]*\]/g, " ");
  return (plain.match(/[.#]?[\w-]+/g) ?? []).every(
    (name) => name.startsWith("#") || names.has(name),
  );
}
