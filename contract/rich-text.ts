// Parses rich text that the server has sanitized. In such text, each "<" begins a tag, and each
// quotation mark in a tag begins or ends a value.

/** A tag or a text. The name of a closing tag begins with "/". */
export type Piece = { tag: string; attributes: Record<string, string> } | { text: string };

export function* piecesOf(html: string): Generator<Piece> {
  for (const [index, part] of html.split("<").entries()) {
    const end = index === 0 ? -1 : part.indexOf(">");
    if (end >= 0) yield readTag(part.slice(0, end));
    const text = part.slice(end + 1);
    if (text) yield { text: unescapeText(text) };
  }
}

/** Parses the inside of a tag, such as `img src="…" alt="…" /`. */
function readTag(inner: string): Piece {
  const [head = "", ...quoted] = inner.split('"');
  const [tag = "", ...firstName] = head.trim().split(" ");
  const attributes: Record<string, string> = {};
  let name = firstName.join("");
  for (const [index, part] of quoted.entries()) {
    if (index % 2 === 0) attributes[name.replace("=", "").trim()] = unescapeText(part);
    else name = part;
  }
  return { tag, attributes };
}

/** Reverses the escaping of these four characters. The sanitizer doesn't escape any others. */
export function unescapeText(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
