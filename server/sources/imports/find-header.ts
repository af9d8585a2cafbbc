// Finds the row with the column names among the first rows of a file. Pure.
import { importLimits } from "#contract/imports.ts";
import { countNames, isHeader } from "./guess-columns.ts";
import type { CsvRow } from "./split-rows.ts";

/**
 * Returns the row with the most names of person fields, which may be below a title or a note.
 * Without known names, returns the first row that is as wide as the others and is above all rows
 * with a person's data. Returns null if there is no header.
 */
export function findHeader(rows: CsvRow[]): CsvRow | null {
  const first = rows.filter(
    ({ line, cells }) => line <= importLimits.headerLine && !isDelimiterLine({ line, cells }),
  );
  const dataAt = first.findIndex(({ cells }) => cells.some(Boolean) && !isHeader(cells));
  const named = first
    .map((row, index) => ({ row, index, names: namesIn(row.cells) }))
    // A row with a single known word counts only above the data, because a person's data may
    // contain that word.
    .filter(({ index, names }) => names > 0 && (names > 1 || dataAt < 0 || index < dataAt));
  const [best] = named.toSorted((one, other) => other.names - one.names);
  if (best) return best.row;
  const width = Math.max(0, ...first.map(widthOf));
  const before = dataAt < 0 ? first : first.slice(0, dataAt);
  return before.find((row) => widthOf(row) > width / 2) ?? before[0] ?? null;
}

/** Checks for a spreadsheet's `sep=` line, which may have been split by that delimiter. */
function isDelimiterLine({ line, cells }: CsvRow): boolean {
  return line === 1 && /^"?sep=/i.test(cells[0] ?? "") && cells.slice(1).every((cell) => !cell);
}

function namesIn(cells: string[]): number {
  return isHeader(cells) ? countNames(cells) : 0;
}

function widthOf({ cells }: CsvRow): number {
  return cells.filter((cell) => cell.trim() !== "").length;
}
