import { expect, test } from "vitest";
import { countText, delays, gainOf } from "./gain.ts";

const range = { to: "to", upTo: "up to", few: "less than 1" };
const gold = { monthlyPrice: 1297 };

test("a practice that already calls within ten minutes gains nothing", () => {
  const { worth, verdict } = gainOf({ leads: 40, delay: "minutes", value: 900, ...gold });
  expect(worth).toEqual({ low: 0, high: 0 });
  expect(verdict).toEqual({ kind: "onTime" });
});

test("forty leads a month that are called within ten minutes, not the same day, gain 1 to 5 patients or $900 to $4,500", () => {
  const answer = gainOf({ leads: 40, delay: "sameDay", value: 900, ...gold });
  const { worth, gained, prompt, today, verdict } = answer;
  expect(countText(gained, range)).toBe("1 to 5");
  expect(worth).toEqual({ low: 900, high: 4500 });
  expect(countText(prompt, range)).toBe("2 to 6");
  expect(countText(today, range)).toBe("1");
  expect(verdict).toEqual({ kind: "breaksEven", patients: 2 });
});

test.each([
  ["ten leads called after an hour are too few to tell", 10, "hour", 900, "tooFewLeads"],
  ["a low end that is worth the price covers it", 40, "sameDay", 1500, "covered"],
  [
    "a high end that is worth less than the price doesn't cover it",
    40,
    "sameDay",
    200,
    "notCovered",
  ],
] as const)("%s", (_, leads, delay, value, kind) => {
  expect(gainOf({ leads, delay, value, ...gold }).verdict.kind).toBe(kind);
});

test("the gain for a delay of one hour is an upper limit, not a range from 0", () => {
  const { gained } = gainOf({ leads: 60, delay: "hour", value: 900, ...gold });
  expect(countText(gained, range)).toBe("up to 3");
});

test.each(delays)(
  "for the delay %s, the gain is in whole patients, and its value is that number times a patient's value",
  (delay) => {
    for (let leads = 5; leads <= 150; leads += 5) {
      for (const value of [100, 900, 5000]) {
        const { worth, gained } = gainOf({ leads, delay, value, ...gold });
        expect([gained.low, gained.high].every(Number.isInteger)).toBe(true);
        expect(gained.low).toBeLessThanOrEqual(gained.high);
        expect(worth).toEqual({ low: gained.low * value, high: gained.high * value });
      }
    }
  },
);

test("a longer delay never means a smaller gain, and no gain exceeds the number of patients from prompt calls", () => {
  const gains = delays.map((delay) => gainOf({ leads: 100, delay, value: 1, ...gold }));
  for (const [index, gain] of gains.entries()) {
    const before = gains[index - 1];
    if (before) {
      expect(gain.gained.low).toBeGreaterThanOrEqual(before.gained.low);
      expect(gain.gained.high).toBeGreaterThanOrEqual(before.gained.high);
    }
    expect(gain.gained.high).toBeLessThanOrEqual(gain.prompt.high);
    expect(gain.today.low).toBeGreaterThanOrEqual(0);
  }
});

test.each([
  [{ low: 0, high: 0.32 }, "less than 1"],
  [{ low: 0.3, high: 3.2 }, "up to 3"],
  [{ low: 1.96, high: 2.4 }, "2"],
  [{ low: 2.5, high: 12.9 }, "3 to 13"],
  [{ low: 0, high: 0 }, "0"],
])("the range %o is shown as %s", (counted, text) => {
  expect(countText(counted, range)).toBe(text);
});
