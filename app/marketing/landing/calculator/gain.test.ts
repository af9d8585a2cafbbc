import { expect, test } from "vitest";
import { countText, delays, gainOf } from "./gain.ts";

test("a practice that already calls within ten minutes gains nothing", () => {
  expect(gainOf({ leads: 40, delay: "minutes", value: 900 }).worth).toEqual({ low: 0, high: 0 });
});

test("forty leads called the same day at $900 per patient gain 0.9 to 5 patients, $810 to $4,500", () => {
  const { worth, gained, prompt, today } = gainOf({ leads: 40, delay: "sameDay", value: 900 });
  expect(countText(gained)).toBe("0.9 to 5");
  expect(worth).toEqual({ low: 810, high: 4500 });
  expect(countText(prompt)).toBe("2 to 6");
  expect(countText(today)).toBe("0.9 to 1.1");
});

test.each(delays)(
  "with calls after %s, the patients shown times their value are the worth shown",
  (delay) => {
    for (const leads of [5, 10, 35, 75, 150]) {
      for (const value of [100, 900, 5000]) {
        const { worth, gained } = gainOf({ leads, delay, value });
        const [low, high = low] = countText(gained).split(" to ").map(Number);
        expect(worth).toEqual({
          low: Math.round((low ?? Number.NaN) * value),
          high: Math.round((high ?? Number.NaN) * value),
        });
      }
    }
  },
);

test("a longer delay never gains less, and no delay gains more patients than prompt calls have", () => {
  const gains = delays.map((delay) => gainOf({ leads: 100, delay, value: 1 }));
  for (const [index, gain] of gains.entries()) {
    const before = gains[index - 1];
    if (before) {
      expect(gain.gained.low).toBeGreaterThanOrEqual(before.gained.low);
      expect(gain.gained.high).toBeGreaterThanOrEqual(before.gained.high);
    }
    expect(gain.gained.high).toBeLessThanOrEqual(gain.prompt.high);
    expect(gain.gained.low).toBeLessThanOrEqual(gain.gained.high);
    expect(gain.today.low).toBeGreaterThanOrEqual(0);
  }
});

test.each([
  [{ low: 0, high: 0.32 }, "0 to 0.3"],
  [{ low: 0.04, high: 0.04 }, "less than 0.1"],
  [{ low: 1.94, high: 1.95 }, "1.9 to 2"],
  [{ low: 1.96, high: 2.4 }, "2"],
  [{ low: 2.5, high: 12.9 }, "3 to 13"],
  [{ low: 0, high: 0 }, "0"],
])("%o reads %s", (range, text) => {
  expect(countText(range)).toBe(text);
});
