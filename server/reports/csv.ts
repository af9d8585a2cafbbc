// One line of a CSV file (RFC 4180) that is safe to open in a spreadsheet. Pure.

/** Without it Excel assumes the machine's legacy encoding instead of UTF-8. */
export const byteOrderMark = "\uFEFF";

export function csvLine(cells: string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/**
 * Prefixes cells that a spreadsheet would run as a formula with an apostrophe (CSV injection). The
 * database keeps the text as typed.
 */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
