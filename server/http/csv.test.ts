import { expect, test } from "vitest";
import { csvLine } from "./csv.ts";

test.each([
  ["=HYPERLINK(1)", "'=HYPERLINK(1)"],
  ["+1 813", "'+1 813"],
  ["-2+3", "'-2+3"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", `"'\t'=1"`],
  ["\r=1", `"'\r'=1"`],
  ["\n=1", `"'\n'=1"`],
  ["＝1", "'＝1"],
  ['="a","b"', `"'=""a"",""b"""`],
  ["Quintero, Marisol", '"Quintero, Marisol"'],
  ['the "Bay"', '"the ""Bay"""'],
  ["two\nlines", '"two\nlines"'],
  [" =1", '" =1"'],
  ["a=b", "a=b"],
  ["x;y", '"x;y"'],
  ["x;=1+1", `"x;'=1+1"`],
  ["x;@SUM(A1);+1", `"x;'@SUM(A1);'+1"`],
  ['x;"=1', `"x;'""=1"`],
  ["x\n=1", `"x\n'=1"`],
  ["", ""],
])("the cell %j is written as %j", (text, cell) => {
  expect(csvLine([text])).toBe(`${cell}\r\n`);
});

test("cells are separated by commas", () => {
  expect(csvLine(["a", "", "b"])).toBe("a,,b\r\n");
});
