import fc from "fast-check";
import { expect, test } from "vitest";
import type { OpenSpan } from "#contract/open-hours.ts";
import { afterOpenMinutes, type BusinessHours, isOpenAt } from "#contract/open-time.ts";
import { alertTimes } from "./alert-times.ts";

const always = { from: "00:00", to: "24:00" };
const hoursOf = (timeZone: string, ...day: OpenSpan[]): BusinessHours => ({
  timeZone,
  week: Array.from({ length: 7 }, () => day),
  holidays: [],
});
const tampa = hoursOf("America/New_York", { from: "08:00", to: "17:00" });
const at = (local: string, offset = "-04:00") => new Date(`2026-${local}${offset}`);

test.each([
  ["at noon", at("03-17T12:00"), null, "03-17T12:00", "03-17T12:05", "03-17T12:10"],
  ["exactly at opening", at("03-17T08:00"), null, "03-17T08:00", "03-17T08:05", "03-17T08:10"],
  ["at night", at("03-17T21:00"), "03-17T21:00", "03-18T08:00", "03-18T08:05", "03-18T08:10"],
  [
    "exactly at closing",
    at("03-17T17:00"),
    "03-17T17:00",
    "03-18T08:00",
    "03-18T08:05",
    "03-18T08:10",
  ],
  [
    "three minutes before closing",
    at("03-17T16:57"),
    null,
    "03-17T16:57",
    "03-18T08:02",
    "03-18T08:07",
  ],
  [
    "exactly five minutes before closing",
    at("03-17T16:55"),
    null,
    "03-17T16:55",
    "03-17T17:00",
    "03-18T08:05",
  ],
])("alert times for a form submitted %s", (_, receivedAt, closed, now, unseen, uncalled) => {
  expect(alertTimes(receivedAt, tampa)).toEqual({
    closed: closed ? at(closed) : null,
    ...{ now: at(now), unseen: at(unseen), uncalled: at(uncalled) },
  });
});

test("alerts use wall time for a practice that is never open", () => {
  const receivedAt = at("03-17T03:00");
  expect(alertTimes(receivedAt, hoursOf("America/New_York"))).toEqual({
    ...{ closed: null, now: receivedAt },
    ...{ unseen: at("03-17T03:05"), uncalled: at("03-17T03:10") },
  });
});

test("alert times don't count the hour that is skipped when the clocks go forward", () => {
  // 01:57 EST; three minutes later it is 03:00 EDT.
  const receivedAt = new Date("2026-03-08T06:57:00Z");
  expect(alertTimes(receivedAt, hoursOf("America/New_York", always))).toMatchObject({
    ...{ unseen: new Date("2026-03-08T07:02:00Z"), uncalled: new Date("2026-03-08T07:07:00Z") },
  });
});

test("a practice whose opening time falls in the skipped hour opens an hour later", () => {
  const receivedAt = new Date("2026-03-08T06:00:00Z");
  const hours = hoursOf("America/New_York", { from: "02:30", to: "12:00" });
  expect(alertTimes(receivedAt, hours).now).toEqual(new Date("2026-03-08T07:30:00Z"));
});

test("alert times count both hours when an hour is repeated", () => {
  // 01:58 EDT; two minutes later it is 01:00 EST.
  const receivedAt = new Date("2026-11-01T05:58:00Z");
  expect(alertTimes(receivedAt, hoursOf("America/New_York", always))).toMatchObject({
    ...{ unseen: new Date("2026-11-01T06:03:00Z"), uncalled: new Date("2026-11-01T06:08:00Z") },
  });
});

const nights = [Date.UTC(2026, 2, 8), Date.UTC(2026, 10, 1), Date.UTC(2026, 5, 10)];
const zones = ["America/New_York", "America/Los_Angeles", "America/Phoenix", "Europe/Berlin"];
const clockTime = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
const someHours = fc
  .tuple(
    fc.constantFrom(...zones),
    fc.uniqueArray(fc.integer({ min: 0, max: 48 }), { minLength: 2, maxLength: 4 }),
  )
  .map(([timeZone, halfHours]) => {
    const inOrder = halfHours.toSorted((one, other) => one - other);
    const [a, b, c, d] = inOrder.map((halfHour) => clockTime(halfHour * 30));
    const spans = [{ from: a, to: b }, ...(c && d ? [{ from: c, to: d }] : [])];
    return hoursOf(timeZone, ...(spans as OpenSpan[]));
  });
const someMoment = fc
  .tuple(fc.constantFrom(...nights), fc.integer({ min: -1440, max: 2880 }))
  .map(([night, minute]) => new Date(night + minute * 60_000));

test("alert steps are in order and within business hours for any hours and time zone, even when the clocks change", () => {
  fc.assert(
    fc.property(someMoment, someHours, (receivedAt, hours) => {
      const { closed, now, unseen, uncalled } = alertTimes(receivedAt, hours);
      expect(now.getTime()).toBeGreaterThanOrEqual(receivedAt.getTime());
      expect(unseen > now && uncalled > unseen).toBe(true);
      expect(isOpenAt(now, hours)).toBe(true);
      expect(closed === null).toBe(isOpenAt(receivedAt, hours));
      // Closed time doesn't count, so five open minutes end at the same time from opening as from
      // receipt.
      expect(afterOpenMinutes(now, 5, hours)).toEqual(unseen);
      expect(openMinutesBetween(receivedAt, uncalled, hours)).toBe(10);
    }),
    { numRuns: 30 },
  );
});

/** Counts open minutes one by one, independently of the code under test. */
function openMinutesBetween(from: Date, to: Date, hours: BusinessHours): number {
  let minutes = 0;
  for (let at = from.getTime(); at < to.getTime(); at += 60_000) {
    if (isOpenAt(new Date(at), hours)) minutes += 1;
  }
  return minutes;
}
