import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeOncePerSecond } from "./once-per-second.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a hundred calls within a second run the task twice: for the first call and after the last one", async () => {
  let runs = 0;
  const { run } = makeOncePerSecond(async () => {
    runs += 1;
  });
  for (let call = 0; call < 100; call += 1) {
    run();
    await vi.advanceTimersByTimeAsync(9);
  }
  expect(runs).toBe(1);
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(2);
});

test("a call during a slow run starts the next run only after the slow run has ended", async () => {
  const ended = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  const { run } = makeOncePerSecond(async () => {
    runs += 1;
    await ended[runs - 1]?.promise;
  });
  run();
  run();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(runs).toBe(1);
  ended[0]?.resolve();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toBe(2);
});

test("a call after a failure runs the task again, and stopping cancels a pending run", async () => {
  let runs = 0;
  const limited = makeOncePerSecond(async () => {
    runs += 1;
    throw new Error("No answer");
  });
  limited.run();
  await vi.advanceTimersByTimeAsync(1000);
  limited.run();
  await vi.advanceTimersByTimeAsync(0);
  expect(runs).toBe(2);
  limited.run();
  limited.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(runs).toBe(2);
});
