import { expect, test } from "vitest";
import { callbackDays } from "./days.ts";

const timeZone = "America/New_York";
// A Tuesday at 10:14 am in Tampa.
const now = new Date("2026-12-01T15:14:00.000Z");

test("callbacks are grouped as overdue or by day in the practice's time zone", () => {
  const at = (iso: string) => ({ callBackAt: iso });
  const days = callbackDays(
    [
      at("2026-11-30T20:00:00.000Z"),
      at("2026-12-01T15:14:00.000Z"),
      at("2026-12-01T15:15:00.000Z"),
      at("2026-12-02T04:59:00.000Z"),
      at("2026-12-02T05:00:00.000Z"),
      at("2026-12-04T15:00:00.000Z"),
    ],
    now,
    timeZone,
  );
  expect(days.map(({ name, isOverdue, items }) => [name, isOverdue, items.length])).toEqual([
    ["Overdue", true, 2],
    ["Today", false, 2],
    ["Tomorrow", false, 1],
    ["Friday, December 4", false, 1],
  ]);
});
