// A page carries its style sheets in itself: one answer is enough for the first paint. See
// docs/decisions/004 for the public pages, docs/scale.md for the desk's.
import { createHash } from "node:crypto";
import { firstScreenOf, splitStyles } from "./first-screen.ts";
import type { SheetLink } from "./held-scripts.ts";

/** A page, the links that were taken out of it, and the file of the styles below its first screen. */
export type DressedPage = {
  html: string;
  links: SheetLink[];
  files: { path: string; text: string }[];
};

/**
 * Until its styles are there, what stands below keeps some room and shows nothing half-dressed. Then
 * it is laid out when somebody comes near, or when `app/page-scripts/after-first-paint.ts` says so.
 */
const waitBelow =
  "[data-below]{contain-intrinsic-block-size:auto var(--narrow);overflow-clip-margin:6rem}" +
  "@media(min-width:981px){[data-below]{contain-intrinsic-block-size:auto var(--wide)}}" +
  "[data-script=on]:not([data-drawn]) [data-below]:not([data-drawn]){content-visibility:auto}" +
  "[data-script=on]:not([data-styled]) [data-below]{content-visibility:hidden}";

/** Behind everything else, in the file: who prints has it. */
const printBelow =
  "@media print{[data-below][data-below][data-below]{content-visibility:visible!important}}";

/**
 * The text of the sheets goes into one `<style>`, in their order; one that dresses nothing on the
 * page as it was made (a message that may come later) comes with the framework. Their links are for
 * `server/held-scripts.ts`, which puts them back. A page that says what stands below its first screen
 * carries the rules for that screen only, and the others come in a file that holds nothing up;
 * `app/page-scripts/after-first-paint.ts` sets it in force. Not all of them anew: the first screen would be styled
 * and laid out twice. So a rule of the file stands behind one that it stood before; that nothing looks
 * different for it, under a pointer or a key either, is tested (`e2e/first-screen.spec.ts`).
 */
export function inlineStyles(html: string, readSheet: (href: string) => string): DressedPage {
  const used = new Set(
    [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, c = ""]) => c.split(" ")),
  );
  const sheets: string[] = [];
  const links: SheetLink[] = [];
  const page = html.replace(sheetLinks, (_, href: string) => {
    const sheet = readSheet(href).trim();
    const isLater = !dresses(sheet, used);
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
      first + waitBelow,
      // A sheet for print is fetched without haste; who runs no script has it at once.
      `${link} media="print" data-rest=""/><noscript>${link}/></noscript>`,
    ),
    links,
    files: [file],
  };
}

function withStyles(page: string, styles: string, links = ""): string {
  return page.replace("</head>", () => `<style>${styles}</style>${links}</head>`);
}

/** All of a page's sheets, for one that no touch is waited for; named by its nonce. */
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

/** A component's own sheet begins with a class of its; any other is taken to be for everything. */
function dresses(sheet: string, used: Set<string>): boolean {
  if (!sheet.startsWith(".")) return true;
  return [...sheet.matchAll(/\.([_a-zA-Z][\w-]*)/g)].some(([, name = ""]) => used.has(name));
}
