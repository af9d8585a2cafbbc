import { expect, test } from "vitest";
import { isTimely, type ReminderStep, reminderTimes } from "./reminder-times.ts";

const startsAt = new Date("2026-03-19T14:00:00Z");
const before = (hours: number) => new Date(startsAt.getTime() - hours * 60 * 60_000);

test.each<[string, number, ReminderStep[]]>([
  ["a week before", 168, ["day", "hour"]],
  ["26 hours before", 26, ["day", "hour"]],
  ["just under 26 hours before", 25.9, ["hour"]],
  ["five hours before", 5, ["hour"]],
  ["three hours before", 3, ["hour"]],
  ["two hours before", 2, []],
  ["when it has begun", -1, []],
])("reminders are scheduled correctly for a call booked %s", (_, hours, steps) => {
  const times = reminderTimes({ startsAt, bookedAt: before(hours) });
  expect(times.map(({ step }) => step)).toEqual(steps);
  for (const { step, at } of times) expect(at).toEqual(before(step === "day" ? 24 : 1));
});

test.each<[ReminderStep, number, boolean]>([
  ["day", 24, true],
  ["day", 24 + 1 / 60, true],
  ["day", 24.1, false],
  ["day", 12.1, true],
  ["day", 12, false],
  ["hour", 1, true],
  ["hour", 0.3, true],
  ["hour", 0.25, false],
  ["hour", -1, false],
])(
  "the reminder due one %s before a call may be sent %d hours before the call: %s",
  (step, hours, expected) => {
    expect(isTimely(step, startsAt, before(hours))).toBe(expected);
  },
);
