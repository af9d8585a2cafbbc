import fc from "fast-check";
import { expect, test } from "vitest";
import { dollarsText, maxCents, readCents } from "#contract/money.ts";

test.each([
  ["12", 1200],
  ["12.3", 1230],
  ["12.34", 1234],
  ["12.345", 1235],
  ["12.3449", 1234],
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
])("%j is %j cents", (text, cents) => {
  expect(readCents(text)).toBe(cents);
});

test("a formatted amount is parsed back", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxCents }), (cents) => {
      expect(readCents(dollarsText(cents))).toBe(cents);
    }),
  );
});
