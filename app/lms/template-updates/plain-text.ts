// Converts rich text (sanitized HTML) to plain text for a comparison.
import { toBrackets } from "#app/ui/rich-text/merge-fields.ts";
import { templateUpdateWords as words } from "#content/desk/template-updates.ts";
import { piecesOf } from "#contract/rich-text.ts";

/**
 * Returns the text with one line for each paragraph, list item and heading. A link is followed by
 * its URL.
 */
export function plainText(html: string): string {
  let text = "";
  let link = { url: "", from: 0 };
  for (const piece of piecesOf(html)) {
    if ("text" in piece) text += piece.text;
    else if (piece.tag === "a") link = { url: piece.attributes.href ?? "", from: text.length };
    else if (piece.tag === "/a" && link.url && text.slice(link.from) !== link.url)
      text += ` (${link.url})`;
    else if (piece.tag === "img") text += words.picture(piece.attributes.alt ?? "");
    else if (piece.tag === "li") text += "• ";
    else if (lineEnds.has(piece.tag)) text += "\n";
  }
  const lines = text.split("\n").filter(Boolean);
  return toBrackets(lines.join("\n").trim());
}

const lineEnds = new Set([
  ...["br", "/p", "/li", "/h1", "/h2", "/h3", "/ul", "/ol", "/blockquote"],
]);
