// Detecting a file's format and splitting the file into rows. The samples are files as platforms
// and spreadsheets write them, and damaged files.
import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type ImportDelimiter,
  type ImportEncoding,
  importDelimiters,
  importLimits,
} from "#contract/imports.ts";
import { readRows } from "./csv-rows.ts";
import { delimiterOf, encodingOf, FileProblem } from "./file-format.ts";
import { areWrapped, type CsvRow, unwrapRow } from "./split-rows.ts";

const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();

test.each<[string, Buffer, ImportEncoding | null]>([
  ["plain text", Buffer.from("name,phone\n"), null],
  ["UTF-8 with a byte order mark, which may be wrong", Buffer.from("\ufeffname"), null],
  ["UTF-16 LE with a byte order mark", Buffer.from("\ufeffname", "utf16le"), "utf-16le"],
  ["UTF-16 LE without a byte order mark", Buffer.from("name\tphone", "utf16le"), "utf-16le"],
  ["UTF-16 BE with a byte order mark", utf16be("\ufeffname"), "utf-16be"],
  ["UTF-16 BE without a byte order mark", utf16be("name\tphone"), "utf-16be"],
  [
    "text with a few zero bytes, which isn't UTF-16",
    Buffer.from("name\0,phone,email,created time"),
    null,
  ],
])("the encoding is detected for %s", (_, head, encoding) => {
  expect(encodingOf(head)).toBe(encoding);
});

test.each([
  ["an empty file", Buffer.alloc(0), "empty"],
  ["an .xlsx file", Buffer.from("PK\x03\x04rest"), "zip"],
  ["an old .xls file", Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), "zip"],
  ["a gzip file", Buffer.from([0x1f, 0x8b, 8]), "zip"],
  ["a PDF", Buffer.from("%PDF-1.7"), "pdf"],
  ["a web page", Buffer.from("\ufeff\n <!DOCTYPE html><html>"), "html"],
  ["a table from a web page", Buffer.from("<table><tr>"), "html"],
])("a file that isn't CSV is rejected: %s", (_, head, problem) => {
  expect(problemOf(() => encodingOf(head))).toEqual([problem, null]);
});

test.each<[string, ImportDelimiter]>([
  ["name,phone\n1;2;3;4", ","],
  ["name;phone;email, work\n", ";"],
  ["name\tphone\n", "\t"],
  ['"a;b;c",d\n', ","],
  ['"a,b,c"\td\n', "\t"],
  ["\n\nname;phone", ";"],
  ['"name;phone"\n"Ana;""1"""\n', ";"],
  ['Leads\r\n"name\tphone"\r\n', "\t"],
  ["email", ","],
  ["", ","],
])("the text %j has the delimiter %j", (text, delimiter) => {
  expect(delimiterOf(text)).toBe(delimiter);
});

test("rows have the line numbers of the file, even after blank lines and multiline cells", async () => {
  const text = 'name,note\r\n\r\n"A","one\r\ntwo"\r\n , \nB,x\rC,y';
  expect(await rowsOf(text)).toEqual([
    { line: 1, cells: ["name", "note"] },
    { line: 3, cells: ["A", "one\ntwo"] },
    { line: 6, cells: ["B", "x"] },
    { line: 7, cells: ["C", "y"] },
  ]);
});

test.each<[string, string, string[]]>([
  ["a quote in the middle of a cell", 'a,5" pipe', ["a", '5" pipe']],
  ["text after a closing quote", 'a,"b" c', ["a", '"b" c']],
  ["doubled quotes", '"say ""hi""",b', ['say "hi"', "b"]],
  ["a byte order mark in the middle, as in joined files", "a,\ufeffb", ["a", "b"]],
  ["a formula", "=1+1,@x", ["=1+1", "@x"]],
  ["a direction mark", "\u200fa,b", ["\u200fa", "b"]],
  ["an id beyond 2^53", "9007199254740993,b", ["9007199254740993", "b"]],
  ["more cells than any header", "a,b,c,d", ["a", "b", "c", "d"]],
])("a row with %s is split correctly", async (_, text, cells) => {
  expect(await rowsOf(text)).toEqual([{ line: 1, cells }]);
});

test.each<[string, string, string[]]>([
  ["a whole row", 'Ana,"1 ""x"", 2"', ["Ana", '1 "x", 2']],
  ["a row with a quoted line break", 'Ana,"1\n2"', ["Ana", "1\n2"]],
  ["an empty row", ",", ["", ""]],
  ["a row with an open quote", 'Ana,"1', ['Ana,"1']],
  ["several rows", "Ana,1\nBo,2", ["Ana,1\nBo,2"]],
  ["no delimiter", '1 "x"', ['1 "x"']],
])("a row's only cell is unwrapped if its text is exactly one row: %s", (_, text, cells) => {
  expect(unwrapRow({ line: 7, cells: [text] }, ",")).toEqual({ line: 7, cells });
});

test.each<[string, string[][], boolean]>([
  ["each line is quoted", [["Name,Phone"], ["Ana,1"]], true],
  ["each line below a title is quoted", [["Leads"], ["Name,Phone"], ["Ana,1"]], true],
  ["one line isn't quoted", [["Name,Phone"], ["Ana", "1"]], false],
  ["a column has two addresses once", [["Email"], ["a@b.com, c@d.com"], ["e@f.com"]], false],
  ["there are no rows", [], false],
])("whether rows count as wrapped if %s: %j, %s", (_, table, is) => {
  const rows = table.map((cells, index) => ({ line: index + 1, cells }));
  expect(areWrapped(rows, ",")).toBe(is);
});

test.each<[string, string, string, number | null]>([
  ["a quote that is never closed", 'a,b\n1,2\n3,"4\n5,6\n', "open_quote", 3],
  ["a row over 64 KB", `a,b\n1,2\n${"x".repeat(importLimits.rowBytes + 1)},4\n`, "row_too_long", 3],
  ["a quote that includes the rest of the file", `a\n"${"x\n".repeat(50_000)}`, "row_too_long", 2],
  ["5,000 columns", `a\n${"x,".repeat(4999)}x\n`, "too_many_columns", 2],
  ["a NUL byte", "a,b\n1,\0\n", "nul_bytes", null],
])("a file with %s is rejected with the line number, if known", async (_, text, problem, line) => {
  const refusal = await rowsOf(text).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(FileProblem);
  expect(refusal).toMatchObject({ problem, line });
});

test.each<[string, Buffer, ImportEncoding]>([
  ["Windows-1252", Buffer.from([0x80, 0x93, 0x92, 0xe9]), "windows-1252"],
  [
    "Windows-1252 after a UTF-8 byte order mark",
    Buffer.from([0xef, 0xbb, 0xbf, 0x80, 0x93, 0x92, 0xe9]),
    "windows-1252",
  ],
  ["UTF-16 LE", Buffer.from("\ufeff€“’é", "utf16le"), "utf-16le"],
  ["UTF-16 BE", utf16be("\ufeff€“’é"), "utf-16be"],
  ["UTF-8", Buffer.from("\ufeff€“’é"), "utf-8"],
])("text in %s is decoded", async (_, bytes, encoding) => {
  const rows = [{ line: 1, cells: ["€“’é"] }];
  expect(await rowsOf([bytes], { encoding })).toEqual(rows);
  expect(await rowsOf(bytesOf(bytes), { encoding })).toEqual(rows);
});

test("invalid UTF-8 and an incomplete last character are replaced, not rejected", async () => {
  const bytes = [Buffer.from([0x61, 0xff, 0x2c, 0xe2, 0x82])];
  expect(await rowsOf(bytes)).toEqual([{ line: 1, cells: ["a\ufffd", "\ufffd"] }]);
});

test("rows that aren't blank are read back as they were written, however the bytes are split", async () => {
  const cell = fc
    .string({ unit: "grapheme", maxLength: 12 })
    .map((text) => text.replace(/[\r\0\ufeff]/g, "").trim());
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.constantFrom(...importDelimiters),
      fc.constantFrom<ImportEncoding>("utf-8", "utf-16le", "utf-16be"),
      fc.integer({ min: 1, max: 7 }),
      async (table, delimiter, encoding, step) => {
        const text = table.map((row) => lineOf(row, delimiter)).join("");
        const whole = encoding === "utf-8" ? Buffer.from(text) : Buffer.from(text, "utf16le");
        if (encoding === "utf-16be") whole.swap16();
        const pieces: Buffer[] = [];
        for (let at = 0; at < whole.length; at += step) pieces.push(whole.subarray(at, at + step));
        const read = await rowsOf(pieces, { encoding, delimiter });
        const filled = table.filter((row) => row.some((one) => one !== ""));
        expect(read.map(({ cells }) => cells)).toEqual(filled);
      },
    ),
  );
});

test("any bytes produce either rows or a `FileProblem`", async () => {
  const bytes = fc.array(
    fc.oneof(
      fc.constantFrom(...'",;\t\r\n\0ab'.split("")).map((one) => Buffer.from(one)),
      fc.uint8Array({ maxLength: 5 }).map((some) => Buffer.from(some)),
    ),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(bytes, async (pieces) => {
      const read = await rowsOf(pieces).catch((error: unknown) => error);
      expect(Array.isArray(read) || read instanceof FileProblem).toBe(true);
    }),
  );
});

test("a file isn't read further after its reader stops at the first row", async () => {
  let given = 0;
  async function* endless() {
    for (;;) {
      given += 1;
      yield Buffer.from("a,b\n".repeat(5000));
      await nextTurn();
    }
  }
  const rows = readRows(endless(), { encoding: "utf-8", delimiter: "," });
  expect((await rows.next()).value?.cells).toEqual(["a", "b"]);
  await rows.return(undefined);
  const before = given;
  for (let turn = 0; turn < 10; turn += 1) await nextTurn();
  expect(given - before).toBeLessThan(3);
});

test.each([
  ["short rows", "a\n"],
  ["blank rows", " \n"],
  ["blank lines", "\n"],
  ["short and long rows", "a\na,b,c\n"],
  ["quotes", '"a\n"\n'],
])("other work can run after every 4 KB of a file full of %s", async (_, row) => {
  const piece = Buffer.from(`name,phone\n${row.repeat(200_000 / row.length)}`);
  let turns = 0;
  let isDone = false;
  const others = (async () => {
    for (; !isDone; turns += 1) await nextTurn();
  })();
  /** The largest number of rows that were read in one turn. */
  let most = 0;
  let [before, count] = [0, 0];
  for await (const _ of readRows([piece], { encoding: "utf-8", delimiter: "," })) {
    if (turns !== before) [before, count] = [turns, 0];
    count += 1;
    most = Math.max(most, count);
  }
  isDone = true;
  await others;
  expect(turns).toBeGreaterThanOrEqual(Math.floor(piece.length / 4096));
  expect(most).toBeLessThanOrEqual(4096);
});

test("a file with one row too many is rejected with the line number of that row, and blank rows count too", async () => {
  for (const row of ["a\n", "a,b,c\n", "\n", " \n", ",,\n"]) {
    const file = Buffer.from(`name,phone\n${row.repeat(10)}`);
    const read = async (maxRows: number) => {
      let count = 0;
      const format = { encoding: "utf-8", delimiter: ",", maxRows } as const;
      for await (const _ of readRows([file], format)) count += 1;
      return count;
    };
    expect(await read(11)).toBeGreaterThan(0);
    await expect(read(10)).rejects.toMatchObject({ problem: "too_many_rows", line: 11 });
  }
});

const bytesOf = (bytes: Buffer) => [...bytes].map((byte) => Buffer.from([byte]));

async function rowsOf(
  file: string | Buffer[],
  format: { encoding?: ImportEncoding; delimiter?: ImportDelimiter } = {},
): Promise<CsvRow[]> {
  const bytes = typeof file === "string" ? [Buffer.from(file)] : file;
  const rows: CsvRow[] = [];
  for await (const row of readRows(bytes, { encoding: "utf-8", delimiter: ",", ...format })) {
    rows.push(row);
  }
  return rows;
}

function lineOf(row: string[], delimiter: ImportDelimiter): string {
  return `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)}\r\n`;
}

function problemOf(work: () => unknown) {
  try {
    work();
  } catch (error) {
    if (error instanceof FileProblem) return [error.problem, error.line];
  }
  return null;
}
