import { expect, test } from "vitest";
import { widthInEm } from "./name-width.ts";

test("a name's width matches a browser's measurement", () => {
  // 5.337 em in Chromium, minus the letter-spacing of twelve letters.
  expect(widthInEm("Mara Ellwood")).toBeCloseTo(5.055, 1);
});

test("each word of a name has its full width", () => {
  // Measured in Chromium with a window of 1440 pixels.
  expect(widthInEm("Mara")).toBeGreaterThanOrEqual(1.9195);
  expect(widthInEm("Ellwood")).toBeGreaterThanOrEqual(2.994);
});

test("an unmeasured letter counts as a wide one", () => {
  expect(widthInEm("Š")).toBeGreaterThan(widthInEm("S"));
});
