import { expect, test } from "vitest";
import { bucketOf } from "#contract/timeliness.ts";
import { wallBoard } from "./wall-board.ts";

const start = Date.parse("2026-12-01T15:00:00.000Z");
const call = { _id: "", calledAt: "", by: "Dana", isUnanswered: false };

const ring = { step: "connecting", phoneName: "Front desk", since: "" } as const;

/**
 * "8" has been waiting eight minutes. "8c" has too, and someone is calling; "8k" too, and someone
 * pressed the key that connects.
 */
function board(order: string[]) {
  const leads = order.map((name) => ({
    name,
    openCall: name.endsWith("c") ? call : null,
    ring: name.endsWith("k") ? ring : null,
    uncalledSince: new Date(start - Number.parseInt(name, 10) * 60_000).toISOString(),
  }));
  const { now, next, late } = wallBoard(leads, ({ uncalledSince }) =>
    bucketOf(start - Date.parse(uncalledSince)),
  );
  const names = (some: typeof leads) => some.map(({ name }) => name);
  return { now: now?.name ?? null, next: names(next), late: names(late) };
}

test.each<[string, string[], ReturnType<typeof board>]>([
  ["the board is empty without waiting leads", [], { now: null, next: [], late: [] }],
  [
    "the first lead in order is the one to call",
    ["8", "2", "32", "77", "90"],
    { now: "8", next: ["2", "32"], late: ["90", "77"] },
  ],
  [
    "a lead that is being called is last",
    ["8c", "4", "2c", "1"],
    { now: "4", next: ["1", "8c", "2c"], late: [] },
  ],
  [
    "a lead that a phone is being connected with is last",
    ["8k", "4"],
    { now: "4", next: ["8k"], late: [] },
  ],
  [
    "if all leads are late, the first is still the one to call",
    ["61", "90"],
    { now: "61", next: [], late: ["90"] },
  ],
  [
    "a late lead comes before a lead that is being called",
    ["5c", "61"],
    { now: "61", next: ["5c"], late: [] },
  ],
  [
    "there is no lead to call if all are being called",
    ["5c", "61c"],
    { now: null, next: ["5c"], late: ["61c"] },
  ],
])("%s", (_, order, expected) => {
  expect(board(order)).toEqual(expected);
});
