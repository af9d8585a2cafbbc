import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { pauseMsAfter, startRetries } from "./retries.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("retries slow down to one per minute, until they are stopped", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  const begunAt = Date.now();
  const seconds: number[] = [];
  const stop = startRetries(() => seconds.push((Date.now() - begunAt) / 1000));
  await vi.advanceTimersByTimeAsync(200_000);
  expect(seconds).toEqual([5, 15, 35, 75, 135, 195]);
  stop();
  await vi.advanceTimersByTimeAsync(200_000);
  expect(seconds).toHaveLength(6);
});

test("the first retry comes at a random time between 2.5 and 5 seconds", () => {
  const random = vi.spyOn(Math, "random");
  random.mockReturnValueOnce(0).mockReturnValueOnce(1);
  expect([pauseMsAfter(0), pauseMsAfter(0)]).toEqual([2500, 5000]);
});
