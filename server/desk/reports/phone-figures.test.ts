import { expect, test } from "vitest";
import { minForMedian } from "#contract/figures.ts";
import type { BusinessHours } from "#contract/open-time.ts";
import { answerDueAt, type Conversation, firstCallsOf, textFiguresOf } from "./phone-figures.ts";

const called = (minute: number, inquiries: number) => ({ minute, inquiries, isCalled: true });
const uncalled = (minute: number, inquiries: number) => ({ minute, inquiries, isCalled: false });

test.each([
  ["no inquiries", [], 0, null],
  ["one too few", [called(2, minForMedian - 1)], minForMedian - 1, null],
  ["just enough", [called(2, minForMedian)], minForMedian, 3],
  ["half called at once, half never", [called(0, 5), uncalled(60, 5)], 10, 1],
  ["fewer than half called", [called(0, 4), uncalled(60, 6)], 10, "not_yet"],
  ["most called after an hour", [called(0, 4), called(60, 6)], 10, "over_an_hour"],
  ["in the last minute of the hour", [called(59, 10)], 10, 60],
  // A running clock counts as waiting up to its minute.
  ["the others still waiting", [called(0, 4), uncalled(0, 6), called(3, 1)], 11, 4],
] as const)("first calls, %s", (_, counts, inquiries, half) => {
  expect(firstCallsOf([...counts])).toEqual({ inquiries, half });
});

/** Monday to Thursday with a lunch break, Friday until noon. */
const day = [
  { from: "08:00", to: "12:00" },
  { from: "13:00", to: "17:00" },
];
const hours: BusinessHours = {
  timeZone: "America/New_York",
  week: [[], day, day, day, day, [{ from: "08:00", to: "12:00" }], []],
  holidays: [{ date: "2026-03-18", name: "" }],
};

test.each([
  ["in the morning", "2026-03-16T10:00-04:00", "2026-03-16T17:00-04:00"],
  ["at lunch", "2026-03-16T12:30-04:00", "2026-03-16T17:00-04:00"],
  ["before opening", "2026-03-16T06:00-04:00", "2026-03-16T17:00-04:00"],
  ["in the last minute", "2026-03-16T16:59-04:00", "2026-03-16T17:00-04:00"],
  ["at closing time", "2026-03-16T17:00-04:00", "2026-03-17T17:00-04:00"],
  ["before a holiday", "2026-03-17T17:00-04:00", "2026-03-19T17:00-04:00"],
  ["on Friday evening", "2026-03-20T18:00-04:00", "2026-03-23T17:00-04:00"],
  // Clocks change on November 1.
  ["before the clocks change", "2026-10-30T12:00-04:00", "2026-11-02T17:00-05:00"],
] as const)(
  "a text that comes %s has to be answered by the end of that business day",
  (_, at, due) => {
    expect(answerDueAt(new Date(at), hours)).toEqual(new Date(due));
  },
);

test("a practice that is open all day has until midnight, and one that is never open has a day", () => {
  const always = { ...hours, week: hours.week.map(() => [{ from: "00:00", to: "24:00" }]) };
  const at = new Date("2026-03-16T23:59:00-04:00");
  expect(answerDueAt(at, always)).toEqual(new Date("2026-03-17T00:00:00-04:00"));
  const never = { ...hours, week: hours.week.map(() => []) };
  expect(answerDueAt(at, never)).toEqual(new Date("2026-03-17T23:59:00-04:00"));
});

const askedAt = new Date("2026-03-16T14:00:00Z");
const dueAt = new Date("2026-03-16T21:00:00Z");
const after = (seconds: number) => new Date(askedAt.getTime() + seconds * 1000);
const talk = (answeredAt: Date | null, stoppedAt: Date | null = null): Conversation => ({
  ...{ askedAt, dueAt, answeredAt, stoppedAt },
});
const evening = new Date("2026-03-16T22:00:00Z");

test("an answer counts before closing time, not at it", () => {
  const justBefore = new Date(dueAt.getTime() - 1);
  const { conversations, answeredInDay } = textFiguresOf([talk(justBefore), talk(dueAt)], evening);
  expect({ conversations, answeredInDay }).toEqual({ conversations: 2, answeredInDay: 1 });
});

test("an unanswered text waits until closing time, and then counts as unanswered", () => {
  const justBefore = new Date(dueAt.getTime() - 1);
  expect(textFiguresOf([talk(null)], justBefore)).toMatchObject({ conversations: 1, waiting: 1 });
  expect(textFiguresOf([talk(null)], dueAt)).toMatchObject({ conversations: 1, waiting: 0 });
});

test("someone who opts out before an answer isn't counted; after one, they are", () => {
  const all = [talk(null, askedAt), talk(after(90), after(60)), talk(after(30), after(60))];
  expect(textFiguresOf(all, evening)).toMatchObject({ conversations: 1, answeredInDay: 1 });
});

test("an opt-out when the answer is overdue doesn't remove the conversation", () => {
  const justBefore = new Date(dueAt.getTime() - 1);
  expect(textFiguresOf([talk(null, justBefore)], evening)).toMatchObject({ conversations: 0 });
  expect(textFiguresOf([talk(null, dueAt)], evening)).toMatchObject({ conversations: 1 });
});

test.each([
  ["too few", Array(minForMedian - 1).fill(60), 0, null],
  ["enough", Array(minForMedian).fill(60), 0, 2],
  ["just under a minute", Array(minForMedian).fill(59), 0, 1],
  ["half answered", Array(5).fill(60), 5, 2],
  ["fewer than half answered", Array(4).fill(60), 6, "not_yet"],
] as const)("the median time to an answer, %s", (_, answered, unanswered, median) => {
  const all = [
    ...answered.map((seconds) => talk(after(seconds))),
    ...Array.from({ length: unanswered }, () => talk(null)),
  ];
  expect(textFiguresOf(all, evening).medianMinutes).toBe(median);
});
