// Reads rich text that the server has sanitized: each "<" begins a tag, and in a tag, each
// quotation mark begins or ends a value.

/** A closing tag's name begins with "/". */
export type Piece = { tag: string; attributes: Record<string, string> } | { text: string };

export function* piecesOf(html: string): Generator<Piece> {
  for (const [index, part] of html.split("<").entries()) {
    const end = index === 0 ? -1 : part.indexOf(">");
    if (end >= 0) yield readTag(part.slice(0, end));
    const text = part.slice(end + 1);
    if (text) yield { text: unescapeText(text) };
  }
}

/** `img src="…" alt="…" /` */
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

/** Reverses the sanitizer's escaping of these four characters, the only ones that it escapes. */
export function unescapeText(text: string): string {
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}
