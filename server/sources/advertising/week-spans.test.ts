// Which days a campaign's page shows, and which previous days it compares them with.
import { expect, test } from "vitest";
import { spansOf } from "./week-spans.ts";

test.each([
  // A Tuesday, a Monday and a Sunday.
  ["2026-12-01", 2, "2026-11-23", "2026-11-09", "2026-11-17"],
  ["2026-11-30", 1, "2026-11-30", "2026-11-23", "2026-11-23"],
  ["2026-11-29", 4, "2026-11-02", "2026-10-05", "2026-11-01"],
  // Across the end of the year.
  ["2027-01-01", 1, "2026-12-28", "2026-12-21", "2026-12-25"],
])(
  "until %s, %i weeks begin on %s, and the previous days are %s to %s",
  (last, count, from, before, to) => {
    const spans = spansOf(last, count);
    expect(spans.total).toEqual({ from, to: last });
    expect(spans.before).toEqual({ from: before, to });
    expect(spans.weeks).toHaveLength(count);
  },
);

test("the weeks touch, newest first, and the newest ends with the last day", () => {
  expect(spansOf("2026-12-01", 3).weeks).toEqual([
    { from: "2026-11-30", to: "2026-12-01" },
    { from: "2026-11-23", to: "2026-11-29" },
    { from: "2026-11-16", to: "2026-11-22" },
  ]);
});
