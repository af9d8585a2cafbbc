import { expect, test } from "vitest";
import { hourOfWeek } from "./started-hour.ts";

test.each([
  ["2026-03-15T04:00:00.000Z", 0],
  ["2026-03-15T03:59:59.999Z", 6 * 24 + 23],
  ["2026-03-17T12:00:00.000Z", 2 * 24 + 8],
  // 2 am doesn't exist on the night of March 8.
  ["2026-03-08T06:59:59.999Z", 1],
  ["2026-03-08T07:00:00.000Z", 3],
  // 1 am occurs twice on the night of November 1.
  ["2026-11-01T05:30:00.000Z", 1],
  ["2026-11-01T06:30:00.000Z", 1],
  ["2026-11-01T07:00:00.000Z", 2],
])("%s is hour %i of the week in Tampa", (at, hour) => {
  expect(hourOfWeek(new Date(at), "America/New_York")).toBe(hour);
});

test("the same moment is a different hour in another time zone", () => {
  expect(hourOfWeek(new Date("2026-03-15T03:30:00Z"), "Asia/Kolkata")).toBe(9);
});
