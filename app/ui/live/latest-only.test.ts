import { expect, test } from "vitest";
import { latestOnly } from "./latest-only.ts";

test("an answer that arrives after a later request began is overtaken, in whatever order they arrive", () => {
  const begin = latestOnly();
  const isFirstOvertaken = begin();
  expect(isFirstOvertaken()).toBe(false);
  const isSecondOvertaken = begin();
  expect([isFirstOvertaken(), isSecondOvertaken()]).toEqual([true, false]);
});

test("two lists don't overtake each other", () => {
  const isOvertaken = latestOnly()();
  latestOnly()();
  expect(isOvertaken()).toBe(false);
});
