import fc from "fast-check";
import { expect, test } from "vitest";
import { costOf } from "./costs.ts";

test.each([
  [10_000, 4, 2500],
  [10_000, 3, 3333],
  [1001, 2, 501],
  [1, 3, 0],
  [10_000, 0, "nobody"],
  [0, 4, 0],
  [0, 0, "nobody"],
  [null, 4, "no_spend"],
  [null, 0, "no_spend"],
] as const)("%j cents for %j people cost %j each", (spendCents, people, cost) => {
  expect(costOf(spendCents, people)).toBe(cost);
});

test("the cost per person is never infinite, and doesn't rise when there are more people", () => {
  const cents = fc.integer({ min: 1, max: 10_000_000_000 });
  const people = fc.integer({ min: 1, max: 1_000_000 });
  fc.assert(
    fc.property(cents, people, (spendCents, count) => {
      const cost = costOf(spendCents, count);
      expect(Number.isFinite(cost)).toBe(true);
      expect(costOf(spendCents, count + 1)).toBeLessThanOrEqual(Number(cost));
    }),
  );
});
