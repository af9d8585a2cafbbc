// Rich text: of what an editor, a clipboard or a stranger hands in, only what is named here stays.
import sanitizeHtml from "sanitize-html";
import { pictureLimits } from "#contract/pictures.ts";

const inline = ["strong", "em", "u", "a", "br", "img"];
const blocks = ["p", "h1", "h2", "h3", "ul", "ol", "li", "blockquote", "hr"];
/** The elements that rich text may be made of. */
export const richTextTags = [...blocks, ...inline];

const linkTo = /^(https?:\/\/|mailto:|tel:)[^\s{}]+$/i;
/** A picture is one of the practice's own; whether it is, is asked when it is saved and sent. */
const ownPicture = /^\/api\/pictures\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const longestLink = 2000;
const deepest = 20;

const rules: sanitizeHtml.IOptions = {
  allowedTags: richTextTags,
  allowedAttributes: { a: ["href"], img: ["src", "alt", "width", "height"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  // What stands in these is no text for people.
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "svg", "math"],
  nestingLimit: deepest,
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs.src,
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
    img(tagName, { src = "", alt = "", width, height }): sanitizeHtml.Tag {
      if (!ownPicture.test(src)) return { tagName, attribs: {} };
      // What would be filled in is no description.
      const words = alt.replace(/[{}]/g, "").slice(0, pictureLimits.alt);
      return { tagName, attribs: { src, alt: words, ...sizeOf({ width, height }) } };
    },
  },
};

/** Safe to show and to send: no script, no style, no address but web, mail and telephone links. */
export function sanitizeRichText(html: string): string {
  return sanitizeHtml(html, rules).trim();
}

/** Whether anybody would see something. */
export function saysSomething(html: string): boolean {
  return plainOf(html).trim() !== "" || html.includes("<img ");
}

function plainOf(html: string): string {
  return unescapeText(html.replace(/<[^>]*>/g, "")).replaceAll("\u00a0", " ");
}

/** Of sanitized rich text: the pieces of text between its tags, and on which line each is read. */
export function textRuns(html: string): { line: number; text: string }[] {
  const runs: { line: number; text: string }[] = [];
  let line = 1;
  let isLineEmpty = true;
  for (const [, tag, text = ""] of html.matchAll(/(<[^>]*>)|([^<]+)/g)) {
    if (tag === undefined) {
      const read = unescapeText(text).replaceAll("\n", " ");
      runs.push({ line, text: read });
      isLineEmpty = false;
    } else if (breaksLine.test(tag) && !isLineEmpty) {
      line += 1;
      isLineEmpty = true;
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

function sizeOf(sizes: Record<string, string | undefined>): Record<string, string> {
  const isSize = (entry: [string, string | undefined]): entry is [string, string] =>
    /^[1-9]\d{0,3}$/.test(entry[1] ?? "");
  return Object.fromEntries(Object.entries(sizes).filter(isSize));
}

function isLink(href: string): boolean {
  return href.length <= longestLink && linkTo.test(href);
}
