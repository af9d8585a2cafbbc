import { expect, test } from "vitest";
import {
  clockText,
  dateText,
  exactText,
  headText,
  longDayText,
  momentText,
  timeText,
  zonedClockText,
  zonedMomentText,
  zoneText,
} from "./moment-text.ts";

const tampa = "America/New_York";
const now = new Date("2026-03-17T12:14:00Z");

test.each([
  ["2026-03-17T12:14:00Z", "8:14 am"],
  ["2026-03-16T20:52:00Z", "Mon 4:52 pm"],
  ["2026-03-03T14:22:00Z", "Mar 3, 9:22 am"],
])("the text for %s is %s in the practice's time zone", (at, text) => {
  expect(timeText(at, now, tampa)).toBe(text);
});

const night = new Date("2026-12-01T04:05:00Z");

test.each([
  ["a time with its time zone", zonedClockText(night, "America/Chicago"), "10:05 pm CST"],
  ["a day", longDayText(night, tampa), "Monday, November 30"],
  ["a date and time", zonedMomentText(now, tampa), "March 17, 2026 at 8:14 am EDT"],
])("the format for emails: %s", (_, text, expected) => expect(text).toBe(expected));

test("all other formats have ordinary spaces, and their times have am or pm", () => {
  const at = now.toISOString();
  const texts = [clockText(now, tampa), momentText(at, { timeZone: tampa }), exactText(at, tampa)];
  expect(texts).toEqual([
    "8:14 am",
    "Mar 17, 2026, 8:14 am",
    "Tuesday, March 17, 2026 at 8:14:00 am EDT",
  ]);
  expect(dateText(at, tampa)).toBe("Mar 17, 2026");
  expect(headText(now, tampa)).toBe("Tue Mar 17, 8:14 am");
  expect(zoneText(now, tampa)).toBe("Eastern Time");
});
