import { expect, test } from "vitest";
import { instantAt, timeText, tomorrowAtNine } from "./times.ts";

const tampa = "America/New_York";
const now = new Date("2026-03-17T12:14:00Z");

test.each([
  ["2026-03-17T12:14:00Z", "8:14 am"],
  ["2026-03-16T20:52:00Z", "Mon 4:52 pm"],
  ["2026-03-03T14:22:00Z", "Mar 3, 9:22 am"],
])("%s in the practice's time zone is %s", (at, text) => {
  expect(timeText(at, now, tampa)).toBe(text);
});

test.each([
  ["in summer", "2026-07-01T12:00:00Z", tampa, "2026-07-02T13:00:00.000Z"],
  ["in winter", "2026-01-10T12:00:00Z", tampa, "2026-01-11T14:00:00.000Z"],
  [
    "over the night when clocks go forward",
    "2026-03-07T20:00:00Z",
    tampa,
    "2026-03-08T13:00:00.000Z",
  ],
  ["over the night when clocks go back", "2026-10-31T20:00:00Z", tampa, "2026-11-01T14:00:00.000Z"],
  ["late in the evening", "2026-03-18T03:30:00Z", tampa, "2026-03-18T13:00:00.000Z"],
  ["east of Greenwich", "2026-07-01T12:00:00Z", "Asia/Tokyo", "2026-07-02T00:00:00.000Z"],
])("tomorrow at 9 am %s", (_, from, zone, expected) => {
  expect(tomorrowAtNine(new Date(from), zone).toISOString()).toBe(expected);
});

test.each([
  ["in summer", "2026-07-02T09:30", tampa, "2026-07-02T13:30:00.000Z"],
  ["in winter", "2026-01-11T09:30", tampa, "2026-01-11T14:30:00.000Z"],
  ["just after clocks went forward", "2026-03-08T03:30", tampa, "2026-03-08T07:30:00.000Z"],
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
