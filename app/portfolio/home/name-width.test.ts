import { expect, test } from "vitest";
import { widthInEm } from "./name-width.ts";

test("a name takes the room that a browser measured for it", () => {
  // 5.337 em in Chromium, less twelve letters' tracking.
  expect(widthInEm("Mara Ellwood")).toBeCloseTo(5.055, 1);
});

test("a letter that was never measured is taken for a wide one", () => {
  expect(widthInEm("Š")).toBeGreaterThan(widthInEm("S"));
});
