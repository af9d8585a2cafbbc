import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeOncePerSecond } from "./once-per-second.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test("a hundred calls within a second run twice: with the first, and after the last", async () => {
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

test("a call during a slow run starts another one only when it has ended", async () => {
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

test("after a failure, the next call runs it again; after a stop, no call does", async () => {
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
