import { expect, test } from "vitest";
import { type DayOrder, dayOrderOf, readDay } from "./report-day.ts";

test.each<[string, DayOrder, string | null]>([
  ["2026-03-14", null, "2026-03-14"],
  ["2026-3-4", null, "2026-03-04"],
  ["2026-03-14 00:00:00", null, "2026-03-14"],
  ["2026-03-14 09:00", null, null],
  ["Mar 14, 2026", null, "2026-03-14"],
  ["March 14, 2026", null, "2026-03-14"],
  ["Sat, Mar 14, 2026", null, "2026-03-14"],
  ["14 Mar 2026", null, "2026-03-14"],
  ["3/14/2026", "month-first", "2026-03-14"],
  ["14/3/2026", "day-first", "2026-03-14"],
  ["14.03.2026", "day-first", "2026-03-14"],
  ["3/4/2026", "month-first", "2026-03-04"],
  ["3/4/2026", "day-first", "2026-04-03"],
  ["3/4/2026", null, "unclear"],
  ["3/3/2026", null, "2026-03-03"],
  ["14/3/2026", "month-first", null],
  ["3/4.2026", null, null],
  ["3/4/26", null, null],
  ["2026-02-30", null, null],
  ["1926-03-14", null, null],
  ["2026-03-01 - 2026-03-31", null, null],
  ["46095", null, null],
  ["yesterday", null, null],
  ["", null, null],
])("%j with %j is %j", (text, order, day) => {
  expect(readDay(text, order)).toBe(day);
});

test.each<[string, string[], DayOrder]>([
  ["a number over twelve in second place", ["3/4/2026", "3/14/2026"], "month-first"],
  ["a number over twelve in first place", ["3/4/2026", "14/3/2026"], "day-first"],
  ["numbers over twelve in both places", ["3/14/2026", "14/3/2026"], null],
  ["no number over twelve", ["3/4/2026", "5/6/2026"], null],
  ["no numeric dates", ["2026-03-14", "Mar 14, 2026"], null],
])("the order of day and month: %s", (_, texts, order) => {
  expect(dayOrderOf(texts)).toBe(order);
});
