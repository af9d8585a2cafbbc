import { expect, test } from "vitest";
import type { OpenWeek } from "#contract/open-hours.ts";
import { instantAt, localText } from "#contract/zones.ts";
import { callbackTimes } from "./callback-times.ts";

const timeZone = "America/New_York";
const office = [{ from: "08:00", to: "17:00" }];
const weekdays: OpenWeek = [[], office, office, office, office, office, []];
const lunch = [
  { from: "10:00", to: "13:30" },
  { from: "14:30", to: "18:00" },
];

test.each([
  [
    "four times are offered in the morning",
    "2026-03-17T10:30",
    ["11:30", "14:00", "16:00", "2026-03-18T09:00"],
  ],
  [
    "2 pm isn't offered when it's about an hour away",
    "2026-03-17T12:50",
    ["13:50", "16:00", "2026-03-18T09:00"],
  ],
  [
    "one time is left today late in the afternoon",
    "2026-03-17T15:30",
    ["16:30", "2026-03-18T09:00"],
  ],
  ["the next day after a Friday is Monday", "2026-03-20T16:30", ["17:30", "2026-03-23T09:00"]],
  [
    "one hour from now and Monday are offered on a Sunday",
    "2026-03-22T10:30",
    ["11:30", "2026-03-23T09:00"],
  ],
  [
    "the next day's time is still 9 am when clocks go forward in between",
    "2026-03-07T20:00",
    ["21:00", "2026-03-09T09:00"],
  ],
])("%s", (_, local, expected) => {
  expect(offered(local, { week: weekdays, holidays: [] })).toEqual(expected);
});

test("on a holiday, only one hour from now and the next open day are offered as callback times", () => {
  const holidays = [{ date: "2026-03-18", name: "Closed" }];
  expect(offered("2026-03-17T15:30", { week: weekdays, holidays }).at(-1)).toBe("2026-03-19T09:00");
  expect(offered("2026-03-18T10:30", { week: weekdays, holidays })).toEqual([
    "11:30",
    "2026-03-19T09:00",
  ]);
});

test("2 pm during a break and 9 am before opening aren't offered as callback times", () => {
  const week: OpenWeek = [lunch, lunch, lunch, lunch, lunch, lunch, lunch];
  expect(offered("2026-03-17T10:30", { week, holidays: [] })).toEqual([
    "11:30",
    "16:00",
    "2026-03-18T10:00",
  ]);
});

test("no next day is offered if the practice is never open", () => {
  const week: OpenWeek = [[], [], [], [], [], [], []];
  expect(offered("2026-03-17T10:30", { week, holidays: [] })).toEqual(["11:30"]);
});

/** Returns the offered times. Those of today are without their date. */
function offered(
  local: string,
  hours: { week: OpenWeek; holidays: [] | { date: string; name: string }[] },
) {
  const now = instantAt(local, timeZone) ?? new Date(Number.NaN);
  const today = localText(now, timeZone).slice(0, 10);
  return callbackTimes(now, { timeZone, ...hours }).map(({ at }) => {
    const [day, time] = localText(at, timeZone).split("T");
    return day === today ? time : `${day}T${time}`;
  });
}
