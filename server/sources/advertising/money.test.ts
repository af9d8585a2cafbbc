import fc from "fast-check";
import { expect, test } from "vitest";
import { dollarsText, hasPartOfCent, maxCents, readCents, roundCents } from "#contract/money.ts";

test.each([
  ["12", 1200],
  ["12.3", 1230],
  ["12.34", 1234],
  ["12.345", null],
  ["12.300", null],
  ["1.000", null],
  ["$1,234.56", 123_456],
  [" 1,234 ", 123_400],
  [".5", 50],
  ["0", 0],
  ["100000000", maxCents],
  ["100000001", null],
  ["1,23", null],
  ["1.234,56", null],
  ["12,34", null],
  ["-3", null],
  ["$", null],
  [".", null],
  ["", null],
  ["1e3", null],
  ["12 EUR", null],
])("%j is read as %j cents", (text, cents) => {
  expect(readCents(text)).toBe(cents);
});

test.each([
  ["12.345", 1235],
  ["12.3449", 1234],
  ["12.34", 1234],
  ["twelve", null],
])("the platform's amount %j is rounded to %j cents", (text, cents) => {
  expect(roundCents(text)).toBe(cents);
});

test.each([
  ["12.345", true],
  [" $1,000.999 ", true],
  ["12.34", false],
  ["12.345x", false],
  ["", false],
])("%j has more than two decimals: %o", (text, isTooFine) => {
  expect(hasPartOfCent(text)).toBe(isTooFine);
});

test("a formatted amount is parsed back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxCents }), (cents) => {
      expect(readCents(dollarsText(cents))).toBe(cents);
    }),
  );
});
