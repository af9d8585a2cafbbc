import fc from "fast-check";
import { expect, test } from "vitest";
import { calledWithin, curveOf, minuteWaits } from "./called-within.ts";

const nobodyLate = { called: 0, uncalled: 0 };

/**
 * Takes the minutes until each lead was called, and the minutes that each clock has been running.
 */
function waits(called: number[], running: number[] = []) {
  const times = (list: number[]) => (minute: number) => list.filter((one) => one === minute).length;
  return minuteWaits(times(called), times(running));
}

test("the second of four calls determines the median, and the fourth determines the 90th percentile", () => {
  expect(calledWithin(0.5, waits([0, 4, 20, 59]), nobodyLate)).toBe(5);
  expect(calledWithin(0.9, waits([0, 4, 20, 59]), nobodyLate)).toBe(60);
});

test("the median is null if there are no inquiries", () => {
  expect(calledWithin(0.5, waits([]), nobodyLate)).toBeNull();
});

test("uncalled inquiries count, so a median can exist without a 90th percentile", () => {
  const late = { called: 0, uncalled: 2 };
  expect(calledWithin(0.5, waits([3, 3]), late)).toBe(4);
  expect(calledWithin(0.9, waits([3, 3]), late)).toBe("not_yet");
  expect(calledWithin(0.5, waits([3]), late)).toBe("not_yet");
});

test("a late call counts as over an hour", () => {
  expect(calledWithin(0.9, waits([3, 3]), { called: 2, uncalled: 0 })).toBe("over_an_hour");
  expect(calledWithin(0.5, waits([]), { called: 1, uncalled: 1 })).toBe("over_an_hour");
  expect(calledWithin(0.9, waits([]), { called: 1, uncalled: 1 })).toBe("not_yet");
});

test("an inquiry that has waited for two minutes counts in the first three minutes only", () => {
  // Three inquiries are at risk in the first three minutes. After that, the running one is
  // censored.
  expect(curveOf(waits([2, 9], [2]), nobodyLate)[2]?.share).toBeCloseTo(1 / 3);
  expect(curveOf(waits([2, 9], [2]), nobodyLate)[9]?.share).toBeCloseTo(1);
  expect(calledWithin(0.5, waits([], [2, 2]), nobodyLate)).toBe("not_yet");
});

const minutes = fc.array(fc.nat(59), { maxLength: 40 });

test("the median and 90th percentile match a plain sort of all inquiries when no clock is running", () => {
  fc.assert(
    fc.property(minutes, fc.nat(9), fc.nat(9), fc.constantFrom(0.5, 0.9), (times, a, b, share) => {
      const all = [
        ...times.map((minute) => minute + 1),
        ...Array.from({ length: a }, () => "over_an_hour" as const),
        ...Array.from({ length: b }, () => "not_yet" as const),
      ];
      const sorted = [
        ...all.filter((one) => typeof one === "number").toSorted((x, y) => x - y),
        ...all.filter((one) => typeof one === "string"),
      ];
      // The first rank that reaches the share. Tenths make the product exact.
      const place = Math.ceil((sorted.length * share * 10) / 10) - 1;
      expect(calledWithin(share, waits(times), { called: a, uncalled: b })).toBe(
        sorted[place] ?? null,
      );
    }),
  );
});

test("another uncalled inquiry never improves the median", () => {
  const rank = (within: ReturnType<typeof calledWithin>) =>
    within === "not_yet" ? 99 : within === "over_an_hour" ? 98 : (within ?? 0);
  fc.assert(
    fc.property(minutes, minutes, fc.nat(5), fc.nat(59), (times, running, uncalled, one) => {
      const late = { called: 0, uncalled };
      const before = calledWithin(0.5, waits(times, running), late);
      const withLate = calledWithin(0.5, waits(times, running), {
        ...late,
        uncalled: uncalled + 1,
      });
      const withRunning = calledWithin(0.5, waits(times, [...running, one]), late);
      expect(rank(withLate)).toBeGreaterThanOrEqual(rank(before));
      expect(rank(withRunning)).toBeGreaterThanOrEqual(rank(before));
    }),
  );
});
