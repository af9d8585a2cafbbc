import { expect, test } from "vitest";
import { agoText, clockFace, overdueText, tookText } from "./clock-text.ts";

const minutes = (count: number) => count * 60_000;

test.each([
  [0, "0:00", "5:00 to goal", "lt10", false],
  [minutes(5) - 1, "4:59", "0:00 to goal", "lt10", false],
  [minutes(5), "5:00", "5:00 left", "lt10", false],
  [minutes(10) - 1, "9:59", "0:00 left", "lt10", false],
  [minutes(10), "10:00", "late in 50 min", "lt60", true],
  [minutes(60) - 1, "59:59", "late in 1 min", "lt60", true],
  [minutes(60), "1h 0m", "call now", "other", true],
  [minutes(76), "1h 16m", "call now", "other", true],
] as const)(
  "a running clock after %i ms shows %s and %s",
  (elapsed, digits, next, bucket, isUrgent) => {
    expect(clockFace(elapsed)).toMatchObject({ digits, next, bucket, isUrgent });
  },
);

test("a clock that would be negative shows 0:00", () => {
  expect(clockFace(-5000).digits).toBe("0:00");
});

test.each([
  [minutes(4.2), "4:12"],
  [minutes(23.9), "23 min"],
  [minutes(102), "1h 42m"],
])("the time to a first call of %i ms is shown as %s", (elapsed, text) => {
  expect(tookText(elapsed)).toBe(text);
});

test.each([
  [minutes(14), "14 min ago"],
  [-minutes(30), "in 30 min"],
  [minutes(180), "3 hr ago"],
  [minutes(60 * 24 * 5), "5 days ago"],
  [0, "now"],
])("a moment that was %i ms ago is shown as %s", (back, text) => {
  const now = new Date("2026-03-17T12:00:00Z");
  expect(agoText(new Date(now.getTime() - back), now)).toBe(text);
});

test.each([
  [minutes(1) - 1, "now"],
  [minutes(1), "1 min overdue"],
  [minutes(98), "1h 38m overdue"],
  [minutes(60 * 24 * 5), "5 days overdue"],
])("a callback that was due %i ms ago is shown as %s", (late, text) => {
  const now = new Date("2026-03-17T12:00:00Z");
  expect(overdueText(new Date(now.getTime() - late), now)).toBe(text);
});
