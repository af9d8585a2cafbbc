import { expect, test } from "vitest";
import type { Lead } from "#contract/leads.ts";
import { type Counted, groupCount, groupOf, groupsOf } from "./groups.ts";

// `groupCount` reads only the group's name from a row.
const rowsIn = (group: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const item = { _id: `${group} ${index}` } as Lead;
    return { item, placed: item, group, isGone: false };
  });

const counts = (groups: ReturnType<typeof groupsOf>, counted: Partial<Counted>) =>
  groups.map((_, index) =>
    groupCount(groups, index, { below: null, uncalled: null, due: null, ...counted }),
  );

test("leads below the last row belong to the last group", () => {
  const groups = groupsOf([...rowsIn("Not called yet", 4), ...rowsIn("Needs follow-up", 6)]);
  expect(counts(groups, { below: 0 })).toEqual([4, 6]);
  expect(counts(groups, { below: 41, uncalled: 4, due: 0 })).toEqual([4, 47]);
});

test("when more leads wait for a first call than fit on the page, the heading has the whole queue's count", () => {
  const groups = groupsOf(rowsIn("Not called yet", 10));
  expect(counts(groups, { below: 3, uncalled: 12 })).toEqual([12]);
  expect(counts(groups, { below: 0, uncalled: 10 })).toEqual([10]);
  // A row that was called while the list is in use keeps its place.
  expect(counts(groups, { below: 3, uncalled: 9 })).toEqual([10]);
});

test("due callbacks that do not fit on the page are counted too", () => {
  const groups = groupsOf([...rowsIn("Not called yet", 7), ...rowsIn("Callback due", 3)]);
  expect(counts(groups, { below: 9, uncalled: 7, due: 5 })).toEqual([7, 5]);
  expect(counts(groups, { below: 9 })).toEqual([7, null]);
});

test("a group that may continue on the next page, or has no exact count, shows no number", () => {
  const groups = groupsOf(rowsIn("Not called yet", 10));
  expect(counts(groups, { below: 3 })).toEqual([null]);
  expect(counts(groupsOf(rowsIn("In the queue", 10)), {})).toEqual([null]);
  expect(counts(groupsOf(rowsIn("In the queue", 10)), { below: 5 })).toEqual([15]);
});

const added = { uncalledSince: null, state: "new", lastOutcome: null } as Lead;

test("a lead that was added by hand and has no call yet has a group of its own", () => {
  expect(groupOf(added, "next")).toBe("Not timed, not called yet");
  expect(groupOf({ ...added, lastOutcome: "no_answer" }, "next")).toBe("Needs follow-up");
  expect(groupOf(added, "newest")).toBe("In the queue");
  const mixed = [
    ...rowsIn("Needs follow-up", 2),
    ...rowsIn("Not timed, not called yet", 1),
    ...rowsIn("Needs follow-up", 1),
  ];
  const groups = groupsOf(mixed);
  expect(groups.map(({ name }) => name)).toEqual(["Not timed, not called yet", "Needs follow-up"]);
  expect(counts(groups, { below: 0 })).toEqual([1, 3]);
  expect(counts(groups, { below: 4 })).toEqual([null, null]);
});
