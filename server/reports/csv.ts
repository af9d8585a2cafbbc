// One line of a CSV file (RFC 4180) that a spreadsheet may open. Pure.

/** Without it Excel takes UTF-8 for the machine's old encoding. */
export const byteOrderMark = "\uFEFF";

export function csvLine(cells: string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/**
 * What a spreadsheet would take for a formula begins with an apostrophe, which makes it text. What
 * is kept in the database stays as it was typed.
 */
function cellOf(text: string): string {
  const safe = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\t\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
