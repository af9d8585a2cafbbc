import { expect, test } from "vitest";
import { type CallsToLeads, mayBeLabeledSpam } from "./spam-label.ts";

const of = (answered: number, calls: number): CallsToLeads => ({ calls, answered });

test.each([
  ["half of the share before", of(6, 20), of(60, 100), true],
  ["one call more than half", of(7, 20), of(60, 100), false],
  ["less than half", of(5, 20), of(60, 100), true],
  ["no call answered anymore", of(0, 20), of(1, 20), true],
  ["half of an odd number, just above", of(1, 20), of(3, 61), false],
  ["half of an odd number, just below", of(1, 21), of(3, 31), true],
  ["the same share of far more calls", of(60, 100), of(12, 20), false],
  ["a share that has risen", of(20, 20), of(10, 20), false],
  ["19 recent calls", of(0, 19), of(60, 100), false],
  ["20 recent calls", of(0, 20), of(60, 100), true],
  ["19 earlier calls", of(0, 40), of(19, 19), false],
  ["20 earlier calls", of(0, 40), of(20, 20), true],
  ["no call answered before either", of(0, 20), of(0, 100), false],
  ["no calls at all", of(0, 0), of(0, 0), false],
])("%s: whether the number may be labeled spam", (_, recent, earlier, isLabeled) => {
  expect(mayBeLabeledSpam(recent, earlier)).toBe(isLabeled);
});
