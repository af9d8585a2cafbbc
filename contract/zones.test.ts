import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, inject, test } from "vitest";
import { minuteMs } from "./durations.ts";
import {
  dayAfter,
  dayFrom,
  dayIn,
  hourIn,
  instantAt,
  localText,
  momentAt,
  mondayOf,
  startOfDay,
  weekdayOf,
} from "./zones.ts";

const tampa = "America/New_York";
test.each([
  ["in summer", "2026-07-02T09:30", tampa, "2026-07-02T13:30:00.000Z"],
  ["in winter", "2026-01-11T09:30", tampa, "2026-01-11T14:30:00.000Z"],
  ["just after clocks went forward", "2026-03-08T03:30", tampa, "2026-03-08T07:30:00.000Z"],
  ["that clocks skip", "2026-03-08T02:30", tampa, "2026-03-08T07:30:00.000Z"],
  ["that occurs twice", "2026-11-01T01:30", tampa, "2026-11-01T05:30:00.000Z"],
  [
    "that occurs twice in Lord Howe",
    "2026-04-05T01:45",
    "Australia/Lord_Howe",
    "2026-04-04T14:45:00.000Z",
  ],
  ["just before clocks go back", "2026-11-01T00:30", tampa, "2026-11-01T04:30:00.000Z"],
  ["just after clocks went back", "2026-11-01T02:30", tampa, "2026-11-01T07:30:00.000Z"],
  [
    "that is on the previous day in UTC",
    "2026-07-02T08:00",
    "Asia/Tokyo",
    "2026-07-01T23:00:00.000Z",
  ],
])("the instant of the local date and time %s", (_, wall, zone, expected) => {
  expect(instantAt(wall, zone)?.toISOString()).toBe(expected);
});

test("a date without a time isn't an instant", () => {
  expect(instantAt("", tampa)).toBeNull();
  expect(instantAt("2026-07-02T", tampa)).toBeNull();
});

test("a moment stays the same when it's converted to local time and back", () => {
  const at = new Date("2026-07-02T13:30:00Z");
  expect(localText(at, tampa)).toBe("2026-07-02T09:30");
  expect(instantAt(localText(at, tampa), tampa)).toEqual(at);
});

test("a moment's day and hour depend on the time zone", () => {
  const at = new Date("2026-03-18T03:59:59.999Z");
  expect([dayIn(at, tampa), hourIn(at, tampa)]).toEqual(["2026-03-17", 23]);
  expect([dayIn(at, "Asia/Tokyo"), hourIn(at, "Asia/Tokyo")]).toEqual(["2026-03-18", 12]);
});

test("a day begins at midnight, or at 1 am if clocks skip midnight", () => {
  expect(startOfDay("2026-03-08", tampa).toISOString()).toBe("2026-03-08T05:00:00.000Z");
  const havana = startOfDay("2026-03-08", "America/Havana");
  expect(havana.toISOString()).toBe("2026-03-08T05:00:00.000Z");
});

test("adding or subtracting a day works across the end of a month", () => {
  expect(dayAfter("2026-02-28", 1)).toBe("2026-03-01");
  expect(dayAfter("2026-03-01", -1)).toBe("2026-02-28");
});

test("a week begins on Monday", () => {
  expect(mondayOf("2026-03-16")).toBe("2026-03-16");
  expect(mondayOf("2026-03-22")).toBe("2026-03-16");
  expect(weekdayOf("2026-03-22")).toBe(0);
});

test("a date that doesn't exist is rejected", () => {
  expect(dayFrom(2026, 2, 28)).toBe("2026-02-28");
  expect([dayFrom(2026, 2, 29), dayFrom(2026, 13, 1), dayFrom(2026, 4, 0)]).toEqual([
    null,
    null,
    null,
  ]);
});

/**
 * Time zones whose clocks change by 30 or 60 minutes, at midnight, and in both hemispheres, and
 * time zones without changes.
 */
const zones = [
  ...[tampa, "America/Los_Angeles", "America/Phoenix", "America/St_Johns", "America/Havana"],
  ...["Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kolkata", "Pacific/Apia", "UTC"],
];

test("the conversions of random moments in any zone match Temporal's", () => {
  const minutes = fc.integer({ min: 0, max: 10 * 525_600 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), minutes, (timeZone, minute) => {
      const at = new Date(Date.UTC(2020, 0, 1) + minute * minuteMs);
      const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(
        timeZone,
      );
      expect(localText(at, timeZone)).toBe(local.toPlainDateTime().toString().slice(0, 16));
      expect(weekdayOf(dayIn(at, timeZone))).toBe(local.dayOfWeek % 7);
      // Random times of the day include times that clocks skip or repeat.
      const [day, time] = at.toISOString().slice(0, 16).split("T") as [string, string];
      const known = Temporal.PlainDateTime.from(`${day}T${time}`).toZonedDateTime(timeZone);
      expect(momentAt(day, time, timeZone).getTime()).toBe(known.epochMilliseconds);
      const end = Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime(timeZone);
      expect(momentAt(day, "24:00", timeZone).getTime()).toBe(end.epochMilliseconds);
    }),
    { numRuns: inject("isLong") ? 20_000 : 500 },
  );
});

test.each(zones)("the conversions around every clock change in %s match Temporal's", (timeZone) => {
  let at = Temporal.Instant.from("2025-12-31T00:00Z").toZonedDateTimeISO(timeZone);
  for (let change = at.getTimeZoneTransition("next"); change && change.year < 2028; ) {
    at = change;
    for (let minute = -180; minute <= 180; minute += 15) {
      const plain = at.toPlainDateTime().add({ minutes: minute });
      const [day, time] = plain.toString().slice(0, 16).split("T") as [string, string];
      const known = plain.toZonedDateTime(timeZone).epochMilliseconds;
      expect(momentAt(day, time, timeZone).getTime(), plain.toString()).toBe(known);
    }
    change = at.getTimeZoneTransition("next");
  }
});
