import { expect, test } from "vitest";
import { widthInEm } from "./name-width.ts";

test("a name's computed width is close to a browser's measurement", () => {
  // 4.950 em in Chromium, minus the letter-spacing of eleven letters.
  expect(widthInEm("Nora Holden")).toBeCloseTo(4.692, 1);
});

test("the computed width of a name is at least its measured width", () => {
  // Measured in Chromium with a 1440-pixel-wide window.
  expect(widthInEm("Ada")).toBeGreaterThanOrEqual(1.45);
  expect(widthInEm("Lovelace")).toBeGreaterThanOrEqual(3.1325);
});

test("a letter without a measured width is assumed to be wide", () => {
  expect(widthInEm("Š")).toBeGreaterThan(widthInEm("S"));
});
