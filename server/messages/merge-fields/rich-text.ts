// Sanitizes rich text from an editor, a clipboard or an attacker. Keeps only what is listed here.
import sanitizeHtml from "sanitize-html";
import { pictureLimits } from "#contract/pictures.ts";
import { piecesOf } from "#contract/rich-text.ts";

const inline = ["strong", "em", "u", "a", "br", "img"];
const blocks = ["p", "h1", "h2", "h3", "ul", "ol", "li", "blockquote", "hr"];
export const richTextTags = [...blocks, ...inline];

const linkTo = /^(https?:\/\/|mailto:|tel:)[^\s{}]+$/i;
/** One of the practice's own pictures. Saving and sending check that it exists. */
const ownPicture = /^\/api\/pictures\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const maxLinkLength = 2000;
const maxDepth = 20;

const rules: sanitizeHtml.IOptions = {
  allowedTags: richTextTags,
  allowedAttributes: { a: ["href"], img: ["src", "alt", "width", "height"] },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  // The content of these elements isn't readable text.
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

/**
 * Makes rich text safe to show and send: it removes scripts and styles, and all links except web,
 * mail and telephone links.
 */
export function sanitizeRichText(html: string): string {
  return sanitizeHtml(html, rules).trim();
}

/** Checks whether rich text has any visible content. */
export function hasContent(html: string): boolean {
  return visibleLines(html).some((line) => line.trim() !== "") || html.includes("<img ");
}

/** Returns the text's lines; each paragraph has at least one. */
export function visibleLines(html: string): string[] {
  const lines: string[] = [];
  for (const { line, text } of textRuns(html)) lines[line - 1] = (lines[line - 1] ?? "") + text;
  return lines;
}

/**
 * Returns the text between the tags of sanitized rich text, with the visible line of each piece.
 */
export function textRuns(html: string): { line: number; text: string }[] {
  const runs: { line: number; text: string }[] = [];
  let line = 1;
  let isLineEmpty = true;
  for (const piece of piecesOf(html)) {
    if ("text" in piece) {
      runs.push({ line, text: piece.text.replaceAll("\n", " ") });
      isLineEmpty = false;
    } else if (lineBreaks.has(piece.tag.replace("/", "")) && !isLineEmpty) {
      line += 1;
      isLineEmpty = true;
    }
  }
  return runs;
}

const lineBreaks = new Set([...blocks, "br"]);

function sizeOf(sizes: Record<string, string | undefined>): Record<string, string> {
  const isSize = (entry: [string, string | undefined]): entry is [string, string] =>
    /^[1-9]\d{0,3}$/.test(entry[1] ?? "");
  return Object.fromEntries(Object.entries(sizes).filter(isSize));
}

function isLink(href: string): boolean {
  return href.length <= maxLinkLength && linkTo.test(href);
}
