import { expect, test } from "vitest";
import { isOfficeMoment, nextOfficeMoment, officeMomentText } from "#contract/office-hours.ts";
import { opensOn } from "#contract/opens-on.ts";

const hours = {
  timeZone: "America/New_York",
  zoneName: "Tampa time",
  days: ["Mon", "Tue", "Wed", "Thu", "Fri"],
  from: 8,
  to: 18,
  isClosedOnFederalHolidays: true,
} as const;

test.each([
  ["Monday, a minute before eight", "2026-03-09T07:59:59-04:00", false],
  ["Monday at eight", "2026-03-09T08:00:00-04:00", true],
  ["Friday, a second before six", "2026-03-13T17:59:59-04:00", true],
  ["Friday at six", "2026-03-13T18:00:00-04:00", false],
  ["Saturday at noon", "2026-03-14T12:00:00-04:00", false],
  ["Monday at noon in Hawaii", "2026-03-09T12:00:00-10:00", false],
  ["Monday at six in the morning in Los Angeles", "2026-03-09T06:00:00-07:00", true],
  ["Thanksgiving at noon", "2026-11-26T12:00:00-05:00", false],
  ["the Friday before July 4, a Saturday, at noon", "2026-07-03T12:00:00-04:00", false],
])("the time %s (%s) is within office hours: %s", (_, moment, isWithin) => {
  expect(isOfficeMoment(new Date(moment), hours)).toBe(isWithin);
});

test.each([
  ["2026-03-09T09:10:00-04:00", "2026-03-09T09:10:00-04:00", "within office hours: unchanged"],
  ["2026-03-09T03:07:00-04:00", "2026-03-09T08:00:00-04:00", "before office hours: the same day"],
  ["2026-03-10T18:00:00-04:00", "2026-03-11T08:00:00-04:00", "after office hours: the next day"],
  ["2026-03-13T23:00:00-04:00", "2026-03-16T08:00:00-04:00", "Friday night: Monday"],
  ["2026-12-24T18:00:00-05:00", "2026-12-28T08:00:00-05:00", "across a Friday that is Christmas"],
  // Daylight saving time starts early on Sunday, March 8.
  [
    "2026-03-07T12:00:00-05:00",
    "2026-03-09T08:00:00-04:00",
    "across the night when clocks skip an hour",
  ],
])("for %s, the next time within office hours is %s (%s)", (moment, next) => {
  expect(nextOfficeMoment(new Date(moment), hours)).toEqual(new Date(next));
});

test("a time is converted to the office's time zone", () => {
  const moment = new Date("2026-03-09T05:00:00-07:00");
  expect(officeMomentText(moment, hours)).toBe("Monday, March 9 at 8\u00a0am, Tampa time");
});

test.each(["America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Pacific/Auckland"])(
  "a closed office opens on the day of its next office hours in %s, even around both clock changes and a holiday",
  (timeZone) => {
    const zoned = { ...hours, timeZone, days: ["Tue", "Wed", "Sat"] as const };
    const weekday = new Intl.DateTimeFormat("en-US", { timeZone, weekday: "short" });
    const wrong: string[] = [];
    const days = ["2026-03-06", "2026-03-31", "2026-10-02", "2026-10-30", "2026-11-09"];
    const halves = days.flatMap((day) =>
      Array.from({ length: 4 * 48 }, (_, half) => Date.parse(day) + half * 1_800_000),
    );
    for (const moment of halves.map((ms) => new Date(ms))) {
      const next = nextOfficeMoment(moment, zoned);
      const expected = next.getTime() === moment.getTime() ? null : weekday.format(next);
      if (opensOn(moment, zoned) !== expected) wrong.push(moment.toISOString());
    }
    expect(wrong).toEqual([]);
  },
);

test("an office that is open only on Mondays opens on the next Monday, even after it has closed on a Monday", () => {
  const mondays = { ...hours, days: ["Mon"] as const };
  expect(opensOn(new Date("2026-03-09T18:00:00-04:00"), mondays)).toBe("Mon");
  expect(opensOn(new Date("2026-03-11T12:00:00-04:00"), mondays)).toBe("Mon");
});

test("an office that answers on holidays is open on Thanksgiving", () => {
  const always = { ...hours, isClosedOnFederalHolidays: false };
  const noon = new Date("2026-11-26T12:00:00-05:00");
  expect([isOfficeMoment(noon, always), opensOn(noon, always)]).toEqual([true, null]);
  expect(opensOn(noon, hours)).toBe("Fri");
});
