import { expect, test } from "vitest";
import { makeHistory, seeded } from "./made-history.ts";

// In winter, Tampa is an hour earlier.
test.each(["2026-07-14T14:15:00Z", "2026-01-13T15:15:00Z"])(
  "a front desk calls again only during working hours, seen from %s",
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
