import { expect, test } from "vitest";
import { widthInEm } from "./name-width.ts";

test("a name takes the room that a browser measured for it", () => {
  // 5.337 em in Chromium, less twelve letters' tracking.
  expect(widthInEm("Mara Ellwood")).toBeCloseTo(5.055, 1);
});

test("each word of it has its whole room", () => {
  // As Chromium set them in a window of 1440 pixels.
  expect(widthInEm("Mara")).toBeGreaterThanOrEqual(1.9195);
  expect(widthInEm("Ellwood")).toBeGreaterThanOrEqual(2.994);
});

test("a letter that was never measured is taken for a wide one", () => {
  expect(widthInEm("Š")).toBeGreaterThan(widthInEm("S"));
});
