import fc from "fast-check";
import { expect, test } from "vitest";
import { cutIntoMonths } from "./months.ts";

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

test("each moment of a period lies in exactly one of its pieces, and no other does", () => {
  const moment = fc
    .date({ min: new Date("2025-01-01"), max: new Date("2026-12-31"), noInvalidDate: true })
    .map((one) => one);
  const end = fc.option(moment, { nil: null });
  fc.assert(
    fc.property(end, end, moment, (from, to, at) => {
      const { months, edges } = cutIntoMonths({ from, to });
      const month = `${at.toISOString().slice(0, 7)}-01`;
      const isAfter = months.from === "-infinity" || month >= months.from;
      const isBefore = months.to === "infinity" || month < months.to;
      const pieces = [isAfter && isBefore, ...edges.map((one) => at >= one.from && at < one.to)];
      const isMeant = (!from || at >= from) && (!to || at < to);
      expect(pieces.filter(Boolean).length).toBe(isMeant ? 1 : 0);
    }),
  );
});
