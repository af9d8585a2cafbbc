// Inlines a page's style sheets: the first paint needs only one response. See docs/decisions/004
// for the public pages, docs/scale.md for the lead desk's.
import { createHash } from "node:crypto";
import { firstScreenOf, splitStyles } from "./critical-css.ts";
import type { SheetLink } from "./deferred-scripts.ts";

/**
 * A page, the links that were removed from it, and the file with the styles below its first screen.
 */
export type StyledPage = {
  html: string;
  links: SheetLink[];
  files: { path: string; text: string }[];
};

/**
 * Until its styles have loaded, the part below the first screen reserves space and shows nothing
 * half-styled. It is then laid out when it comes near the viewport, or when
 * `app/page-scripts/after-first-paint.ts` says so.
 */
const reserveBelow =
  "[data-below]{contain-intrinsic-block-size:auto var(--narrow);overflow-clip-margin:6rem}" +
  "@media(min-width:981px){[data-below]{contain-intrinsic-block-size:auto var(--wide)}}" +
  "[data-script=on]:not([data-drawn]) [data-below]:not([data-drawn]){content-visibility:auto}" +
  "[data-script=on]:not([data-styled]) [data-below]{content-visibility:hidden}";

/** At the end of the file, so that printing shows everything. */
const printBelow =
  "@media print{[data-below][data-below][data-below]{content-visibility:visible!important}}";

/**
 * Merges the sheets into one `<style>`, in order. A sheet that styles nothing on the page as
 * rendered (a message that may appear later) loads with the framework. `server/deferred-scripts.ts`
 * inserts the links again later. A page that marks what is below its first screen carries only that
 * screen's rules; the others come in a file that blocks nothing, and
 * `app/page-scripts/after-first-paint.ts` applies it. The file does not repeat the first screen's rules:
 * the browser would style and lay out that screen twice. So a rule of the file may now follow one
 * that it preceded; `e2e/first-screen.spec.ts` tests that nothing looks different, also on hover or
 * focus.
 */
export function inlineStyles(html: string, readSheet: (href: string) => string): StyledPage {
  const used = new Set(
    [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, c = ""]) => c.split(" ")),
  );
  const sheets: string[] = [];
  const links: SheetLink[] = [];
  const page = html.replace(sheetLinks, (_, href: string) => {
    const sheet = readSheet(href).trim();
    const isLater = !isUsedOnPage(sheet, used);
    links.push({ href, isLater });
    if (!isLater) sheets.push(sheet);
    return "";
  });
  if (sheets.length === 0) return { html: page, links, files: [] };
  const all = sheets.join("");
  const screen = firstScreenOf(html);
  if (screen === html) return { html: withStyles(page, all), links, files: [] };
  const split = splitStyles(screen, all);
  const { first } = split;
  const rest = split.rest + printBelow;
  const hash = createHash("sha256").update(rest).digest("base64url").slice(0, 8);
  const file = { path: `/assets/page-${hash}.css`, text: rest };
  const link = `<link rel="stylesheet" href="${file.path}"`;
  return {
    html: withStyles(
      page,
      first + reserveBelow,
      // A sheet for print loads at low priority; without scripts it loads immediately.
      `${link} media="print" data-rest=""/><noscript>${link}/></noscript>`,
    ),
    links,
    files: [file],
  };
}

function withStyles(page: string, styles: string, links = ""): string {
  return page.replace("</head>", () => `<style>${styles}</style>${links}</head>`);
}

/**
 * Inlines all of a page's sheets, for a page that does not wait for an interaction. Allowed by the
 * page's nonce.
 */
export function inlineAllStyles(
  html: string,
  nonce: string,
  readSheet: (href: string) => string,
): string {
  const sheets: string[] = [];
  const page = html.replace(sheetLinks, (link, href: string) => {
    sheets.push(readSheet(href).trim());
    return link.replace("<link ", '<link disabled="" ');
  });
  if (sheets.length === 0) return page;
  const style = `<style nonce="${nonce}">${sheets.join("")}</style></head>`;
  return page.replace("</head>", () => style);
}

const sheetLinks = /<link [^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;

/** A component's sheet begins with one of its classes; any other sheet applies everywhere. */
function isUsedOnPage(sheet: string, used: Set<string>): boolean {
  if (!sheet.startsWith(".")) return true;
  return [...sheet.matchAll(/\.([_a-zA-Z][\w-]*)/g)].some(([, name = ""]) => used.has(name));
}
