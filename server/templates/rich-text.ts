// Rich text: of what an editor, a clipboard or a stranger hands in, only what is named here stays.
import sanitizeHtml from "sanitize-html";

const inline = ["strong", "em", "u", "a", "br"];
const blocks = ["p", "h1", "h2", "h3", "ul", "ol", "li", "blockquote", "hr"];
/** The elements that rich text may be made of. */
export const richTextTags = [...blocks, ...inline];

const linkTo = /^(https?:\/\/|mailto:|tel:)[^\s{}]+$/i;
const longestLink = 2000;
const deepest = 20;

const rules: sanitizeHtml.IOptions = {
  allowedTags: richTextTags,
  allowedAttributes: { a: ["href"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  // What stands in these is no text for people.
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "svg", "math"],
  nestingLimit: deepest,
  transformTags: {
    b: "strong",
    i: "em",
    div: "p",
    h4: "h3",
    h5: "h3",
    h6: "h3",
    a(tagName, { href = "" }): sanitizeHtml.Tag {
      return { tagName, attribs: isLink(href) ? { href } : {} };
    },
  },
};

/** Safe to show and to send: no script, no style, no address but web, mail and telephone links. */
export function sanitizeRichText(html: string): string {
  return sanitizeHtml(html, rules).trim();
}

/** Whether anybody would see something. */
export function saysSomething(html: string): boolean {
  return plainOf(html).trim() !== "";
}

function plainOf(html: string): string {
  return unescapeText(html.replace(/<[^>]*>/g, "")).replaceAll("\u00a0", " ");
}

/** Of sanitized rich text: the pieces of text between its tags, and on which line each is read. */
export function textRuns(html: string): { line: number; column: number; text: string }[] {
  const runs: { line: number; column: number; text: string }[] = [];
  let line = 1;
  let column = 1;
  for (const [, tag, text = ""] of html.matchAll(/(<[^>]*>)|([^<]+)/g)) {
    if (tag === undefined) {
      const read = unescapeText(text).replaceAll("\n", " ");
      runs.push({ line, column, text: read });
      column += read.length;
    } else if (breaksLine.test(tag) && column > 1) {
      line += 1;
      column = 1;
    }
  }
  return runs;
}

const breaksLine = /^<\/?(p|h[1-3]|ul|ol|li|blockquote|hr|br)\b/;

/** The sanitizer writes these four; everything else stands as itself. */
export function unescapeText(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

function isLink(href: string): boolean {
  return href.length <= longestLink && linkTo.test(href);
}
