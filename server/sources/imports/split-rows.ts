// Splits the text of a CSV file into rows while it arrives. Pure, in one pass over the characters:
// see decision 093.
import { type ImportDelimiter, importLimits } from "#contract/imports.ts";
import { FileProblem } from "./file-format.ts";

export type CsvRow = {
  /** The line of the file in which the row begins, counted from 1. */
  line: number;
  cells: string[];
};

const quote = 0x22;
const lineEnd = 0x0a;

/**
 * Where the next character is: at the beginning of a cell, in an unquoted cell, inside quotes, or
 * after a quote that may be the end of the cell.
 */
type Place = "start" | "plain" | "quoted" | "after-quote";

/**
 * Returns a splitter that is as lenient as spreadsheets: rows may have any length, and quotes may
 * be in the middle of a cell. Lines must end in "\n". `push` and `end` return the rows that are
 * complete, including blank ones, and throw `FileProblem`.
 */
export function makeRowSplitter(delimiter: ImportDelimiter, firstLine = 1) {
  const delimiterCode = delimiter.charCodeAt(0);
  let place: Place = "start";
  let line = firstLine;
  /** The incomplete row, with the text of its last cell and the row's length so far. */
  let row: CsvRow = { line, cells: [] };
  let cell = "";
  let length = 0;

  function grow(by: number) {
    length += by;
    // The length is in characters. UTF-16 has two bytes for each.
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
      /** Where the text begins that hasn't been added to a cell yet. */
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
          // A double quote that is doubled inside quotes stands for one.
          place = "quoted";
          from = at;
        } else if (code === delimiterCode || code === lineEnd) {
          grow(at + 1 - from);
          endCell(text.slice(from, at));
          from = at + 1;
          if (code === lineEnd) rows.push(endRow());
        } else if (place === "after-quote") {
          // Text follows the closing quote, so the quotes are part of the cell's text.
          cell = `"${cell}"`;
          place = "plain";
        } else place = "plain";
      }
      cell += text.slice(from);
      grow(text.length - from);
      return rows;
    },
    /** Whether the text so far ends inside quotes. `end` would then throw. */
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
 * Splits a row that is wrapped in a single cell. A spreadsheet that opens a file as a single column
 * puts each line in quotes when it saves the file. Returns any other row unchanged. Throws
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
 * Checks whether the rows are wrapped in single cells: each row is one cell, and most of these
 * cells contain several.
 */
export function areWrapped(rows: CsvRow[], delimiter: ImportDelimiter): boolean {
  if (rows.some(({ cells }) => cells.length > 1)) return false;
  const inner = rows.filter((row) => unwrapRow(row, delimiter).cells.length > 1);
  return inner.length > rows.length / 2;
}
