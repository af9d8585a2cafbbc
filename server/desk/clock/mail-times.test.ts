import { expect, test } from "vitest";
import { dueMonth, dueWeek, dueYesterday, weekBefore } from "./mail-times.ts";

const [ny, chicago, phoenix, honolulu] = [
  "America/New_York",
  "America/Chicago",
  "America/Phoenix",
  "Pacific/Honolulu",
];

test.each([
  // Monday at 7:59 and 8 am in Tampa, in winter and summer.
  ["2026-01-05T12:59:59.999Z", ny, null],
  ["2026-01-05T13:00:00.000Z", ny, "2025-12-29"],
  ["2026-06-08T11:59:59.999Z", ny, null],
  ["2026-06-08T12:00:00.000Z", ny, "2026-06-01"],
  // The Mondays after the nights when the clocks change.
  ["2026-03-09T11:59:59.999Z", ny, null],
  ["2026-03-09T12:00:00.000Z", ny, "2026-03-02"],
  ["2026-11-02T12:59:59.999Z", ny, null],
  ["2026-11-02T13:00:00.000Z", ny, "2026-10-26"],
  // 8 am is an hour later farther west. Arizona and Hawaii don't change their clocks.
  ["2026-03-09T12:00:00.000Z", chicago, null],
  ["2026-03-09T13:00:00.000Z", chicago, "2026-03-02"],
  ["2026-03-09T14:59:59.999Z", phoenix, null],
  ["2026-03-09T15:00:00.000Z", phoenix, "2026-03-02"],
  ["2026-03-09T17:59:59.999Z", honolulu, null],
  ["2026-03-09T18:00:00.000Z", honolulu, "2026-03-02"],
  // The weekly email is due on Monday and Tuesday, but not on Wednesday or Sunday.
  ["2026-03-11T03:59:59.999Z", ny, "2026-03-02"],
  ["2026-03-11T04:00:00.000Z", ny, null],
  ["2026-03-16T03:59:59.999Z", ny, null],
  ["2026-03-16T04:00:00.000Z", ny, null],
])(
  "at %s in %s, the weekly email is due for the week that starts on %s",
  (now, timeZone, monday) => {
    expect(dueWeek(new Date(now), timeZone ?? "")?.firstDay ?? null).toBe(monday);
  },
);

test.each([
  ["2026-03-09T12:00:00Z", 167],
  ["2026-11-02T13:00:00Z", 169],
  ["2026-06-08T12:00:00Z", 168],
])("the week before %s has %i hours in Tampa", (now, hours) => {
  const { from, to } = weekBefore(new Date(now), ny ?? "");
  expect((to.getTime() - from.getTime()) / 3_600_000).toBe(hours);
});

test.each([
  // The first of the month at 7:59 and 8 am in Tampa, in winter and summer.
  ["2026-01-01T12:59:59.999Z", ny, null],
  ["2026-01-01T13:00:00.000Z", ny, "2025-12-01"],
  ["2026-07-01T11:59:59.999Z", ny, null],
  ["2026-07-01T12:00:00.000Z", ny, "2026-06-01"],
  // The clocks change on the night of November 1, 2026.
  ["2026-11-01T12:59:59.999Z", ny, null],
  ["2026-11-01T13:00:00.000Z", ny, "2026-10-01"],
  ["2026-11-01T14:59:59.999Z", phoenix, null],
  ["2026-11-01T15:00:00.000Z", phoenix, "2026-10-01"],
  // The monthly email is still due on the second of the month, but not after that.
  ["2026-03-03T04:59:59.999Z", ny, "2026-02-01"],
  ["2026-03-03T05:00:00.000Z", ny, null],
])(
  "at %s in %s, the monthly email is due for the month that begins on %s",
  (now, timeZone, first) => {
    expect(dueMonth(new Date(now), timeZone ?? "")?.firstDay ?? null).toBe(first);
  },
);

test.each([
  ["2026-03-08T10:59:59.999Z", ny, null],
  ["2026-03-08T11:00:00.000Z", ny, "2026-03-07"],
  ["2026-03-08T15:59:59.999Z", ny, "2026-03-07"],
  ["2026-03-08T16:00:00.000Z", ny, null],
  ["2026-03-07T11:59:59.999Z", ny, null],
  ["2026-03-07T12:00:00.000Z", ny, "2026-03-06"],
  ["2026-03-08T17:00:00.000Z", honolulu, "2026-03-07"],
])("at %s in %s, the daily email is due for %s", (now, timeZone, day) => {
  expect(dueYesterday(new Date(now), timeZone ?? "")?.firstDay ?? null).toBe(day);
});

test.each([
  ["2026-03-09T11:00:00Z", 23],
  ["2026-11-02T12:00:00Z", 25],
])("the day before %s had %i hours in Tampa", (now, hours) => {
  const due = dueYesterday(new Date(now), ny ?? "");
  expect(due && (due.to.getTime() - due.from.getTime()) / 3_600_000).toBe(hours);
});
