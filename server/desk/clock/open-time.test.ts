import fc from "fast-check";
import { expect, inject, test } from "vitest";
import type { OpenSpan } from "#contract/open-hours.ts";
import {
  afterOpenMinutes,
  type BusinessHours,
  beforeOpenMinutes,
  isOpenAt,
  openStarts,
} from "#contract/open-time.ts";
import { openLimits } from "./open-limits.ts";

const morning = { from: "08:00", to: "12:00" };
const afternoon = { from: "13:00", to: "17:00" };
const always = { from: "00:00", to: "24:00" };

const weekOf = (day: OpenSpan[], weekend: OpenSpan[] = []): BusinessHours["week"] => [
  weekend,
  day,
  day,
  day,
  day,
  day,
  weekend,
];

const tampa: BusinessHours = {
  timeZone: "America/New_York",
  week: weekOf([morning, afternoon]),
  holidays: [{ date: "2026-12-25", name: "Christmas" }],
};

/** Makes a date from a local time in Tampa and its UTC offset at that time. */
const at = (local: string, offset = "-04:00") => new Date(`${local}${offset}`);

test.each([
  ["wall time counts in the middle of a morning", "2026-03-17T09:00:00", 10, "2026-03-17T09:10:00"],
  ["wall time counts exactly at opening", "2026-03-17T08:00:00", 10, "2026-03-17T08:10:00"],
  [
    "a clock that starts before opening counts from opening",
    "2026-03-17T06:30:00",
    10,
    "2026-03-17T08:10:00",
  ],
  [
    "a clock that starts in the evening counts from the next opening",
    "2026-03-17T21:00:00",
    10,
    "2026-03-18T08:10:00",
  ],
  ["a lunch break in between doesn't count", "2026-03-17T11:55:00", 10, "2026-03-17T13:05:00"],
  [
    "a clock that starts during the lunch break counts from its end",
    "2026-03-17T12:30:00",
    60,
    "2026-03-17T14:00:00",
  ],
  [
    "ten minutes that start exactly ten minutes before the break end when it begins",
    "2026-03-17T11:50:00",
    10,
    "2026-03-17T12:00:00",
  ],
  [
    "a clock that starts exactly at closing counts from the next opening",
    "2026-03-17T17:00:00",
    10,
    "2026-03-18T08:10:00",
  ],
  [
    "time that is left at closing counts the next morning",
    "2026-03-17T16:30:00",
    60,
    "2026-03-18T08:30:00",
  ],
  [
    "time that is left before a weekend counts on Monday",
    "2026-03-20T16:55:00",
    10,
    "2026-03-23T08:05:00",
  ],
])("%s", (_, startedAt, minutes, until) => {
  expect(afterOpenMinutes(at(startedAt), minutes, tampa)).toEqual(at(until));
});

test("the practice is closed on a holiday", () => {
  // Christmas 2026 is a Friday, so ten open minutes for Thursday evening's lead end on Monday.
  const startedAt = at("2026-12-24T20:00:00", "-05:00");
  expect(afterOpenMinutes(startedAt, 10, tampa)).toEqual(at("2026-12-28T08:10:00", "-05:00"));
});

test("opening hours across a skipped hour count at their actual length", () => {
  const nightly = { ...tampa, week: weekOf([], [{ from: "01:00", to: "04:00" }]) };
  // 2 am doesn't exist on 2026-03-08, so 1 to 4 am is two hours.
  const startedAt = at("2026-03-08T01:30:00", "-05:00");
  expect(afterOpenMinutes(startedAt, 60, nightly)).toEqual(at("2026-03-08T03:30:00", "-04:00"));
  expect(afterOpenMinutes(startedAt, 90, nightly)).toEqual(at("2026-03-08T04:00:00", "-04:00"));
  expect(afterOpenMinutes(startedAt, 91, nightly)).toEqual(at("2026-03-14T01:01:00", "-04:00"));
});

test("opening hours across a repeated hour count at their actual length", () => {
  const nightly = { ...tampa, week: weekOf([], [{ from: "01:00", to: "04:00" }]) };
  // 1 am occurs twice on 2026-11-01, so 1 to 4 am is four hours.
  const startedAt = at("2026-11-01T01:30:00", "-04:00");
  expect(afterOpenMinutes(startedAt, 60, nightly)).toEqual(at("2026-11-01T01:30:00", "-05:00"));
  expect(afterOpenMinutes(startedAt, 211, nightly)).toEqual(at("2026-11-07T01:01:00", "-05:00"));
});

test("open time equals wall time for a practice that is always open", () => {
  const open: BusinessHours = { ...tampa, week: weekOf([always], [always]), holidays: [] };
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 525_600 * 60_000 }), (offset) => {
      const startedAt = new Date(Date.UTC(2026, 0, 1) + offset);
      const wall = new Date(startedAt.getTime() + 60 * 60_000);
      expect(afterOpenMinutes(startedAt, 60, open)).toEqual(wall);
    }),
  );
});

const onlyMondays = { ...tampa, week: weekOf([]).with(1, [morning]) };
const everyMonday = Array.from({ length: 60 }, (_, index) => ({
  date: new Date(Date.UTC(2026, 2, 16 + index * 7)).toISOString().slice(0, 10),
  name: "",
}));

test.each([
  ["isn't open on any day", { ...tampa, week: weekOf([]) }],
  ["has a holiday on each of its open days", { ...onlyMondays, holidays: everyMonday }],
])("a practice that %s is never open, so its limits use wall time", (_, hours) => {
  const startedAt = at("2026-03-17T21:00:00");
  expect(afterOpenMinutes(startedAt, 60, hours)).toBeNull();
  expect(openLimits(startedAt, hours)).toEqual({
    onTimeUntil: at("2026-03-17T21:10:00"),
    lateAt: at("2026-03-17T22:00:00"),
  });
});

test("the limits of a lead from 9 pm are counted from the next opening", () => {
  expect(openLimits(at("2026-03-17T21:00:00"), tampa)).toEqual({
    onTimeUntil: at("2026-03-18T08:10:00"),
    lateAt: at("2026-03-18T09:00:00"),
  });
});

test("both limits use wall time for a practice that is open one minute a week", () => {
  const barely = { ...tampa, week: weekOf([]).with(1, [{ from: "08:00", to: "08:01" }]) };
  const startedAt = at("2026-03-17T21:00:00");
  expect(openLimits(startedAt, barely)).toEqual({
    onTimeUntil: at("2026-03-17T21:10:00"),
    lateAt: at("2026-03-17T22:00:00"),
  });
});

test("two opening periods that overlap because of a skipped hour count once", () => {
  const spans = [
    { from: "02:00", to: "02:45" },
    { from: "03:00", to: "04:00" },
  ];
  const nightly = { ...tampa, week: weekOf([], spans) };
  const startedAt = at("2026-03-08T01:00:00", "-05:00");
  expect(afterOpenMinutes(startedAt, 60, nightly)).toEqual(at("2026-03-08T04:00:00", "-04:00"));
});

test("sixty open minutes match a minute-by-minute count for any opening hours", () => {
  // Opening hours start at 4 am or later, because the tests above cover the clock changes.
  const time = fc.integer({ min: 16, max: 95 }).map(clockOfQuarter);
  const day = fc.array(time, { minLength: 4, maxLength: 4 }).map((times) => {
    const [a = "", b = "", c = "", d = ""] = [...new Set(times)].sort();
    return [...(b ? [{ from: a, to: b }] : []), ...(d ? [{ from: c, to: d }] : [])];
  });
  const hours = fc
    .tuple(day, day, fc.constantFrom("America/New_York", "America/Los_Angeles", "Asia/Kolkata"))
    .map(([week, weekend, timeZone]) => ({
      timeZone,
      week: weekOf(week, weekend),
      holidays: [{ date: "2026-03-09", name: "" }],
    }));
  fc.assert(
    fc.property(hours, fc.integer({ min: 0, max: 10 * 24 * 60 }), (given, offset) => {
      const startedAt = new Date(Date.UTC(2026, 2, 3) + offset * 60_000);
      const until = afterOpenMinutes(startedAt, 60, given);
      if (!until || until.getTime() - startedAt.getTime() > 14 * 24 * 60 * 60_000) return;
      expect(openMinutes(startedAt, until, given)).toBe(60);
    }),
    { numRuns: inject("isLong") ? 2000 : 60 },
  );
});

const clockOfQuarter = (quarter: number) =>
  `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`;

const weekdays = "sunday monday tuesday wednesday thursday friday saturday".split(" ");

/** Counts the slow way: checks at the start of each minute whether the practice is open. */
function openMinutes(from: Date, until: Date, hours: BusinessHours): number {
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: hours.timeZone,
    dateStyle: "short",
    timeStyle: "short",
    hourCycle: "h23",
  });
  const weekday = new Intl.DateTimeFormat("en-US", { timeZone: hours.timeZone, weekday: "long" });
  let counted = 0;
  for (let at = from.getTime(); at < until.getTime(); at += 60_000) {
    const [date = "", time = ""] = format.format(at).split(", ");
    const name = weekday.format(at).toLowerCase();
    const spans = hours.week[weekdays.indexOf(name)] ?? [];
    const isOpen =
      hours.holidays.every((holiday) => holiday.date !== date) &&
      spans.some((open) => open.from <= time && time < open.to);
    if (isOpen) counted += 1;
  }
  return counted;
}

test.each([
  ["in the morning", "2026-03-17T09:00:00", true],
  ["exactly at opening", "2026-03-17T08:00:00", true],
  ["exactly at closing", "2026-03-17T17:00:00", false],
  ["during the break", "2026-03-17T12:30:00", false],
  ["on a weekend", "2026-03-20T20:00:00", false],
])("whether a practice is open %s", (_, now, isOpen) => {
  expect(isOpenAt(at(now), tampa)).toBe(isOpen);
});

test("an always-open practice is open, and a never-open practice is closed", () => {
  const now = at("2026-03-17T09:00:00");
  const open = { ...tampa, holidays: [], week: weekOf([always], [always]) };
  expect(isOpenAt(now, open)).toBe(true);
  expect(isOpenAt(now, { ...open, week: weekOf([]) })).toBe(false);
});

/**
 * app/lms/shell/waiting.test.ts tests the same cases, because both the client and the server sort
 * the queue by these times.
 */
test.each([
  ["in the middle of a morning", "2026-03-17T09:30:00", 10, "2026-03-17T09:20:00"],
  ["none, while the practice is closed", "2026-03-22T21:00:00", 0, "2026-03-20T17:00:00"],
  ["ten minutes, while the practice is closed", "2026-03-22T21:00:00", 10, "2026-03-20T16:50:00"],
  ["across the lunch break", "2026-03-17T13:04:00", 10, "2026-03-17T11:54:00"],
  ["exactly a whole span", "2026-03-17T12:30:00", 240, "2026-03-17T08:00:00"],
  ["exactly at opening", "2026-03-23T08:00:00", 0, "2026-03-20T17:00:00"],
])(
  "counting back the open minutes that a clock has run finds its start: %s",
  (_, now, minutes, start) => {
    expect(beforeOpenMinutes(at(now), minutes, tampa)).toEqual(at(start));
  },
);

test("a clock has reached a limit if and only if it started no later than the computed start time for that limit", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 525_600 }),
      fc.integer({ min: 0, max: 6000 }),
      (now, waited) => {
        const asOf = new Date(Date.UTC(2026, 0, 10) + now * 60_000);
        const startedAt = new Date(asOf.getTime() - waited * 60_000);
        const starts = openStarts(asOf, tampa);
        const { onTimeUntil, lateAt } = openLimits(startedAt, tampa);
        expect(startedAt > starts.onTime).toBe(onTimeUntil > asOf);
        expect(startedAt > starts.late).toBe(lateAt > asOf);
      },
    ),
  );
});
