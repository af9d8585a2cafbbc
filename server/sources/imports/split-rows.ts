// Splits a CSV file's text into rows as it arrives. Pure, in one pass over the characters: see
// decision 093.
import { type ImportDelimiter, importLimits } from "#contract/imports.ts";
import { FileProblem } from "./file-format.ts";

export type CsvRow = {
  /** The line of the file where the row begins, from 1. */
  line: number;
  cells: string[];
};

const quote = 0x22;
const lineEnd = 0x0a;

/**
 * Where the next character is: at the beginning of a cell, in an unquoted cell, inside quotes, or
 * after a quote that may end the cell.
 */
type Place = "start" | "plain" | "quoted" | "after-quote";

/**
 * Splits rows as leniently as spreadsheets: rows of any length, and quotes in the middle of a cell.
 * Lines must end in "\n". `push` and `end` return the complete rows, including blank ones, and
 * throw `FileProblem`.
 */
export function makeRowSplitter(delimiter: ImportDelimiter, firstLine = 1) {
  const delimiterCode = delimiter.charCodeAt(0);
  let place: Place = "start";
  let line = firstLine;
  /** The incomplete row: its line, its cells, the text of its last cell, its length. */
  let row: CsvRow = { line, cells: [] };
  let cell = "";
  let length = 0;

  function grow(by: number) {
    length += by;
    // Counted in characters: UTF-16 has two bytes for each.
    if (length > importLimits.rowBytes) throw new FileProblem("row_too_long", row.line);
  }

  function endCell(rest: string) {
    row.cells.push(cell + rest);
    cell = "";
    place = "start";
    if (row.cells.length > importLimits.columns) {
      throw new FileProblem("too_many_columns", row.line);
    }
  }

  function endRow(): CsvRow {
    const ended = row;
    row = { line, cells: [] };
    length = 0;
    return ended;
  }

  return {
    push(text: string): CsvRow[] {
      const rows: CsvRow[] = [];
      /** Where the text that isn't in a cell yet begins. */
      let from = 0;
      for (let at = 0; at < text.length; at += 1) {
        const code = text.charCodeAt(at);
        if (code === lineEnd) line += 1;
        if (place === "quoted") {
          if (code !== quote) continue;
          cell += text.slice(from, at);
          grow(at + 1 - from);
          place = "after-quote";
          from = at + 1;
        } else if (place === "start" && code === quote) {
          place = "quoted";
          from = at + 1;
        } else if (place === "after-quote" && code === quote) {
          // A doubled quote inside quotes is one quote.
          place = "quoted";
          from = at;
        } else if (code === delimiterCode || code === lineEnd) {
          grow(at + 1 - from);
          endCell(text.slice(from, at));
          from = at + 1;
          if (code === lineEnd) rows.push(endRow());
        } else if (place === "after-quote") {
          // The quotes don't enclose the whole cell, so they belong to its text.
          cell = `"${cell}"`;
          place = "plain";
        } else place = "plain";
      }
      cell += text.slice(from);
      grow(text.length - from);
      return rows;
    },
    /** Whether the text so far ends inside quotes, so that `end` would throw. */
    isOpen: () => place === "quoted",
    end(): CsvRow[] {
      if (place === "quoted") throw new FileProblem("open_quote", row.line);
      if (place === "start" && row.cells.length === 0) return [];
      endCell("");
      return [endRow()];
    },
  };
}

/**
 * Splits a row whose single cell contains a whole row. A spreadsheet that opened a file as one
 * column puts each line in quotes when it saves the file. Returns every other row unchanged. Throws
 * `FileProblem` for too many columns.
 */
export function unwrapRow(row: CsvRow, delimiter: ImportDelimiter): CsvRow {
  const [text = "", ...more] = row.cells;
  if (more.length > 0 || !text.includes(delimiter)) return row;
  const splitter = makeRowSplitter(delimiter, row.line);
  const isOneRow = splitter.push(text).length === 0 && !splitter.isOpen();
  return (isOneRow && splitter.end()[0]) || row;
}

/**
 * Checks whether the rows are wrapped like that: each is one cell, and most cells contain several.
 */
export function areWrapped(rows: CsvRow[], delimiter: ImportDelimiter): boolean {
  if (rows.some(({ cells }) => cells.length > 1)) return false;
  const inner = rows.filter((row) => unwrapRow(row, delimiter).cells.length > 1);
  return inner.length > rows.length / 2;
}
