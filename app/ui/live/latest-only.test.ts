import { expect, test } from "vitest";
import { latestOnly } from "./latest-only.ts";

test("a response is dropped if a later request has begun, in whatever order responses arrive", () => {
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
