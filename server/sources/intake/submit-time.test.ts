import { expect, test } from "vitest";
import { submitTime } from "./submit-time.ts";

const receivedAt = new Date("2026-03-17T12:00:00.000Z");
const receipt = receivedAt.toISOString();

test.each([
  ["a millisecond ago", "2026-03-17T11:59:59.999Z", "2026-03-17T11:59:59.999Z"],
  ["the moment of receipt", receipt, receipt],
  ["with another zone", "2026-03-17T07:58:00-04:00", "2026-03-17T11:58:00.000Z"],
  ["a day ago", "2026-03-16T12:00:00.000Z", "2026-03-16T12:00:00.000Z"],
  ["more than a day ago", "2026-03-16T11:59:59.999Z", receipt],
  ["in the future", "2026-03-17T12:00:00.001Z", receipt],
  ["far in the future", "9999-12-31T23:59:59Z", receipt],
  ["in 1900", "1900-01-01T00:00:00Z", receipt],
  ["in the year 0", "0000-01-01T00:00:00Z", receipt],
  ["without a zone", "2026-03-17T11:58:00", receipt],
  ["without a time", "2026-03-17", receipt],
  ["in American notation", "3/17/2026 11:58 AM", receipt],
  ["in words", "yesterday", receipt],
  ["in Unix seconds", 1_773_748_680, "2026-03-17T11:58:00.000Z"],
  ["in Unix seconds, as text", "1773748680", "2026-03-17T11:58:00.000Z"],
  ["in Unix milliseconds", 1_773_748_680_123, "2026-03-17T11:58:00.123Z"],
  ["in Unix milliseconds, as text", "1773748680123", "2026-03-17T11:58:00.123Z"],
  ["in Unix microseconds", "1773748680123000", receipt],
  ["in Unix seconds, more than a day ago", 1_773_662_399, receipt],
  ["in Unix seconds, in the future", 1_773_748_801, receipt],
  ["in 1970", 1, receipt],
  ["before 1970", -1_773_748_680, receipt],
  ["in fractions of a second", 1_773_748_680.5, receipt],
  ["an empty string", "", receipt],
  ["a missing value", undefined, receipt],
  ["null", null, receipt],
  ["a boolean", true, receipt],
  ["a list", ["2026-03-17T11:58:00Z"], receipt],
  ["an object", { at: "2026-03-17T11:58:00Z" }, receipt],
])(
  "a submission time counts if it is plausible, otherwise the time of receipt does: %s",
  (_, said, counts) => {
    expect(submitTime([said], receivedAt).toISOString()).toBe(counts);
  },
);

test.each([
  ["no times", [], receipt],
  [
    "the first of two",
    ["2026-03-17T11:57:00Z", "2026-03-17T11:58:00Z"],
    "2026-03-17T11:57:00.000Z",
  ],
  ["the first valid one", [undefined, "soon", "1773748680"], "2026-03-17T11:58:00.000Z"],
  // The sender's clock is wrong, so its other times can't be trusted either.
  [
    "not the second if the first is in the future",
    ["2026-03-18T11:57:00Z", "2026-03-17T11:58:00Z"],
    receipt,
  ],
])("among several times, %s counts", (_, said, counts) => {
  expect(submitTime(said, receivedAt).toISOString()).toBe(counts);
});
