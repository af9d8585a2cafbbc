import { expect, test } from "vitest";
import { responseWaiting, splitResponseTime } from "./response-time-parts.ts";

const at = (clock: string) => `2026-03-17T12:${clock}Z`;
const whole = {
  submittedAt: at("06:22.000"),
  receivedAt: at("06:23.000"),
  alertedAt: at("06:23.400"),
  firstSeenAt: at("10:05.000"),
  firstCalledAt: at("14:51.000"),
};
const now = new Date(at("15:33.000"));
const lengths = (change: Partial<typeof whole> | { [name in keyof typeof whole]?: null }) => {
  const parts = splitResponseTime({ ...whole, ...change } as typeof whole, now);
  return Object.fromEntries(parts.map(({ name, ms }) => [name, ms]));
};

test("the response time is split into the platform's delay, the import, the time until seen, and the time until called", () => {
  expect(lengths({})).toEqual({
    platform: 1000,
    shown: 400,
    seen: 221_600,
    called: 286_000,
  });
});

test("the last part ends now if there was no call yet", () => {
  expect(lengths({ firstCalledAt: null, firstSeenAt: null })).toEqual({
    platform: 1000,
    shown: 400,
    called: 549_600,
  });
});

test("no part is negative if a call is logged with a time before the lead was first seen", () => {
  expect(lengths({ firstCalledAt: at("08:00.000") })).toEqual({
    platform: 1000,
    shown: 400,
    seen: 96_600,
    called: 0,
  });
});

test("a call at opening, after a night, is on time if the practice counts business hours, and late if it counts all hours", () => {
  const inquiry = {
    submittedAt: "2026-03-16T22:00:00Z",
    clockStartedAt: "2026-03-16T22:00:00Z",
    // Tuesday, 8:04 am in Tampa.
    firstCalledAt: "2026-03-17T12:04:00Z",
  };
  const open = [{ from: "08:00", to: "17:00" }];
  const hours = {
    timeZone: "America/New_York",
    week: [[], open, open, open, open, open, []],
    holidays: [],
  };
  expect(responseWaiting(inquiry, now, { ...hours, reading: "open" })).toMatchObject({
    bucket: "lt10",
    elapsedMs: 4 * 60_000,
  });
  expect(responseWaiting(inquiry, now, { ...hours, reading: "wall" })).toMatchObject({
    bucket: "other",
    elapsedMs: 844 * 60_000,
  });
});
