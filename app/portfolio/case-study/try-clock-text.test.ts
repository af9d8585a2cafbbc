// The clock that readers of a case study can try, shortly before and after the limit.
import { expect, test } from "vitest";
import { bucketOf } from "#contract/timeliness.ts";
import { awayFrom, clockParts, ends, limit, starts } from "./try-clock-text.ts";

const words = {
  before: (seconds: string) => `${seconds} before`,
  after: (seconds: string) => `${seconds} after`,
  on: "on it",
};

test.each([
  [starts, "9:50.0", "10.0 before", "lt10"],
  [limit - 400, "9:59.6", "0.4 before", "lt10"],
  [limit - 1, "9:59.9", "0.1 before", "lt10"],
  [limit, "10:00.0", "on it", "lt60"],
  [limit + 99, "10:00.0", "on it", "lt60"],
  [limit + 300, "10:00.3", "0.3 after", "lt60"],
  [ends, "10:10.0", "10.0 after", "lt60"],
])("after %i ms the clock shows %s and %s, and the call is %s", (elapsed, shown, away, bucket) => {
  const { digits, tenth } = clockParts(elapsed);
  expect(`${digits}.${tenth}`).toBe(shown);
  expect(awayFrom(elapsed, words)).toBe(away);
  expect(bucketOf(elapsed)).toBe(bucket);
});
