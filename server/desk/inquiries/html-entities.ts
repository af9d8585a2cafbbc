// Decodes HTML entities in plain text, because form plugins send "crowns &amp; bridges". Pure.

const named: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

/**
 * Decodes each entity once: "&amp;lt;" becomes the text "&lt;". The result is text, never markup.
 */
export function decodeEntities(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|rsquo|lsquo));/gi,
    (whole, decimal, hex, name) => {
      if (name) return named[name.toLowerCase()] ?? "’";
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
