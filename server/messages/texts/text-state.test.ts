// Reports of the provider arrive in any order, and a text never goes back.
import { expect, test } from "vitest";
import type { TextState } from "#contract/texts.ts";
import { retryDelayMs, stateAfter, stateOf, textProblemOf } from "./text-state.ts";

const inOrder: TextState[] = ["sending", "accepted", "sent", "delivered"];

test("every order of the reports ends in the same state", () => {
  for (const reports of permutations(inOrder.slice(1))) {
    for (const twice of [reports, reports.flatMap((one) => [one, one])]) {
      expect(twice.reduce(stateAfter, "sending")).toBe("delivered");
    }
  }
});

test("a final state stays, and an unknown text becomes what is reported", () => {
  expect(stateAfter("failed", "delivered")).toBe("failed");
  expect(stateAfter("delivered", "failed")).toBe("delivered");
  expect(stateAfter("unknown", "sent")).toBe("sent");
  expect(stateAfter("sent", "accepted")).toBe("sent");
});

test("a text that waits, or is the person's own, isn't changed by a report", () => {
  for (const state of ["queued", "received"] as const) {
    for (const reported of inOrder) expect(stateAfter(state, reported)).toBe(state);
  }
});

test.each([
  ["accepted", "accepted"],
  ["queued", "accepted"],
  ["sending", "accepted"],
  ["sent", "sent"],
  ["delivered", "delivered"],
  ["undelivered", "failed"],
  ["failed", "failed"],
  ["canceled", "failed"],
  ["receiving", null],
  ["toString", null],
])("the provider's status %s", (status, state) => {
  expect(stateOf(status)).toBe(state);
});

test.each([
  [21610, "opted_out"],
  [21211, "number"],
  [21614, "number"],
  [30003, "unreachable"],
  [30005, "number"],
  [30006, "number"],
  [30007, "filtered"],
  [30008, "failed"],
  [30034, "unregistered"],
  [20003, "failed"],
  [0, "failed"],
])("error %i", (code, problem) => {
  expect(textProblemOf(code)).toBe(problem);
});

test("a phone that is off is tried once more after an hour, and an unknown failure after 15 minutes", () => {
  expect(retryDelayMs(30003, 1)).toBe(60 * 60_000);
  expect(retryDelayMs(30008, 1)).toBe(15 * 60_000);
  for (const code of [30003, 30008]) expect(retryDelayMs(code, 2)).toBeNull();
  for (const code of [21610, 30005, 30006, 30007, 30034]) expect(retryDelayMs(code, 1)).toBeNull();
});

function permutations<Item>(items: Item[]): Item[][] {
  if (items.length < 2) return [items];
  return items.flatMap((one, at) =>
    permutations(items.toSpliced(at, 1)).map((rest) => [one, ...rest]),
  );
}
