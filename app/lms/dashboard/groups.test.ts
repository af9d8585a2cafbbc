import { expect, test } from "vitest";
import type { Lead } from "#contract/leads.ts";
import { groupCount, groupsOf } from "./groups.ts";

// Only the group's name is read of a row.
const rowsIn = (group: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const item = { _id: `${group} ${index}` } as Lead;
    return { item, placed: item, group, isGone: false };
  });

const counts = (groups: ReturnType<typeof groupsOf>, below: number | null) =>
  groups.map((_, index) => groupCount(groups, index, below));

test("who stands below the last row shown belongs to the last group", () => {
  const groups = groupsOf([...rowsIn("Not called yet", 4), ...rowsIn("Called, still open", 6)]);
  expect(counts(groups, 0)).toEqual([4, 6]);
  expect(counts(groups, 41)).toEqual([4, 47]);
});

test("a group that others may follow, or that nobody counted to its end, says no number", () => {
  const groups = groupsOf(rowsIn("Not called yet", 10));
  expect(counts(groups, 3)).toEqual([null]);
  expect(counts(groups, 0)).toEqual([10]);
  expect(counts(groupsOf(rowsIn("In the list", 10)), null)).toEqual([null]);
  expect(counts(groupsOf(rowsIn("In the list", 10)), 5)).toEqual([15]);
});
