import { expect, test } from "vitest";
import type { OpenWeek } from "#contract/open-hours.ts";
import type { BusinessHours } from "#contract/open-time.ts";
import { waitingOf } from "./waiting.ts";

const office = [
  { from: "08:00", to: "12:00" },
  { from: "13:00", to: "17:00" },
];
const nightly = [{ from: "01:00", to: "04:00" }];
const weekdays: OpenWeek = [[], office, office, office, office, office, []];
const never: OpenWeek = [[], [], [], [], [], [], []];
const tampa: BusinessHours = {
  timeZone: "America/New_York",
  week: weekdays,
  holidays: [{ date: "2026-12-25", name: "Christmas" }],
};
const everyNight: BusinessHours = { ...tampa, week: never.map(() => nightly), holidays: [] };

/** Returns a local time in Tampa with its UTC offset. */
const at = (local: string, offset = "-04:00") => new Date(`${local}${offset}`);

/** Sunday, March 22. */
const sunday = "2026-03-22T21:00:00";

test.each([
  [
    "a lead from Sunday is due ten minutes after opening",
    sunday,
    "2026-03-22T21:30:00",
    "closed lt10 08:10",
  ],
  [
    "a lead from Sunday has the same due time a second before opening",
    sunday,
    "2026-03-23T07:59:59",
    "closed lt10 08:10",
  ],
  [
    "the clock of a lead from Sunday starts exactly at opening",
    sunday,
    "2026-03-23T08:00:00",
    "running lt10 0:00",
  ],
  [
    "a lead from Sunday is on time for ten minutes after opening",
    sunday,
    "2026-03-23T08:09:59",
    "running lt10 9:59",
  ],
  [
    "a lead from Sunday is slow after exactly ten minutes of business hours",
    sunday,
    "2026-03-23T08:10:00",
    "running lt60 10:00",
  ],
  [
    "a lead from Sunday is late after exactly an hour of business hours, and shows its total wait",
    sunday,
    "2026-03-23T09:00:00",
    "running other 720:00",
  ],
  [
    "a lead from 16:55 keeps its five minutes after closing",
    "2026-03-17T16:55:00",
    "2026-03-17T20:00:00",
    "closed lt10 08:05",
  ],
  [
    "the practice is closed exactly at closing",
    "2026-03-17T16:55:00",
    "2026-03-17T17:00:00",
    "closed lt10 08:05",
  ],
  [
    "the practice is open a second before closing",
    "2026-03-17T16:55:00",
    "2026-03-17T16:59:59",
    "running lt10 4:59",
  ],
  [
    "a lead whose ten minutes of business hours end at closing is slow",
    "2026-03-17T16:50:00",
    "2026-03-17T17:00:00",
    "closed lt60 08:50",
  ],
  [
    "a lunch break stops the clock, too",
    "2026-03-17T11:57:00",
    "2026-03-17T12:30:00",
    "closed lt10 13:07",
  ],
  [
    "the clock continues after lunch",
    "2026-03-17T11:57:00",
    "2026-03-17T13:01:00",
    "running lt10 4:00",
  ],
  [
    "a lead that is late on Friday stays late on Saturday",
    "2026-03-20T15:00:00",
    "2026-03-21T10:00:00",
    "running other 1140:00",
  ],
  [
    "during business hours the clock shows wall time",
    "2026-03-17T09:00:00",
    "2026-03-17T09:07:30",
    "running lt10 7:30",
  ],
])("%s", (_, since, now, expected) => {
  expect(told(since, now)).toBe(expected);
});

test("a practice on business hours counts a holiday as a closed day", () => {
  // December 25, 2026 is a Friday.
  const since = at("2026-12-24T20:00:00", "-05:00");
  const waiting = waitingOf(since, at("2026-12-25T09:00:00", "-05:00"), "open", tampa);
  expect(waiting).toMatchObject({ kind: "closed", dueAt: at("2026-12-28T08:10:00", "-05:00") });
});

test("an hour that the night skips isn't counted as a wait", () => {
  // On March 8, 2026, 2 am doesn't exist, so 1 am to 4 am is two hours.
  const since = at("2026-03-08T01:55:00", "-05:00");
  const after = (minutes: number) => new Date(since.getTime() + minutes * 60_000);
  expect(waitingOf(since, after(9), "open", everyNight)).toMatchObject({
    bucket: "lt10",
    elapsedMs: 540_000,
  });
  expect(waitingOf(since, after(10), "open", everyNight)).toMatchObject({ bucket: "lt60" });
  const evening = waitingOf(
    at("2026-03-07T22:00:00", "-05:00"),
    at("2026-03-08T00:30:00", "-05:00"),
    "open",
    everyNight,
  );
  expect(evening).toMatchObject({ kind: "closed", dueAt: at("2026-03-08T01:10:00", "-05:00") });
});

test("both occurrences of an hour that the night repeats count as a wait", () => {
  // On November 1, 2026, 1 am occurs twice, so 1 am to 4 am is four hours.
  const since = at("2026-11-01T00:30:00");
  expect(waitingOf(since, at("2026-11-01T01:30:00", "-04:00"), "open", everyNight)).toMatchObject({
    bucket: "lt60",
    elapsedMs: 30 * 60_000,
  });
  expect(waitingOf(since, at("2026-11-01T01:00:00", "-05:00"), "open", everyNight)).toMatchObject({
    bucket: "other",
  });
});

test("every minute counts in the all-hours mode, and for a practice that is never open", () => {
  const [since, now] = [at(sunday), at("2026-03-23T07:00:00")];
  const tenHours = {
    kind: "running",
    bucket: "other",
    elapsedMs: 600 * 60_000,
    waitedMs: 600 * 60_000,
  };
  expect(waitingOf(since, now, "wall", tampa)).toEqual(tenHours);
  expect(waitingOf(since, now, "open", { ...tampa, week: never })).toEqual({
    ...tenHours,
    // The practice isn't open for a single minute in more than a year.
  });
});

test("the full wait includes the hours when the practice is closed", () => {
  expect(waitingOf(at(sunday), at("2026-03-23T08:03:00"), "open", tampa)).toMatchObject({
    elapsedMs: 3 * 60_000,
    waitedMs: 663 * 60_000,
  });
});

function told(since: string, now: string): string {
  const waiting = waitingOf(at(since), at(now), "open", tampa);
  if (waiting.kind === "closed") {
    const due = waiting.dueAt.toLocaleTimeString("en-GB", { timeZone: tampa.timeZone });
    return `closed ${waiting.bucket} ${due.slice(0, 5)}`;
  }
  const seconds = waiting.elapsedMs / 1000;
  return `running ${waiting.bucket} ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
