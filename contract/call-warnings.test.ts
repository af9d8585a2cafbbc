import { expect, test } from "vitest";
import { warningsOf } from "./call-warnings.ts";

const eastern = "America/New_York";
type Called = Parameters<typeof warningsOf>[0];
const calm: Called = {
  doNotCall: null,
  thirdLastCalledAt: null,
  lastCalledAt: null,
  timeZones: [eastern],
};
const kinds = (change: Partial<Called>, at: string) =>
  warningsOf({ ...calm, ...change }, new Date(at), eastern).map(({ kind }) => kind);

test.each([
  ["7:59:59.999 am", "2026-03-17T11:59:59.999Z", ["hour"]],
  ["8:00 am", "2026-03-17T12:00:00.000Z", []],
  ["7:59:59.999 pm", "2026-03-17T23:59:59.999Z", []],
  ["8:00 pm", "2026-03-18T00:00:00.000Z", ["hour"]],
  ["midnight", "2026-03-18T04:00:00.000Z", ["hour"]],
])("the warnings for a call at %s in the person's time zone", (_, at, expected) => {
  expect(kinds({}, at)).toEqual(expected);
});

// On March 8, 2026 the hour from 2 to 3 am is skipped, and on November 1 it occurs twice.
test.each([
  ["7:59:59.999 am on the day when clocks go forward", "2026-03-08T11:59:59.999Z", ["hour"]],
  ["8:00 am on the day when clocks go forward", "2026-03-08T12:00:00.000Z", []],
  ["8:00 pm on the evening before clocks go forward", "2026-03-08T01:00:00.000Z", ["hour"]],
  ["7:59:59.999 am on the day when clocks go back", "2026-11-01T12:59:59.999Z", ["hour"]],
  ["8:00 am on the day when clocks go back", "2026-11-01T13:00:00.000Z", []],
  ["8:00 pm on the day when clocks go back", "2026-11-02T01:00:00.000Z", ["hour"]],
])("the calling hours follow daylight saving time: %s", (_, at, expected) => {
  expect(kinds({}, at)).toEqual(expected);
});

test("an area code that spans two time zones is checked in both", () => {
  const timeZones = ["America/Chicago", eastern];
  expect(kinds({ timeZones }, "2026-03-17T12:30:00.000Z")).toEqual(["hour"]);
  expect(kinds({ timeZones }, "2026-03-17T13:00:00.000Z")).toEqual([]);
  expect(kinds({ timeZones }, "2026-03-18T00:30:00.000Z")).toEqual(["hour"]);
});

test("a call is checked in the practice's time zone if the person's is unknown, and the warning says so", () => {
  const night = new Date("2026-03-17T11:00:00.000Z");
  expect(warningsOf({ ...calm, timeZones: [] }, night, eastern)).toEqual([
    { kind: "hour", timeZones: [eastern], isGuess: false },
  ]);
  expect(warningsOf({ ...calm, timeZones: [] }, night, "Europe/London")).toEqual([]);
});

test.each([
  [
    "three calls don't cause a warning if the first was 24 hours ago",
    "2026-03-16T15:00:00.000Z",
    [],
  ],
  [
    "three calls cause a warning if the first was less than 24 hours ago",
    "2026-03-16T15:00:00.001Z",
    ["often"],
  ],
])("the warnings about calls in 24 hours: %s", (_, first, expected) => {
  const called = { thirdLastCalledAt: first, lastCalledAt: "2026-03-17T14:00:00.000Z" };
  expect(kinds(called, "2026-03-17T15:00:00.000Z")).toEqual(expected);
});

test("a do-not-call mark is the first warning and includes the reason", () => {
  const doNotCall = { since: "2026-03-16T15:00:00.000Z", reason: "asked us to stop" };
  const [first, second] = warningsOf(
    { ...calm, doNotCall },
    new Date("2026-03-17T05:00:00.000Z"),
    eastern,
  );
  expect(first).toEqual({ kind: "do_not_call", ...doNotCall });
  expect(second?.kind).toBe("hour");
});
