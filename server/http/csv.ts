// Formats a line of a CSV file (RFC 4180) that is safe to open in a spreadsheet. Pure.

/** The byte order mark, which makes Excel use UTF-8 instead of the machine's legacy encoding. */
export const byteOrderMark = "\uFEFF";

export function csvLine(cells: string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/**
 * Escapes formulas (CSV injection) with an apostrophe, both at the start of a cell and wherever a
 * spreadsheet that splits at semicolons would start one. The database has the text as it was typed.
 */
function cellOf(text: string): string {
  const safe = text
    .replace(/^[=+\-@\t\r\n＝＋－＠]/, "'$&")
    .replaceAll(/(?<=[;\t\r\n])"*[=+\-@＝＋－＠]/g, "'$&");
  const needsQuotes = /[";,\t\r\n]/.test(safe) || safe !== safe.trim();
  return needsQuotes ? `"${safe.replaceAll('"', '""')}"` : safe;
}
