// cspell:ignore tmrw mañana
import { expect, test } from "vitest";
import { momentText } from "#contract/moment-text.ts";
import { localText } from "#contract/zones.ts";
import { readTypedTime } from "./typed-time.ts";

const timeZone = "America/New_York";
// A Tuesday at 10:14 am in Tampa.
const now = new Date("2026-12-01T15:14:00.000Z");

test.each([
  ["tomorrow 2pm", "2026-12-02T14:00"],
  ["tomorrow at 2", "2026-12-02T14:00"],
  ["tmrw 2", "2026-12-02T14:00"],
  ["Thu 2pm", "2026-12-03T14:00"],
  ["thu 9", "2026-12-03T09:00"],
  ["thursday 9:30", "2026-12-03T09:30"],
  ["next monday at 9 am", "2026-12-07T09:00"],
  ["2pm", "2026-12-01T14:00"],
  ["2", "2026-12-01T14:00"],
  ["2:30", "2026-12-01T14:30"],
  ["14:30", "2026-12-01T14:30"],
  ["9am", "2026-12-02T09:00"],
  ["noon", "2026-12-01T12:00"],
  ["friday noon", "2026-12-04T12:00"],
  ["today 4", "2026-12-01T16:00"],
  ["in 2 hours", "2026-12-01T12:14"],
  ["in 30 min", "2026-12-01T10:44"],
  ["12/3 10:00", "2026-12-03T10:00"],
  ["12/3 at 2", "2026-12-03T14:00"],
  ["dec 3 10am", "2026-12-03T10:00"],
  ["on the 3rd of december at 10 am", "2026-12-03T10:00"],
  ["Wed, Dec 2, 7:30 am", "2026-12-02T07:30"],
  ["2026-12-25T14:30", "2026-12-25T14:30"],
  ["2026-12-25T06:30", "2026-12-25T06:30"],
  ["2020-01-02T09:30", "2020-01-02T09:30"],
  // Daylight saving time starts between now and that day.
  ["march 16 9am", "2027-03-16T09:00"],
])("%s is parsed as %s", (typed, wall) => {
  const at = readTypedTime(typed, now, timeZone);
  expect(at && localText(at, timeZone)).toBe(wall);
});

test.each([
  "",
  "tomorrow",
  "next week",
  "tomorrow morning",
  "asap",
  "dec 3",
  "2pm or 3pm",
  "mañana 3pm",
])("%s isn't accepted as a date and time", (typed) => {
  expect(readTypedTime(typed, now, timeZone)).toBeNull();
});

test("a time that is typed as the form shows it is parsed as the same time", () => {
  const at = new Date("2027-03-16T13:00:00.000Z");
  expect(readTypedTime(momentText(at.toISOString(), { timeZone }), now, timeZone)).toEqual(at);
});
