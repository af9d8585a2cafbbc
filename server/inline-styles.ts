// A page carries its style sheets in itself: one answer is enough for the first paint. See
// docs/decisions/004 for the public pages, docs/scale.md for the desk's.

/**
 * The text of the sheets goes into one `<style>`, in their order; one that dresses nothing on the
 * page as it was made (a message that may come later) waits for the first touch. Their links stay
 * where they are, disabled: a browser fetches nothing for them, and the tree that React takes over
 * later is the same.
 */
export function inlineStyles(html: string, readSheet: (href: string) => string): string {
  const used = new Set(
    [...html.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, c = ""]) => c.split(" ")),
  );
  const sheets: string[] = [];
  const page = html.replace(/<link [^>]*rel="stylesheet"[^>]*>/g, (link) => {
    const [, href = ""] = /href="([^"]+)"/.exec(link) ?? [];
    const sheet = readSheet(href).trim();
    if (!dresses(sheet, used)) return link.replace("<link ", '<link disabled="" data-later="" ');
    sheets.push(sheet);
    return link.replace("<link ", '<link disabled="" ');
  });
  if (sheets.length === 0) return page;
  return page.replace("</head>", () => `<style>${sheets.join("")}</style></head>`);
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
