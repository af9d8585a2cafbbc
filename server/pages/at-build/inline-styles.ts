// Inlines a page's style sheets, so the first paint needs only one response (docs/decisions/004).

import { firstScreenOf, namesOf, splitStyles } from "./critical-css.ts";
import { classesIn, print, rulesOf } from "./css.ts";
import { type HashedFile, hashedFile } from "./hashed-file.ts";
import { appendToHead, attributeOf, type Element, elementsIn, type Page, remove } from "./html.ts";

/**
 * A style sheet that React looks for during hydration. If `isLater` is set, nothing on the page
 * uses the sheet before then.
 */
export type SheetLink = { href: string; isLater: boolean };

/**
 * The below-the-fold part reserves space and doesn't show anything half-styled until its styles
 * have loaded. It's laid out when it gets close to the viewport, or when
 * `app/page-scripts/after-first-paint.ts` says so.
 */
const reserveBelow =
  "[data-below]{contain-intrinsic-block-size:auto var(--narrow);overflow-clip-margin:6rem}" +
  "@media(width>=960px){[data-below]{contain-intrinsic-block-size:auto var(--wide)}}" +
  "[data-script=on]:not([data-drawn]) [data-below]:not([data-drawn]){content-visibility:auto}" +
  "[data-script=on]:not([data-styled]) [data-below]{content-visibility:hidden}";

/** This is added at the end of the file, so that printing shows the whole page. */
const printBelow =
  "@media print{[data-below][data-below][data-below]{content-visibility:visible!important}}";

/**
 * Merges the style sheets into one `<style>`, in order. A sheet without rules for the page as
 * rendered (such as a message that may appear later) loads with the framework, and
 * `deferred-scripts.ts` inserts the links again later. A page that marks its below-the-fold content
 * inlines only the rules for the part above the fold. The other rules are in a file that doesn't
 * block rendering, which `app/page-scripts/after-first-paint.ts` applies. The file doesn't repeat
 * inlined rules, because the browser would style and lay out the part above the fold twice. As a
 * result, a rule in the file may now follow an inlined rule that it preceded.
 * `e2e/first-screen.spec.ts` tests that nothing looks different, even on hover or focus.
 */
export function inlineStyles(
  page: Page,
  readSheet: (href: string) => string,
): { links: SheetLink[]; files: HashedFile[] } {
  const names = namesOf([...elementsIn(page)]);
  const sheets: string[] = [];
  const links: SheetLink[] = [];
  for (const link of [...elementsIn(page)].filter(isSheetLink)) {
    const href = attributeOf(link, "href") ?? "";
    const sheet = readSheet(href);
    const isLater = !isUsedOnPage(sheet, names);
    links.push({ href, isLater });
    if (!isLater) sheets.push(sheet);
    remove(link);
  }
  if (sheets.length === 0) return { links, files: [] };
  const css = sheets.join("");
  const screen = firstScreenOf(page);
  if (!screen) {
    appendToHead(page, `<style>${print(css)}</style>`);
    return { links, files: [] };
  }
  const { first, rest } = splitStyles(screen, css);
  const file = hashedFile("page", "css", rest + printBelow);
  const link = `<link rel="stylesheet" href="${file.path}"`;
  appendToHead(
    page,
    // A print style sheet loads at low priority. Without scripts, its rules apply immediately.
    `<style>${first + reserveBelow}</style>${link} media="print" data-rest=""><noscript>${link}></noscript>`,
  );
  return { links, files: [file] };
}

function isSheetLink(element: Element): boolean {
  return element.tagName === "link" && attributeOf(element, "rel") === "stylesheet";
}

/**
 * Returns whether the page uses a style sheet. A component's style sheet begins with one of its
 * classes. Any other style sheet applies everywhere.
 */
function isUsedOnPage(css: string, names: Set<string>): boolean {
  const rules = rulesOf(css);
  const [first] = rules;
  const isOfComponent = first?.type === "style" && first.value.selectors[0]?.[0]?.type === "class";
  return !isOfComponent || classesIn(rules).some((name) => names.has(`.${name}`));
}
