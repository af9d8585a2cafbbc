import { expect, test } from "vitest";
import { carriedSlot, daysOf, isTyped, typedAs } from "./slots.ts";

const tampa = "America/New_York";

test("slots are grouped by day in the visitor's time zone", () => {
  const slots = [
    "2026-03-16T22:00:00.000Z",
    "2026-03-16T22:30:00.000Z",
    "2026-03-17T13:00:00.000Z",
  ];
  expect(daysOf(slots, tampa).map(({ day, slots: { length } }) => [day, length])).toEqual([
    ["2026-03-16", 2],
    ["2026-03-17", 1],
  ]);
  expect(daysOf(slots, "Asia/Tokyo").map(({ day }) => day)).toEqual(["2026-03-17"]);
  expect(daysOf([], tampa)).toEqual([]);
});

test.each([
  ["the format of the fields", { contactDate: "03/16/2026", contactTime: "18:00" }, true],
  ["a format that people type", { contactDate: "3-16-26", contactTime: "18:00" }, true],
  ["another time", { contactDate: "03/16/2026", contactTime: "18:30" }, false],
  ["another day", { contactDate: "03/17/2026", contactTime: "18:00" }, false],
  ["no date", { contactDate: "", contactTime: "18:00" }, false],
])("the date and time fields are compared with a slot: %s", (_, typed, expected) => {
  expect(isTyped("2026-03-16T22:00:00.000Z", typed, tampa)).toBe(expected);
});

test.each([
  ["?slot=2026-03-16T22:00:00.000Z", "2026-03-16T22:00:00.000Z"],
  ["?p=p2&slot=2026-03-16T18:00:00-04:00", "2026-03-16T22:00:00.000Z"],
  ["?slot=tomorrow", null],
  ["?slot=", null],
  ["", null],
])("the slot in the query %s is %s", (search, slot) => {
  expect(carriedSlot(search)).toBe(slot);
});

test("a local time that occurs twice when clocks go back matches both of its slots", () => {
  const typed = { contactDate: "11/01/2026", contactTime: "01:30" };
  for (const slot of ["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"]) {
    expect(typedAs(slot, tampa)).toEqual({ date: "11/01/2026", time: "01:30" });
    expect(isTyped(slot, typed, tampa)).toBe(true);
  }
});

test("an empty slot doesn't match a typed date and time", () => {
  expect(isTyped("", { contactDate: "03/16/2026", contactTime: "18:00" }, tampa)).toBe(false);
});
