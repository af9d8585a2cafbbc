import { expect, test } from "vitest";
import { dayAfter, dayIn, hourIn, instantAt, localText, startOfDay } from "./zones.ts";

const tampa = "America/New_York";
test.each([
  ["in summer", "2026-07-02T09:30", tampa, "2026-07-02T13:30:00.000Z"],
  ["in winter", "2026-01-11T09:30", tampa, "2026-01-11T14:30:00.000Z"],
  ["just after clocks went forward", "2026-03-08T03:30", tampa, "2026-03-08T07:30:00.000Z"],
  ["that clocks skip", "2026-03-08T02:30", tampa, "2026-03-08T07:30:00.000Z"],
  ["that comes twice", "2026-11-01T01:30", tampa, "2026-11-01T05:30:00.000Z"],
  [
    "that comes twice in Lord Howe",
    "2026-04-05T01:45",
    "Australia/Lord_Howe",
    "2026-04-04T14:45:00.000Z",
  ],
  ["just before clocks go back", "2026-11-01T00:30", tampa, "2026-11-01T04:30:00.000Z"],
  ["just after clocks went back", "2026-11-01T02:30", tampa, "2026-11-01T07:30:00.000Z"],
  ["on the day before, in UTC", "2026-07-02T08:00", "Asia/Tokyo", "2026-07-01T23:00:00.000Z"],
])("a local date and time %s", (_, wall, zone, expected) => {
  expect(instantAt(wall, zone)?.toISOString()).toBe(expected);
});

test("a date without a time is not an instant", () => {
  expect(instantAt("", tampa)).toBeNull();
  expect(instantAt("2026-07-02T", tampa)).toBeNull();
});

test("a local date and time of a moment is that moment again", () => {
  const at = new Date("2026-07-02T13:30:00Z");
  expect(localText(at, tampa)).toBe("2026-07-02T09:30");
  expect(instantAt(localText(at, tampa), tampa)).toEqual(at);
});

test("a day and an hour are the time zone's own", () => {
  const at = new Date("2026-03-18T03:59:59.999Z");
  expect([dayIn(at, tampa), hourIn(at, tampa)]).toEqual(["2026-03-17", 23]);
  expect([dayIn(at, "Asia/Tokyo"), hourIn(at, "Asia/Tokyo")]).toEqual(["2026-03-18", 12]);
});

test("a day begins at midnight, or at one where clocks skip it", () => {
  expect(startOfDay("2026-03-08", tampa).toISOString()).toBe("2026-03-08T05:00:00.000Z");
  const havana = startOfDay("2026-03-08", "America/Havana");
  expect(havana.toISOString()).toBe("2026-03-08T05:00:00.000Z");
});

test("days are counted over the ends of months", () => {
  expect(dayAfter("2026-02-28", 1)).toBe("2026-03-01");
  expect(dayAfter("2026-03-01", -1)).toBe("2026-02-28");
});
