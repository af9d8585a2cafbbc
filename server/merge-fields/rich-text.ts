// Sanitizes rich text from an editor, a clipboard or an attacker: only what is listed here remains.
import sanitizeHtml from "sanitize-html";
import { pictureLimits } from "#contract/pictures.ts";

const inline = ["strong", "em", "u", "a", "br", "img"];
const blocks = ["p", "h1", "h2", "h3", "ul", "ol", "li", "blockquote", "hr"];
export const richTextTags = [...blocks, ...inline];

const linkTo = /^(https?:\/\/|mailto:|tel:)[^\s{}]+$/i;
/** A picture of the practice itself; saving and sending check that it exists. */
const ownPicture = /^\/api\/pictures\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const maxLinkLength = 2000;
const maxDepth = 20;

const rules: sanitizeHtml.IOptions = {
  allowedTags: richTextTags,
  allowedAttributes: { a: ["href"], img: ["src", "alt", "width", "height"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  // The content of these elements is not text for people.
  nonTextTags: ["script", "style", "textarea", "option", "noscript", "template", "svg", "math"],
  nestingLimit: maxDepth,
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
      // A merge field in the alternative text would be filled in.
      const words = alt.replace(/[{}]/g, "").slice(0, pictureLimits.alt);
      return { tagName, attribs: { src, alt: words, ...sizeOf({ width, height }) } };
    },
  },
};

/** Safe to show and to send: no scripts, no styles, only web, mail and telephone links. */
export function sanitizeRichText(html: string): string {
  return sanitizeHtml(html, rules).trim();
}

/** Whether it has any visible content. */
export function hasContent(html: string): boolean {
  return plainOf(html).trim() !== "" || html.includes("<img ");
}

function plainOf(html: string): string {
  return unescapeText(html.replace(/<[^>]*>/g, "")).replaceAll("\u00a0", " ");
}

/** The text between the tags of sanitized rich text, with the visible line of each piece. */
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

/** The sanitizer escapes these four characters only. */
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
  return href.length <= maxLinkLength && linkTo.test(href);
}
