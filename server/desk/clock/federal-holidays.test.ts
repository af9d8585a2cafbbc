import { expect, test } from "vitest";
import { federalHolidays } from "#contract/federal-holidays.ts";

test("the holidays of 2027 include the days on which they are observed", () => {
  const told = federalHolidays(2027).map(
    ({ date, holiday, isObserved }) => `${date} ${holiday}${isObserved ? " observed" : ""}`,
  );
  expect(told).toEqual([
    "2027-01-01 newYear",
    "2027-01-18 king",
    "2027-02-15 presidents",
    "2027-05-31 memorial",
    "2027-06-18 juneteenth observed",
    "2027-06-19 juneteenth",
    "2027-07-04 independence",
    "2027-07-05 independence observed",
    "2027-09-06 labor",
    "2027-10-11 columbus",
    "2027-11-11 veterans",
    "2027-11-25 thanksgiving",
    "2027-12-24 christmas observed",
    "2027-12-25 christmas",
    // January 1, 2028 is a Saturday.
    "2027-12-31 newYear observed",
  ]);
});

test.each([
  [2028, "memorial", "2028-05-29"],
  [2026, "memorial", "2026-05-25"],
  [2029, "thanksgiving", "2029-11-22"],
  [2028, "thanksgiving", "2028-11-23"],
  [2026, "labor", "2026-09-07"],
  [2028, "labor", "2028-09-04"],
  [2028, "newYear", "2028-01-01"],
])("in %i, %s is on %s", (year, name, date) => {
  expect(federalHolidays(year).find(({ holiday }) => holiday === name)?.date).toBe(date);
});

test("New Year’s Day 2028 is observed in 2027, so the 2028 list starts with the holiday itself", () => {
  const [first] = federalHolidays(2028);
  expect(first).toEqual({ date: "2028-01-01", holiday: "newYear", isObserved: false });
});
