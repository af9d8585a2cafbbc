import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketOf } from "#contract/timeliness.ts";
import { clocksOf, type TimedCall, type TimedInquiry } from "./clock.ts";

const minutes = (count: number) => count * 60_000;
const start = new Date("2026-03-17T12:00:00.000Z");
const later = (milliseconds: number) => new Date(start.getTime() + milliseconds);
const inquiry = (id: string, at: number): TimedInquiry => ({
  id,
  submittedAt: later(at),
  isTimed: true,
});
const call = (id: string, at: number): TimedCall => ({
  id,
  calledAt: later(at),
  isEnteredLater: false,
});

test.each([
  [0, "lt10"],
  [minutes(10) - 1, "lt10"],
  [minutes(10), "lt60"],
  [minutes(60) - 1, "lt60"],
  [minutes(60), "other"],
] as const)("a first call after %i ms is in bucket %s", (elapsed, bucket) => {
  expect(bucketOf(elapsed)).toBe(bucket);
});

test("another inquiry before the first call doesn't restart the clock", () => {
  const [clock, ...others] = clocksOf([inquiry("a", 0), inquiry("b", minutes(3))], []);
  expect(clock).toMatchObject({ inquiryId: "a", startedAt: start, firstCall: null });
  expect(clock?.askedAgainAt).toEqual([later(minutes(3))]);
  expect(others).toEqual([]);
});

test("another inquiry after the first call starts its own clock", () => {
  const clocks = clocksOf(
    [inquiry("a", 0), inquiry("b", minutes(30))],
    [call("1", minutes(5)), call("2", minutes(31))],
  );
  expect(clocks.map((clock) => [clock.inquiryId, clock.firstCall?.id])).toEqual([
    ["a", "1"],
    ["b", "2"],
  ]);
});

test("only the first call stops a clock", () => {
  const [clock] = clocksOf([inquiry("a", 0)], [call("2", minutes(20)), call("1", minutes(2))]);
  expect(clock?.firstCall?.id).toBe("1");
});

test("a call at exactly the time of the inquiry stops its clock, but a call before the inquiry doesn't", () => {
  expect(clocksOf([inquiry("a", 0)], [call("1", 0)])[0]?.firstCall?.id).toBe("1");
  expect(clocksOf([inquiry("a", 10)], [call("1", 0)])[0]?.firstCall).toBeNull();
});

test("a clock whose call is voided keeps running, and a later inquiry joins it", () => {
  const inquiries = [inquiry("a", 0), inquiry("b", minutes(30))];
  expect(clocksOf(inquiries, [call("1", minutes(5))])).toHaveLength(2);
  expect(clocksOf(inquiries, [])).toHaveLength(1);
});

test("an untimed inquiry doesn't start a clock", () => {
  expect(clocksOf([{ ...inquiry("a", 0), isTimed: false }], [call("1", 5)])).toEqual([]);
});

test("inquiries and calls give the same clocks in whatever order they arrive", () => {
  const moments = fc.array(fc.integer({ min: 0, max: minutes(90) }), { maxLength: 6 });
  fc.assert(
    fc.property(moments, moments, fc.integer(), (askedAt, calledAt, seed) => {
      const inquiries = askedAt.map((at, index) => inquiry(`a${index}`, at));
      const calls = calledAt.map((at, index) => call(`c${index}`, at));
      expect(clocksOf(shuffled(inquiries, seed), shuffled(calls, seed))).toEqual(
        clocksOf(inquiries, calls),
      );
    }),
  );
});

test("a clock is stopped only by a call after its start, and only the last clock may still be running", () => {
  const moments = fc.array(fc.integer({ min: 0, max: minutes(90) }), { maxLength: 8 });
  fc.assert(
    fc.property(moments, moments, (askedAt, calledAt) => {
      const clocks = clocksOf(
        askedAt.map((at, index) => inquiry(`a${index}`, at)),
        calledAt.map((at, index) => call(`c${index}`, at)),
      );
      for (const [index, clock] of clocks.entries()) {
        const next = clocks[index + 1];
        if (!clock.firstCall) expect(next).toBeUndefined();
        else expect(clock.firstCall.calledAt >= clock.startedAt).toBe(true);
        if (next && clock.firstCall) expect(next.startedAt >= clock.firstCall.calledAt).toBe(true);
      }
    }),
  );
});

function shuffled<Item>(items: Item[], seed: number): Item[] {
  return items.toSorted((a, b) => hash(a, seed) - hash(b, seed));
}

function hash(item: unknown, seed: number): number {
  return [...JSON.stringify(item)].reduce(
    (sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_003,
    Math.abs(seed % 997),
  );
}
