// A ring's steps, as a lead's timeline lists them.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RingEvent } from "./ring.ts";
import { stepsOf } from "./ring-steps.ts";

const at = (seconds: number) => new Date(Date.UTC(2026, 2, 17, 14, 0, seconds));
const placed = (attempt: number, seconds: number): RingEvent => ({
  ...{ kind: "placed", attempt, at: at(seconds) },
});
const ringing = (attempt: number, seconds: number): RingEvent => ({
  ...{ kind: "ringing", attempt, at: at(seconds) },
});
const answered = (attempt: number, seconds: number): RingEvent => ({
  ...{ kind: "answered", attempt, by: null, at: at(seconds) },
});
const ended = (
  attempt: number,
  seconds: number,
  as: "completed" | "busy" | "no_answer" | "canceled" | "failed",
): RingEvent => ({ kind: "ended", attempt, as, at: at(seconds) });
const accepted = (attempt: number, seconds: number): RingEvent => ({
  ...{ kind: "key", attempt, key: "1", answer: "connect", at: at(seconds) },
});
const told = (events: RingEvent[]) =>
  stepsOf(events).map(({ kind, attempt, at: time }) => [
    `${kind} ${attempt}`,
    (time.getTime() - at(0).getTime()) / 1000,
  ]);

const connected = [
  ...[placed(1, 1), ringing(1, 2), ended(1, 21, "no_answer")],
  ...[placed(2, 22), ringing(2, 23), answered(2, 30), accepted(2, 35)],
  { kind: "lead_dialed", at: at(36) } as const,
  { kind: "lead_answered", at: at(40) } as const,
  { kind: "lead_ended", as: "completed", seconds: 60, at: at(50) } as const,
  ended(2, 52, "completed"),
];

test("each phone that rang, the key, and what the lead's line did are steps", () => {
  expect(told(connected)).toEqual([
    ["phone_rang 1", 1],
    ["phone_missed 1", 21],
    ["phone_rang 2", 22],
    ["phone_accepted 2", 35],
    ["lead_dialed 2", 36],
    ["lead_answered 2", 40],
  ]);
});

test("the order in which the events arrived, and repeats, don't change the steps", () => {
  const shuffled = fc.shuffledSubarray([...connected, ...connected], {
    minLength: connected.length * 2,
  });
  fc.assert(
    fc.property(shuffled, (events) => {
      expect(stepsOf(events)).toEqual(stepsOf(connected));
    }),
  );
});

test.each<[string, RingEvent[], string[]]>([
  ["a busy phone", [ended(1, 3, "busy")], ["phone_rang 1", "phone_missed 1"]],
  [
    "a phone that nobody accepted",
    [answered(1, 3), ended(1, 9, "completed")],
    ["phone_rang 1", "phone_missed 1"],
  ],
  [
    "a phone that skipped",
    [{ kind: "key", attempt: 1, key: "9", answer: "skip", at: at(4) }, ended(1, 5, "completed")],
    ["phone_rang 1", "phone_skipped 1"],
  ],
  ["a phone that couldn't be called", [ended(1, 2, "failed")], ["phone_not_rung 1"]],
  ["a call that a busy provider didn't place", [ended(1, 2, "canceled")], []],
  [
    "a phone that rang while someone called from the screen",
    [ringing(1, 2), { kind: "screen_won", at: at(4) }, ended(1, 5, "no_answer")],
    ["phone_rang 1"],
  ],
  [
    "a phone that pressed 1 after another one",
    [{ kind: "key", attempt: 1, key: "1", answer: "taken", at: at(4) }, ended(1, 5, "completed")],
    ["phone_rang 1"],
  ],
])("%s", (_, events, steps) => {
  expect(told([placed(1, 1), ...events]).map(([step]) => step)).toEqual(steps);
});

test("a line that was never dialed says why", () => {
  const failed = { kind: "lead_ended", as: "failed", seconds: null, at: at(8) } as const;
  const last = (events: RingEvent[]) => stepsOf([placed(1, 1), accepted(1, 5), ...events]).at(-1);
  expect(last([failed])).toEqual({ kind: "lead_not_dialed", attempt: 1, at: at(8), why: "number" });
  expect(last([ended(1, 7, "completed")])).toMatchObject({ at: at(7), why: "hung_up" });
});

test("the provider's whole seconds don't put the lead's line before the key", () => {
  const pressedAt = new Date(at(5).getTime() + 700);
  const key: RingEvent = { kind: "key", attempt: 1, key: "1", answer: "connect", at: pressedAt };
  expect(stepsOf([placed(1, 1), key, { kind: "lead_dialed", at: at(5) }]).at(-1)).toEqual({
    ...{ kind: "lead_dialed", attempt: 1, at: pressedAt },
  });
});
