import { expect, test } from "vitest";
import { widthInEm } from "./name-width.ts";

test("a name's width matches a browser's measurement", () => {
  // 4.950 em in Chromium, minus the letter-spacing of eleven letters.
  expect(widthInEm("Nora Holden")).toBeCloseTo(4.692, 1);
});

test("each word of a name has its full width", () => {
  // Measured in Chromium with a window of 1440 pixels.
  expect(widthInEm("Ada")).toBeGreaterThanOrEqual(1.45);
  expect(widthInEm("Lovelace")).toBeGreaterThanOrEqual(3.1325);
});

test("an unmeasured letter is assumed to be wide", () => {
  expect(widthInEm("Š")).toBeGreaterThan(widthInEm("S"));
});
