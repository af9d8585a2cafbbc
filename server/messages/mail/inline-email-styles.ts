// Inlines styles into rich text, because many mail programs ignore style sheets.
import sanitizeHtml from "sanitize-html";
import { colors } from "#content/colors.ts";
import { richTextTags } from "#server/messages/merge-fields/rich-text.ts";
import { contentId } from "#server/messages/pictures/pictures.ts";

const ink = "color:#14211f";
const styles: Record<string, string> = {
  p: `margin:0 0 14px;${ink};font-size:16px;line-height:25px`,
  h1: `margin:22px 0 10px;${ink};font-size:24px;line-height:30px;font-weight:700`,
  h2: `margin:20px 0 8px;${ink};font-size:20px;line-height:26px;font-weight:700`,
  h3: `margin:18px 0 6px;${ink};font-size:17px;line-height:24px;font-weight:700`,
  ul: "margin:0 0 14px;padding-left:24px",
  ol: "margin:0 0 14px;padding-left:24px",
  li: `margin:0 0 4px;${ink};font-size:16px;line-height:25px`,
  blockquote: "margin:0 0 14px;padding:2px 0 2px 14px;border-left:3px solid #e2e4df;color:#5a6764",
  hr: "margin:20px 0;border:0;border-top:1px solid #e2e4df",
  a: `color:${colors.accent.light};text-decoration:underline`,
};

const styled: Record<string, sanitizeHtml.Transformer> = Object.fromEntries(
  Object.entries(styles).map(([tag, style]) => [
    tag,
    (tagName, attribs) => ({ tagName, attribs: { ...attribs, style } }),
  ]),
);

/** The width of an email's text column; some programs need a fixed width. */
const emailWidth = 526;

/** Editors put a paragraph into every list item, which mail programs space far apart. */
const paragraphInList = `margin:0 0 2px;${ink};font-size:16px;line-height:25px`;

/** Inlines styles into sanitized rich text, which doesn't have any yet. */
export function inlineEmailStyles(html: string): string {
  let listItems = 0;
  return sanitizeHtml(html, {
    allowedTags: richTextTags,
    allowedAttributes: {
      "*": ["style"],
      a: ["href", "style"],
      img: ["src", "alt", "width", "style"],
    },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: ["cid"] },
    transformTags: {
      ...styled,
      p: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, style: listItems > 0 ? paragraphInList : (styles.p ?? "") },
      }),
      img: (tagName, attribs) => ({ tagName, attribs: carried(attribs) }),
    },
    onOpenTag: (tag) => {
      if (tag === "li") listItems += 1;
    },
    onCloseTag: (tag) => {
      if (tag === "li") listItems -= 1;
    },
    // The styles are ours, so they don't need to be parsed.
    parseStyleAttributes: false,
  });
}

/** A picture is attached to the email, so its URL is that part's id. */
function carried({ src = "", alt = "", width }: Record<string, string>): Record<string, string> {
  return {
    src: `cid:${contentId(src.slice(src.lastIndexOf("/") + 1))}`,
    alt,
    ...(width && { width: String(Math.min(Number(width), emailWidth)) }),
    style: "max-width:100%;height:auto;border:0;border-radius:6px",
  };
}
