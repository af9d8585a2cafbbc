import { expect, test } from "vitest";
import { delays, gainOf, roughCount, roughDollars } from "./gain.ts";

test("who calls within ten minutes has nothing to gain", () => {
  expect(gainOf({ leads: 40, delay: "minutes", value: 900 }).worth).toEqual({ low: 0, high: 0 });
});

test("forty leads called the same day, a patient worth $900: $800 to $4,600, 1 to 5 patients", () => {
  const { worth, gained, prompt, today } = gainOf({ leads: 40, delay: "sameDay", value: 900 });
  expect(`${roughDollars(worth.low)} to ${roughDollars(worth.high)}`).toBe("$800 to $4,600");
  expect(roughCount(gained)).toBe("1 to 5");
  expect(roughCount(prompt)).toBe("2 to 6");
  expect(roughCount(today)).toBe("1");
});

test("a longer delay never gains less, and nobody gains more than every prompt caller's patient", () => {
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

test("few leads gain less than one patient, and it says so", () => {
  expect(roughCount(gainOf({ leads: 3, delay: "sameDay", value: 900 }).gained)).toBe("less than 1");
});
