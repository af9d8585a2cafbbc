import { expect, test } from "vitest";
import { periodsUntil } from "./compared-periods.ts";

test.each([
  // The last full month and the month before it, even across New Year's.
  ["month", "2026-03-01", ["2026-02-01", "2026-03-01"], ["2026-01-01", "2026-02-01"]],
  ["month", "2026-03-31", ["2026-02-01", "2026-03-01"], ["2026-01-01", "2026-02-01"]],
  ["month", "2026-01-15", ["2025-12-01", "2026-01-01"], ["2025-11-01", "2025-12-01"]],
  ["2024-03", "2026-03-31", ["2024-03-01", "2024-04-01"], ["2024-02-01", "2024-03-01"]],
  // A month that isn't over, as in a monthly report.
  ["2026-03", "2026-03-05", ["2026-03-01", "2026-04-01"], ["2026-02-01", "2026-03-01"]],
  // Weeks are from Monday through Sunday. On a Monday, the last full week ended yesterday; on a
  // Sunday, it ended a week ago.
  ["week", "2026-03-16", ["2026-03-09", "2026-03-16"], ["2026-03-02", "2026-03-09"]],
  ["week", "2026-03-15", ["2026-03-02", "2026-03-09"], ["2026-02-23", "2026-03-02"]],
  // The 30 days include today.
  ["30d", "2026-03-30", ["2026-03-01", "2026-03-31"], ["2026-01-30", "2026-03-01"]],
])("the period %s on %s is compared with earlier ones", (period, today, [from, to], before) => {
  const periods = periodsUntil(period, today);
  expect(periods).toHaveLength(6);
  expect(periods?.slice(0, 2)).toEqual([
    { from, to },
    { from: before[0], to: before[1] },
  ]);
  // Each period ends where the next one begins.
  for (const [place, one] of (periods ?? []).entries()) {
    if (place > 0) expect(one.to).toBe(periods?.[place - 1]?.from);
  }
});

test("a month that hasn't started has no periods to compare", () => {
  expect(periodsUntil("2026-04", "2026-03-31")).toBeNull();
});
