// Public pages work without scripts, so the framework's scripts are deferred until the first
// interaction. They move to a file that `app/page-scripts/hydrate-on-interaction.ts` loads
// (docs/decisions/004).
import { type HashedFile, hashedFile } from "./hashed-file.ts";
import {
  attributeOf,
  type Element,
  elementsIn,
  hasAttribute,
  type Page,
  remove,
  removeAttribute,
  removeText,
  setAttribute,
  textOf,
} from "./html.ts";
import type { SheetLink } from "./inline-styles.ts";

/**
 * Empties React Router's scripts but leaves their tags, so React hydrates the same tree. Our own
 * inline scripts (`data-now`) stay, except for `data-apart` scripts, which aren't needed above the
 * fold. Those move to one file, which also lists the preloads. The framework's file inserts the
 * links of the inlined style sheets just before React looks for them, because their long names
 * wouldn't compress in the page.
 */
export function deferScripts(page: Page, sheets: SheetLink[] = []): HashedFile[] {
  const preloads = [...elementsIn(page)].filter(isPreload);
  for (const preload of preloads) remove(preload);
  const scripts = [...elementsIn(page)].filter(({ tagName }) => tagName === "script");
  const apart = scripts.filter((script) => hasAttribute(script, "data-apart"));
  const framework = scripts.filter(isOfFramework);
  const isModule = (script: Element) => attributeOf(script, "type") === "module";
  const modules = framework.filter(isModule).map(textOf);
  // Plain scripts run first, wherever they were on the page. The modules run after them and start
  // the framework.
  const plain = framework.filter((script) => !isModule(script)).map(textOf);
  const hrefs = preloads.map((preload) => attributeOf(preload, "href"));
  return [
    ...moveToFile("apart", apart, [
      ...(hrefs.length > 0 ? [preloadScript(hrefs)] : []),
      ...apart.map(textOf),
    ]),
    ...moveToFile(
      "held",
      framework,
      modules.length > 0 ? [insertSheets(sheets), ...plain, ...modules] : [],
    ),
  ];
}

function isPreload(element: Element): boolean {
  return element.tagName === "link" && attributeOf(element, "rel") === "modulepreload";
}

/**
 * Returns whether a script belongs to the framework, so it isn't our own inline script, data or a
 * file.
 */
function isOfFramework(script: Element): boolean {
  return (
    !hasAttribute(script, "data-now") &&
    !hasAttribute(script, "data-apart") &&
    !hasAttribute(script, "src") &&
    attributeOf(script, "type") !== "application/ld+json"
  );
}

/**
 * Returns a script that preloads these modules and their imports, so all are fetched in parallel
 * after the first interaction.
 */
function preloadScript(hrefs: (string | undefined)[]): string {
  return `{
  const nameAhead = () => {
    for (const href of ${JSON.stringify(hrefs)}) {
      const link = document.createElement("link");
      link.rel = "modulepreload";
      link.href = href;
      document.head.append(link);
    }
  };
  if (document.documentElement.dataset.awake !== undefined) nameAhead();
  else addEventListener("awake", nameAhead, { once: true });
}`;
}

/**
 * Returns a script that inserts the style sheets in order, before the inlined styles. It fetches
 * only the sheets that are marked as later.
 */
function insertSheets(sheets: SheetLink[]): string {
  return `for (const { href, isLater } of ${JSON.stringify(sheets)}) {
  const link = document.createElement("link");
  if (!isLater) link.type = "text/held";
  link.rel = "stylesheet";
  link.href = href;
  document.head.insertBefore(link, document.querySelector("head > style"));
}`;
}

/**
 * Moves the scripts to a file and leaves their tags empty, with the kind as the type. The first tag
 * names the file.
 */
function moveToFile(kind: "apart" | "held", scripts: Element[], texts: string[]): HashedFile[] {
  const files = texts.length > 0 ? [hashedFile(kind, "js", texts.join("\n;"))] : [];
  for (const [index, script] of scripts.entries()) {
    removeText(script);
    removeAttribute(script, "async");
    const [file] = index === 0 ? files : [];
    if (file) setAttribute(script, "data-file", file.path);
    setAttribute(script, "type", kind);
  }
  return files;
}
