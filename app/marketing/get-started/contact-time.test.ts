import { expect, test } from "vitest";
import {
  contactAtText,
  dayText,
  isPastDay,
  isPastMoment,
  readDay,
  timeZoneText,
} from "./contact-time.ts";

test.each([
  ["03/05/2026", "03/05/2026"],
  ["3/5/2026", "03/05/2026"],
  ["3-5-26", "03/05/2026"],
  [" 03052026 ", "03/05/2026"],
  ["02/29/2028", "02/29/2028"],
])("%s is parsed as %s", (typed, meant) => {
  const day = readDay(typed);
  expect(day && dayText(day)).toBe(meant);
});

test.each([
  "",
  "tomorrow",
  "13/01/2026",
  "02/30/2026",
  "02/29/2026",
  "2026-03-05",
  "3/5",
  "00/10/2026",
])("%s isn't parsed as a date", (typed) => {
  expect(readDay(typed)).toBeNull();
});

test("a day counts as past from the next midnight on", () => {
  const now = new Date(2026, 2, 5, 23, 59, 59);
  expect(isPastDay({ year: 2026, month: 3, day: 5 }, now)).toBe(false);
  expect(isPastDay({ year: 2026, month: 3, day: 4 }, now)).toBe(true);
  expect(isPastDay({ year: 2026, month: 3, day: 5 }, new Date(2026, 2, 6))).toBe(true);
});

test("a time earlier today counts as past, but the current minute doesn't", () => {
  const now = new Date(2026, 2, 5, 14, 30);
  const today = { year: 2026, month: 3, day: 5 };
  expect(isPastMoment(today, "14:29", now)).toBe(true);
  expect(isPastMoment(today, "14:30", now)).toBe(false);
});

test("the text for the owner has the date, time and time zone of the requested call", () => {
  expect(contactAtText({ year: 2026, month: 3, day: 5 }, "14:30", "America/New_York")).toBe(
    "03/05/2026 at 2:30 PM, Eastern Time (America/New_York)",
  );
  expect(timeZoneText("America/New_York", "en")).toBe("Eastern Time");
});
