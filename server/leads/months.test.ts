import fc from "fast-check";
import { expect, test } from "vitest";
import { cutIntoMonths, cutIntoParts } from "./months.ts";

const cut = (from: string | null, to: string | null) =>
  cutIntoMonths({ from: from ? new Date(from) : null, to: to ? new Date(to) : null });

test("whole months have no edges", () => {
  expect(cut("2026-01-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z")).toMatchObject({
    months: { from: "2026-01-01", to: "2026-03-01" },
    edges: [
      { from: new Date("2026-01-01"), to: new Date("2026-01-01") },
      { from: new Date("2026-03-01"), to: new Date("2026-03-01") },
    ],
  });
});

test("a period inside a month is one edge and no month", () => {
  const { months, edges } = cut("2026-01-03T00:00:00.000Z", "2026-01-09T00:00:00.000Z");
  expect(months.from).toBe(months.to);
  expect(edges[0]).toEqual({ from: new Date("2026-01-03"), to: new Date("2026-01-09") });
});

test("an end that is open takes every month there", () => {
  expect(cut("2026-12-15T00:00:00.000Z", null)).toMatchObject({
    months: { from: "2027-01-01", to: "infinity" },
    edges: [{ to: new Date("2027-01-01") }, { from: new Date(0), to: new Date(0) }],
  });
  expect(cut(null, null).months).toEqual({ from: "-infinity", to: "infinity" });
});

const isIn = (day: string, { from, to }: { from: string; to: string }) =>
  (from === "-infinity" || day >= from) && (to === "infinity" || day < to);

test("a year of a practice's own days is months, days at both ends, and two pieces of a day", () => {
  const from = new Date("2025-03-15T04:00:00.000Z");
  const to = new Date("2026-03-15T04:00:00.000Z");
  expect(cutIntoParts({ from, to })).toEqual({
    months: { from: "2025-04-01", to: "2026-03-01" },
    days: [
      { from: "2025-03-16", to: "2025-04-01" },
      { from: "2026-03-01", to: "2026-03-15" },
    ],
    edges: [
      { from, to: new Date("2025-03-16") },
      { from: new Date("2026-03-15"), to },
    ],
  });
});

test("each moment of a period lies in exactly one of its pieces, and no other does", () => {
  const moment = fc
    .date({ min: new Date("2025-01-01"), max: new Date("2026-12-31"), noInvalidDate: true })
    .map((one) => one);
  const end = fc.option(moment, { nil: null });
  fc.assert(
    fc.property(end, end, moment, (from, to, at) => {
      const day = at.toISOString().slice(0, 10);
      const month = `${day.slice(0, 7)}-01`;
      const isAt = (one: { from: Date; to: Date }) => at >= one.from && at < one.to;
      const isMeant = (!from || at >= from) && (!to || at < to);
      const coarse = cutIntoMonths({ from, to });
      const fine = cutIntoParts({ from, to });
      for (const pieces of [
        [isIn(month, coarse.months), ...coarse.edges.map(isAt)],
        [
          isIn(month, fine.months),
          ...fine.days.map((days) => isIn(day, days)),
          ...fine.edges.map(isAt),
        ],
      ]) {
        expect(pieces.filter(Boolean).length).toBe(isMeant ? 1 : 0);
      }
    }),
  );
});
