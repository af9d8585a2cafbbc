import fc from "fast-check";
import { expect, test } from "vitest";
import { cutIntoParts } from "./months.ts";

const now = new Date("2026-11-22T15:00:00.000Z");

const cut = (from: string | null, to: string | null) =>
  cutIntoParts({ from: from ? new Date(from) : null, to: to ? new Date(to) : null }, now);

const isEmpty = ({ from, to }: { from: unknown; to: unknown }) => String(from) === String(to);

test("a period of whole months has no separate days or partial days", () => {
  const { months, days, edges } = cut("2026-01-01T00:00:00.000Z", "2026-03-01T00:00:00.000Z");
  expect(months).toEqual({ from: "2026-01-01", to: "2026-03-01" });
  expect([...days, ...edges].every(isEmpty)).toBe(true);
});

test("a period within one month is counted by day", () => {
  const { months, days } = cut("2026-01-03T00:00:00.000Z", "2026-01-09T00:00:00.000Z");
  expect(isEmpty(months)).toBe(true);
  expect(days[0]).toEqual({ from: "2026-01-03", to: "2026-01-09", sign: 1 });
  expect(isEmpty(days[1])).toBe(true);
});

test("a period without a start or an end includes every month on that side", () => {
  expect(cut("2026-10-24T00:00:00.000Z", null)).toMatchObject({
    months: { from: "2026-11-01", to: "infinity" },
    days: [{ from: "2026-10-24", to: "2026-11-01", sign: 1 }, { sign: 1 }],
  });
  expect(cut(null, null).months).toEqual({ from: "-infinity", to: "infinity" });
});

test("a year in local time is split into months, whole UTC days at both ends, and two partial days", () => {
  const from = new Date("2025-03-20T04:00:00.000Z");
  const to = new Date("2026-03-15T04:00:00.000Z");
  expect(cutIntoParts({ from, to }, now)).toEqual({
    months: { from: "2025-04-01", to: "2026-03-01" },
    days: [
      { from: "2025-03-21", to: "2025-04-01", sign: 1 },
      { from: "2026-03-01", to: "2026-03-15", sign: 1 },
    ],
    edges: [
      { from, to: new Date("2025-03-21") },
      { from: new Date("2026-03-15"), to },
    ],
  });
});

test("a month that is mostly in the period is counted as a whole, and its other days are subtracted", () => {
  expect(cut("2025-03-10T04:00:00.000Z", "2026-03-28T04:00:00.000Z")).toMatchObject({
    months: { from: "2025-03-01", to: "2026-04-01" },
    days: [
      { from: "2025-03-01", to: "2025-03-11", sign: -1 },
      { from: "2026-03-28", to: "2026-04-01", sign: -1 },
    ],
  });
});

test("the current month is counted by day, even if most of it is in the period", () => {
  const { days } = cut("2026-11-15T16:00:00.000Z", null);
  expect(days[0]).toEqual({ from: "2026-11-16", to: "2026-12-01", sign: 1 });
});

test("at most seventeen days are counted separately at each end of a period", () => {
  const day = fc.integer({ min: 0, max: 1500 });
  const at = (days: number) => new Date(Date.UTC(2024, 0, 1 + days));
  fc.assert(
    fc.property(day, day, (first, length) => {
      const { months, days } = cutIntoParts({ from: at(first), to: at(first + length) }, at(3100));
      if (isEmpty(months)) return;
      for (const { from, to } of days) {
        expect((Date.parse(to) - Date.parse(from)) / 86_400_000 || 0).toBeLessThanOrEqual(17);
      }
    }),
  );
});

test("the parts of a period include each moment of the period exactly once and no other moment", () => {
  const moment = fc.date({
    min: new Date("2025-01-01"),
    max: new Date("2026-12-31"),
    noInvalidDate: true,
  });
  const end = fc.option(moment, { nil: null });
  fc.assert(
    fc.property(end, end, moment, moment, (from, to, at, now) => {
      const day = at.toISOString().slice(0, 10);
      const month = `${day.slice(0, 7)}-01`;
      const isAt = (one: { from: Date; to: Date }) => at >= one.from && at < one.to;
      const isMeant = (!from || at >= from) && (!to || at < to);
      const { months, days, edges } = cutIntoParts({ from, to }, now);
      const counted =
        Number(isIn(month, months)) +
        days.reduce((sum, one) => sum + (isIn(day, one) ? one.sign : 0), 0) +
        edges.filter(isAt).length;
      expect(counted).toBe(isMeant ? 1 : 0);
    }),
  );
});

/** Compares dates as PostgreSQL does, including its two infinities. */
function isIn(day: string, { from, to }: { from: string; to: string }): boolean {
  const isAfter = from === "-infinity" || (from !== "infinity" && day >= from);
  const isBefore = to === "infinity" || (to !== "-infinity" && day < to);
  return isAfter && isBefore;
}
