import { expect, test } from "vitest";
import type { BusinessHours } from "#contract/open-time.ts";
import { marksPassed, maySound, soundingHours } from "./chimes-due.ts";

const came = "2026-03-17T12:00:00.000Z";
const lead = { key: `one ${came}`, since: came };
const after = (minutes: number) => new Date(Date.parse(came) + minutes * 60_000);
const passed = (minutes: number, leads = [lead]) => [...marksPassed(leads, after(minutes), null)];

test("a sound plays when a lead arrives, and again at exactly five and nine minutes", () => {
  expect(passed(0)).toEqual([`one ${came} 0`]);
  expect(passed(4.99)).toHaveLength(1);
  expect(passed(5)).toEqual([`one ${came} 0`, `one ${came} 5`]);
  expect(passed(8.99)).toHaveLength(2);
  expect(passed(9)).toHaveLength(3);
  expect(passed(500)).toHaveLength(3);
});

test("a lead whose platform's clock is ahead of ours still plays a sound when it arrives", () => {
  expect(passed(-1)).toHaveLength(1);
});

test("another inquiry from the same person plays the sound again", () => {
  const later = after(30).toISOString();
  const again = { key: `one ${later}`, since: later };
  expect(passed(30, [again])).toEqual([`one ${later} 0`]);
});

const weekdays = [{ from: "08:00", to: "17:00" }];
const tampa: BusinessHours = {
  timeZone: "America/New_York",
  week: [[], weekdays, weekdays, weekdays, weekdays, weekdays, []],
  holidays: [],
};

test("a lead from the night plays its five-minute sound five minutes after opening", () => {
  const since = "2026-03-17T02:00:00.000Z";
  const night = [{ key: "one", since }];
  const at = (iso: string) => [...marksPassed(night, new Date(iso), tampa)];
  expect(at("2026-03-17T11:59:00.000Z")).toEqual(["one 0"]);
  expect(at("2026-03-17T12:04:59.999Z")).toEqual(["one 0"]);
  expect(at("2026-03-17T12:05:00.000Z")).toEqual(["one 0", "one 5"]);
  expect(at("2026-03-17T12:09:00.000Z")).toHaveLength(3);
});

test.each([
  ["open", "2026-03-17T12:00:00.000Z", tampa, false, true],
  ["closed", "2026-03-17T21:00:00.000Z", tampa, false, false],
  ["closed, with sounds on even then,", "2026-03-17T21:00:00.000Z", tampa, true, true],
  ["never open", "2026-03-17T21:00:00.000Z", { ...tampa, week: Array(7).fill([]) }, false, true],
])(
  "sounds follow the business hours of a practice that is %s, at %s",
  (_, at, hours, isAlsoWhenClosed, expected) => {
    expect(maySound(new Date(at), soundingHours(hours, { isAlsoWhenClosed }))).toBe(expected);
  },
);
