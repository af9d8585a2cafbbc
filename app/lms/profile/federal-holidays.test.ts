import { expect, test } from "vitest";
import { federalHolidays } from "./federal-holidays.ts";

test("the holidays of 2027, with the days on which they are observed", () => {
  expect(federalHolidays(2027).map(({ date, name }) => `${date} ${name}`)).toEqual([
    "2027-01-01 New Year’s Day",
    "2027-01-18 Martin Luther King Jr. Day",
    "2027-02-15 Presidents’ Day",
    "2027-05-31 Memorial Day",
    "2027-06-18 Juneteenth (observed)",
    "2027-06-19 Juneteenth",
    "2027-07-04 Independence Day",
    "2027-07-05 Independence Day (observed)",
    "2027-09-06 Labor Day",
    "2027-10-11 Columbus Day",
    "2027-11-11 Veterans Day",
    "2027-11-25 Thanksgiving Day",
    "2027-12-24 Christmas Day (observed)",
    "2027-12-25 Christmas Day",
    // January 1, 2028 is a Saturday.
    "2027-12-31 New Year’s Day (observed)",
  ]);
});

test.each([
  [2028, "Memorial Day", "2028-05-29"],
  [2026, "Memorial Day", "2026-05-25"],
  [2029, "Thanksgiving Day", "2029-11-22"],
  [2028, "Thanksgiving Day", "2028-11-23"],
  [2026, "Labor Day", "2026-09-07"],
  [2028, "Labor Day", "2028-09-04"],
  [2028, "New Year’s Day", "2028-01-01"],
])("in %i, %s is on %s", (year, name, date) => {
  expect(federalHolidays(year).find((holiday) => holiday.name === name)?.date).toBe(date);
});

test("New Year’s Day of 2028 is observed in 2027, so 2028 begins without it", () => {
  expect(federalHolidays(2028)[0]).toEqual({ date: "2028-01-01", name: "New Year’s Day" });
});
