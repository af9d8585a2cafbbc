import { expect, test } from "vitest";
import { lastWhileOpen, makeHistory, seeded } from "./made-history.ts";

// A local time in Tampa is an hour later in UTC in winter.
test.each(["2026-07-14T14:15:00Z", "2026-01-13T15:15:00Z"])(
  "the sample front desk calls again only during business hours if the demo starts at %s",
  (instant) => {
    const now = Date.parse(instant);
    const histories = makeHistory({ now, days: 56, random: seeded(17) }, (at) => at);
    const again = histories.flatMap(({ calls }) => calls.slice(1));
    expect(again.length).toBeGreaterThan(100);
    const local = new Intl.DateTimeFormat("en-US", {
      ...{ timeZone: "America/New_York", weekday: "short", hour: "numeric", hour12: false },
    });
    const odd = again
      .map(({ calledAt }) => local.format(calledAt))
      .filter((time) => !/^(Mon|Tue|Wed|Thu|Fri), (0[89]|1[0-6])$/.test(time));
    expect(odd).toEqual([]);
    expect(again.every(({ calledAt }) => calledAt.getTime() < now)).toBe(true);
  },
);

test("callbacks are set on the hour or half hour, during business hours", () => {
  const now = Date.parse("2026-07-12T05:33:00Z");
  const histories = makeHistory({ now, days: 56, random: seeded(17) }, (at) => at);
  const local = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: "America/New_York", weekday: "short", hour: "numeric", minute: "2-digit" },
    hour12: false,
  });
  const times = histories.flatMap(({ calls }) => calls.map(({ callBackAt }) => callBackAt));
  expect(times.every((at) => at.getTime() > now)).toBe(true);
  const odd = times
    .map((at) => local.format(at))
    .filter((time) => !/^(Mon|Tue|Wed|Thu|Fri),? (09|1[0-6]):[03]0$/.test(time));
  expect(odd).toEqual([]);
});

test.each([
  ["a Tuesday night", "2026-07-14T05:29:00Z"],
  ["a Sunday night", "2026-07-12T06:33:00Z"],
  ["a Monday before opening", "2026-07-13T11:50:00Z"],
])("nobody has called at night if the demo starts on %s", (_, instant) => {
  const now = Date.parse(instant);
  const histories = makeHistory({ now, days: 56, random: seeded(17) }, (at) => at);
  const local = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: "America/New_York", weekday: "short", hour: "numeric", hour12: false },
  });
  const odd = histories
    .flatMap(({ calls }) => calls.map(({ calledAt }) => local.format(calledAt)))
    .filter((time) => !/, (0[89]|1\d|2[01])$/.test(time));
  expect(odd).toEqual([]);
});

test.each([
  ["in the middle of a Tuesday", "2026-07-14T15:00:00Z", "2026-07-14T15:00:00.000Z"],
  ["on a Tuesday night, Monday at closing", "2026-07-14T05:29:00Z", "2026-07-13T21:00:00.000Z"],
  ["on a Tuesday evening, at closing", "2026-07-14T23:00:00Z", "2026-07-14T21:00:00.000Z"],
  ["on a Sunday, Friday at closing", "2026-07-12T15:00:00Z", "2026-07-10T21:00:00.000Z"],
  ["early on a Monday, Friday at closing", "2026-07-13T10:00:00Z", "2026-07-10T21:00:00.000Z"],
])("someone was last at the sample front desk %s", (_, instant, last) => {
  expect(new Date(lastWhileOpen(Date.parse(instant))).toISOString()).toBe(last);
});

test("the practice calls on time more often in its later weeks than in its first weeks", () => {
  const now = Date.parse("2026-07-14T14:15:00Z");
  const histories = makeHistory({ now, days: 56, random: seeded(17) }, (at) => at);
  const share = (some: typeof histories) =>
    some.filter(({ asked, calls: [first] }) => {
      const calledAt = first?.calledAt.getTime() ?? Number.POSITIVE_INFINITY;
      return calledAt - asked < 600_000;
    }).length / some.length;
  const half = histories.length / 2;
  expect(share(histories.slice(half))).toBeGreaterThan(share(histories.slice(0, half)) + 0.05);
});
