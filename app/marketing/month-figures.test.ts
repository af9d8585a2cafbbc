// Checks that the sample month on the landing page is realistic.
import { expect, test } from "vitest";
import { deskSince, sampleMonth } from "#content/marketing/month.ts";
import { bucketOfWait, countMonth, monthDays } from "./month-figures.ts";

test("the sample leads are in order and within October, and each waits less than three days", () => {
  const days = sampleMonth.map(([day]) => day);
  expect(days).toEqual(days.toSorted((one, other) => one - other));
  expect(days.every((day) => day >= 1 && day < monthDays + 1)).toBe(true);
  expect(sampleMonth.every(([, waited]) => waited >= 1 && waited < 3 * 24 * 60)).toBe(true);
});

test("with the desk, a larger share of the sample leads is called on time than before, but not all of them", () => {
  const { before, after, onTime, leads } = countMonth(1297);
  expect(before.onTime / before.leads).toBeLessThan(after.onTime / after.leads);
  expect(after.onTime).toBeLessThan(after.leads);
  expect([before.onTime + after.onTime, before.leads + after.leads]).toEqual([onTime, leads]);
});

test("the only sample lead that is late with the desk is the booked one from Saturday, October 24", () => {
  const late = sampleMonth.filter(
    ([day, waited]) => day >= deskSince && bucketOfWait(waited) === "other",
  );
  expect(late.map(([day, , isBooked]) => [Math.floor(day), isBooked])).toEqual([[24, true]]);
});

test("the cost per booked visit includes the ad spend and our fee", () => {
  const { fee, ads, spent, booked, perBooked } = countMonth(1297);
  expect(spent).toBe(fee + ads);
  expect(perBooked).toBe(Math.round(spent / booked));
});
