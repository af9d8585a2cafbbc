// A public page carries its style sheets in itself: one answer is enough for the first paint. See
// docs/decisions/004.

/**
 * The sheets' text goes into one `<style>` in their order. Their links stay where they are, disabled:
 * a browser fetches nothing for them, and the tree that React takes over later is the same.
 */
export function inlineStyles(html: string, readSheet: (href: string) => string): string {
  const sheets: string[] = [];
  const page = html.replace(/<link [^>]*rel="stylesheet"[^>]*>/g, (link) => {
    const [, href = ""] = /href="([^"]+)"/.exec(link) ?? [];
    sheets.push(readSheet(href).trim());
    return link.replace("<link ", '<link disabled="" ');
  });
  if (sheets.length === 0) return html;
  return page.replace("</head>", () => `<style>${sheets.join("")}</style></head>`);
}
