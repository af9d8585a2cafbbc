import { expect, test } from "vitest";
import { widthInEm } from "./name-width.ts";

test("the calculated width of a name is close to the width in a browser", () => {
  // Chromium measures 4.950 em, from which the letter-spacing of eleven letters is subtracted.
  expect(widthInEm("Nora Holden")).toBeCloseTo(4.692, 1);
});

test("the calculated width of a name is never below its width in a browser", () => {
  // Measured in Chromium with a 1440-pixel-wide window.
  expect(widthInEm("Ada")).toBeGreaterThanOrEqual(1.45);
  expect(widthInEm("Lovelace")).toBeGreaterThanOrEqual(3.1325);
});

test("a letter without a measured width is assumed to be wide", () => {
  expect(widthInEm("Š")).toBeGreaterThan(widthInEm("S"));
});
