// cspell:ignore lunes martes marzo hora oriental
import { expect, test } from "vitest";
import { bookedTimeText } from "#contract/booked-time.ts";

const tampa = { timeZone: "America/New_York", name: "Tampa time" };
const nbsp = "\u00a0";

test.each([
  [
    "a visitor in the same zone",
    "2026-03-16T14:00:00Z",
    "America/New_York",
    "Monday, March 16 at 10 am, Tampa time",
  ],
  [
    "a visitor in another zone whose clocks show the same",
    "2026-03-16T14:00:00Z",
    "America/Detroit",
    "Monday, March 16 at 10 am, Tampa time",
  ],
  [
    "a visitor three hours behind",
    "2026-03-16T14:00:00Z",
    "America/Los_Angeles",
    "Monday, March 16 at 7 am, Pacific Time (10 am, Tampa time)",
  ],
  [
    "a visitor for whom it is already the next day",
    "2026-03-16T21:30:00Z",
    "Australia/Sydney",
    "Tuesday, March 17 at 8:30 am, Australian Eastern Time (Monday, March 16 at 5:30 pm, Tampa time)",
  ],
  [
    "a zone without daylight saving time, in winter",
    "2026-01-16T15:00:00Z",
    "America/Phoenix",
    "Friday, January 16 at 8 am, Mountain Standard Time (10 am, Tampa time)",
  ],
  [
    "a visitor whose clocks haven't changed yet",
    "2026-03-16T14:00:00Z",
    "Europe/Berlin",
    "Monday, March 16 at 3 pm, Central European Time (10 am, Tampa time)",
  ],
])("formats a booked time for %s", (_, at, zone, text) => {
  expect(bookedTimeText(new Date(at), zone, tampa).replaceAll(nbsp, " ")).toBe(text);
});

test.each([
  ["2026-03-16T14:00:00Z", "America/New_York", "lunes, 16 de marzo, a las 10 a.m., hora de Tampa"],
  [
    "2026-03-16T17:30:00Z",
    "America/Chicago",
    "lunes, 16 de marzo, a las 12:30 p.m., hora central (1:30 p.m., hora de Tampa)",
  ],
  [
    "2026-03-16T21:00:00Z",
    "Australia/Sydney",
    "martes, 17 de marzo, a las 8 a.m., hora de Australia oriental (lunes, 16 de marzo, a las 5 p.m., hora de Tampa)",
  ],
  ["2026-03-16T17:00:00Z", "America/New_York", "lunes, 16 de marzo, a la 1 p.m., hora de Tampa"],
  ["2026-03-16T15:00:00Z", "America/New_York", "lunes, 16 de marzo, a las 11 a.m., hora de Tampa"],
])("%s in %s is %s in Spanish", (at, zone, text) => {
  const own = { ...tampa, name: "hora de Tampa" };
  expect(bookedTimeText(new Date(at), zone, own, "es").replaceAll(nbsp, " ")).toBe(text);
});
