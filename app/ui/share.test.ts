import { expect, test } from "vitest";
import { isFew, shareText } from "./share.ts";

test.each([
  [0, 0, "–"],
  [0, 40, "0%"],
  [1, 500, "1%"],
  [1, 3, "33%"],
  [499, 500, "99%"],
  [500, 500, "100%"],
])("%i out of %i is shown as %s", (part, total, text) => {
  expect(shareText(part, total)).toBe(text);
});

test("percentages are shown from twenty inquiries on, and not for nineteen", () => {
  expect(isFew(19)).toBe(true);
  expect(isFew(20)).toBe(false);
});
