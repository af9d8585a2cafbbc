// The time for reading even the worst files and rows is linear in their size: four times the size
// takes at most six times the CPU time.
import { expect, test } from "vitest";
import { importLimits } from "#contract/imports.ts";
import { findGrowth, sizeRatio } from "#server/testing/cost.ts";
import { readRows } from "./csv-rows.ts";
import { delimiterOf, FileProblem } from "./file-format.ts";
import { guessColumns, isHeader } from "./guess-columns.ts";
import { makeRowReader } from "./read-row.ts";
import { unwrapRow } from "./split-rows.ts";

const largeBytes = 1_000_000;
/** A row length just under the limit. */
const longRow = 64_000;

const filled = (part: string, length: number) => part.repeat(Math.ceil(length / part.length));

/** The row that a file repeats. It has the given length if long rows are the worst case. */
const worstRows: Record<string, (length: number) => string> = {
  "blank lines": () => "\n",
  "all kinds of line breaks": () => "\r\n\r\r\n",
  "spaces between line breaks": () => " \n",
  "empty cells": () => ",\n",
  "rows of one letter": () => "a\n",
  "rows of 200 columns": () => `${"a,".repeat(importLimits.columns - 1)}a\n`,
  "rows of 200 empty columns": () => `${",".repeat(importLimits.columns - 1)}\n`,
  "rows of different lengths": () => "a\na,a\na,a,a\n",
  "rows of too many columns": (length) => `${filled(",", length)}\n`,
  "long cells": (length) => `${filled("a", length)}\n`,
  "long cells in quotes": (length) => `"${filled("a", length)}"\n`,
  "escaped quotes": (length) => `"${filled('""', length)}"\n`,
  "quotes in the middle of cells": (length) => `a${filled('"', length)}\n`,
  "text after closing quotes": (length) => `${filled('"a"b', length)}\n`,
  "quoted delimiters": (length) => `"${filled(",", length)}"\n`,
  "quoted line breaks": (length) => `"${filled("\n", length)}"\n`,
  "quotes that are never closed": () => `"${filled("a", 500)}\n`,
  "byte order marks": (length) => `${filled("\ufeff", length / 3)}\n`,
  "partial byte order marks": (length) => `${filled("\u00ef\u00bb", length / 2)}\n`,
  "rows over the limit": (length) => `${filled("a", length * 2)}\n`,
};

test.each(Object.entries(worstRows))("a CSV full of %s is read in linear time", async (_, row) => {
  const fileOf = (share: number) =>
    Buffer.from(`name\n${filled(row(longRow * share), largeBytes * share)}`);
  const files = { small: fileOf(1 / sizeRatio), large: fileOf(1) };
  const growth = await findGrowth((size) => cpuOf(() => readAll(files[size])));
  expect(growth).toBeNull();
});

test.each(["a", '"', '"a', "a\n"])(
  "a row wrapped in one cell full of %j is unwrapped in linear time",
  async (part) => {
    const rowOf = (length: number) => ({ line: 1, cells: [`a,${filled(part, length)}`] });
    const rows = { small: rowOf(longRow / sizeRatio), large: rowOf(longRow) };
    const growth = await findGrowth((size) =>
      cpuOf(async () => {
        for (let count = 0; count < 50; count += 1) unwrapRow(rows[size], ",");
      }),
    );
    expect(growth).toBeNull();
  },
);

test.each([
  ["longer", "a\n"],
  ["shorter", "a,b,c\n"],
])("rows that are %s than the header don't take more time than others", async (_, header) => {
  const rows = "a,b\n".repeat(100_000);
  const files = { small: Buffer.from(rows), large: Buffer.from(`${header}${rows}`) };
  const growth = await findGrowth((size) => cpuOf(() => readAll(files[size])));
  expect(growth).toBeNull();
});

/** The text that is repeated in a cell. */
const worstCells: Record<string, string> = {
  letters: "a",
  spaces: " ",
  words: "a ",
  digits: "1",
  "at signs": "a@",
  dots: "a.",
  semicolons: ";",
  brackets: ">",
  "phone numbers": "(813) 555-0142 ",
  extensions: "1 ext. ",
  dates: "2026-03-01T",
  "direction marks": "\u200f",
  "control characters": "\u0001",
  "lone surrogates": "\ud800",
  "characters beyond 16 bits": "\u{1f600}",
  "Facebook's prefixes": "p:",
  quotes: '"',
};

const columns = ["full_name", "email", "phone_number", "created_time", "ad_id", "form_id", "note"];

test.each(Object.entries(worstCells))(
  "rows with cells full of %s are read in linear time",
  async (_, part) => {
    const read = makeRowReader({
      header: columns,
      fields: ["fullName", "email", "phone", "submittedAt", "answer", "answer", "answer"],
      timeZone: "America/New_York",
      now: new Date("2026-03-17T12:00:00Z"),
    });
    // The text is alone in a cell or between two letters.
    for (const around of ["", "a"]) {
      const rows = { small: rowsOf(longRow / sizeRatio), large: rowsOf(longRow) };
      function rowsOf(length: number): string[][] {
        return columns.map((_name, at) =>
          columns.map((__, column) =>
            column === at ? `${around}${filled(part, length)}${around}` : "",
          ),
        );
      }
      const growth = await findGrowth((size) =>
        cpuOf(async () => {
          for (const row of rows[size]) {
            read(row);
            isHeader(row);
            guessColumns(row, [row]);
            delimiterOf(row.join(","));
          }
        }),
      );
      expect([growth, around]).toEqual([null, around]);
    }
  },
);

test("the time for reading a row is linear in the number of its columns", async () => {
  const rowOf = (count: number) => {
    const header = Array.from({ length: count }, (_, column) => `Question ${column}?`);
    const read = makeRowReader({
      ...{ header, fields: header.map((_, column) => (column === 0 ? "fullName" : "answer")) },
      ...{ timeZone: "America/New_York", now: new Date("2026-03-17T12:00:00Z") },
    });
    return { read, row: header.map(() => "a".repeat(300)) };
  };
  const rows = {
    small: rowOf(importLimits.columns / sizeRatio),
    large: rowOf(importLimits.columns),
  };
  const growth = await findGrowth((size) =>
    cpuOf(async () => {
      for (let count = 0; count < 500; count += 1) rows[size].read(rows[size].row);
    }),
  );
  expect(growth).toBeNull();
});

async function readAll(file: Buffer) {
  try {
    for await (const _ of readRows([file], { encoding: "utf-8", delimiter: "," }));
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
  }
}

/** Runs the work and returns its CPU time in milliseconds. */
async function cpuOf(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
