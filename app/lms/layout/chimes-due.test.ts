import { expect, test } from "vitest";
import { marksPassed } from "./chimes-due.ts";

const came = "2026-03-17T12:00:00.000Z";
const lead = { key: `one ${came}`, since: came };
const after = (minutes: number) => new Date(Date.parse(came) + minutes * 60_000);
const passed = (minutes: number, leads = [lead]) => [...marksPassed(leads, after(minutes))];

test("a lead sounds as it comes, at exactly five minutes and at exactly nine", () => {
  expect(passed(0)).toEqual([`one ${came} 0`]);
  expect(passed(4.99)).toHaveLength(1);
  expect(passed(5)).toEqual([`one ${came} 0`, `one ${came} 5`]);
  expect(passed(8.99)).toHaveLength(2);
  expect(passed(9)).toHaveLength(3);
  expect(passed(500)).toHaveLength(3);
});

test("a lead that the platform reports before its time by our clock still sounds as it comes", () => {
  expect(passed(-1)).toHaveLength(1);
});

test("a person who asks again sounds again", () => {
  const later = after(30).toISOString();
  const again = { key: `one ${later}`, since: later };
  expect(passed(30, [again])).toEqual([`one ${later} 0`]);
});
