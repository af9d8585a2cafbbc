import { expect, test } from "vitest";
import { latestOnly } from "./latest-only.ts";

test("a request is overtaken once a later one has begun", () => {
  const begin = latestOnly();
  const isFirstOvertaken = begin();
  expect(isFirstOvertaken()).toBe(false);
  const isSecondOvertaken = begin();
  expect([isFirstOvertaken(), isSecondOvertaken()]).toEqual([true, false]);
});

test("requests for two lists don't overtake each other", () => {
  const isOvertaken = latestOnly()();
  latestOnly()();
  expect(isOvertaken()).toBe(false);
});
