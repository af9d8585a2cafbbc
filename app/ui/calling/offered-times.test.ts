import { expect, test } from "vitest";
import { localText } from "#contract/zones.ts";
import { offeredDays, timesOf } from "./offered-times.ts";

const open = [
  { from: "08:00", to: "12:00" },
  { from: "13:00", to: "17:00" },
];
const hours = {
  timeZone: "America/New_York",
  week: [[], open, open, open, open, [{ from: "10:00", to: "14:00" }], []],
  holidays: [{ date: "2026-12-02", name: "Closed" }],
};
// A Tuesday at 10:14 am in Tampa.
const now = new Date("2026-12-01T15:14:00.000Z");

test("three open days are offered; today is one of them while a time is left", () => {
  expect(offeredDays(now, hours)).toEqual(["2026-12-01", "2026-12-03", "2026-12-04"]);
  const evening = new Date("2026-12-01T22:30:00.000Z");
  expect(offeredDays(evening, hours)).toEqual(["2026-12-03", "2026-12-04", "2026-12-07"]);
});

test("no days are offered if the practice is never open", () => {
  expect(offeredDays(now, { ...hours, week: Array(7).fill([]) })).toEqual([]);
});

test.each([
  ["2026-12-01", ["11:00", "14:00", "16:00"]],
  ["2026-12-02", []],
  ["2026-12-03", ["09:00", "11:00", "14:00", "16:00"]],
  ["2026-12-04", ["11:00"]],
  ["2026-12-05", []],
])("the times offered on %s are %j", (day, times) => {
  const offered = timesOf(day, now, hours);
  expect(offered.map((at) => localText(at, hours.timeZone))).toEqual(
    times.map((time) => `${day}T${time}`),
  );
});
