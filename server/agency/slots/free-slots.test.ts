import fc from "fast-check";
import { expect, inject, test } from "vitest";
import type { CallSettings } from "#contract/bookings.ts";
import type { OpenSpan } from "#contract/open-hours.ts";
import { dayIn, localText } from "#contract/zones.ts";
import { bookableSpan, freeSlots, type Span } from "./free-slots.ts";

const morning = { from: "09:00", to: "11:00" };
const closed: OpenSpan[] = [];
const weekdays = (spans: OpenSpan[]) => [closed, spans, spans, spans, spans, spans, closed];

/** Half-hour slots from 9 to 11 am in Tampa, on weekdays. */
const usual: CallSettings = {
  isOn: true,
  timeZone: "America/New_York",
  week: weekdays([morning]),
  holidays: [],
  isClosedOnFederalHolidays: false,
  minutes: 30,
  bufferMinutes: 0,
  noticeHours: 0,
  daysAhead: 1,
};
const monday = "2026-03-16";
const early = new Date(`${monday}T06:00:00-04:00`);
const at = (local: string, offset = "-04:00") => new Date(`${local}:00${offset}`);
const span = (from: string, to: string): Span => ({
  from: at(`${monday}T${from}`),
  to: at(`${monday}T${to}`),
});
const nothing = { calls: [], blocks: [] };

/** Returns the times of the first day's slots, in the owner's time zone. */
function timesOf(slots: Date[], timeZone = usual.timeZone): string[] {
  const clocks = slots.map((slot) => localText(slot, timeZone).split("T"));
  return clocks.flatMap(([day, time = ""]) => (day === clocks[0]?.[0] ? time : []));
}

const change = (settings: Partial<CallSettings>) => ({ ...usual, ...settings });

test.each<[string, CallSettings, { calls: Span[]; blocks: Span[] }, string[]]>([
  [
    "all slots are free when nothing is taken",
    usual,
    nothing,
    ["09:00", "09:30", "10:00", "10:30"],
  ],
  ["a slot has to end within the hours", change({ minutes: 50 }), nothing, ["09:00", "09:50"]],
  [
    "free time after each call moves the next one",
    change({ bufferMinutes: 15 }),
    nothing,
    ["09:00", "09:45", "10:30"],
  ],
  [
    "a call takes its own slot",
    usual,
    { calls: [span("09:30", "10:00")], blocks: [] },
    ["09:00", "10:00", "10:30"],
  ],
  [
    "with free time after it, a call takes its own slot and no other",
    change({ bufferMinutes: 15 }),
    { calls: [span("09:45", "10:30")], blocks: [] },
    ["09:00", "10:30"],
  ],
  [
    "a call that the owner moved between two slots takes both",
    usual,
    { calls: [span("09:15", "09:45")], blocks: [] },
    ["10:00", "10:30"],
  ],
  [
    "a block takes the slots that it overlaps, but not those that it touches",
    usual,
    { calls: [], blocks: [span("09:30", "10:00")] },
    ["09:00", "10:00", "10:30"],
  ],
  [
    "a block may begin in the free time after a call",
    change({ bufferMinutes: 15 }),
    { calls: [], blocks: [span("09:30", "09:45")] },
    ["09:00", "09:45", "10:30"],
  ],
  [
    "blocks that overlap count once",
    usual,
    { calls: [], blocks: [span("08:00", "10:00"), span("09:00", "09:30"), span("09:45", "10:10")] },
    ["10:30"],
  ],
  ["the notice takes the first slots", change({ noticeHours: 4 }), nothing, ["10:00", "10:30"]],
  [
    "a break has no slots",
    change({ week: weekdays([morning, { from: "13:00", to: "14:00" }]) }),
    nothing,
    ["09:00", "09:30", "10:00", "10:30", "13:00", "13:30"],
  ],
  ["there are no slots while booking is off", change({ isOn: false }), nothing, []],
  ["there are no slots if the owner is never in", change({ week: weekdays([]) }), nothing, []],
])("%s", (_, settings, taken, expected) => {
  expect(timesOf(freeSlots(settings, taken, early))).toEqual(expected);
});

test.each<[string, Partial<CallSettings>, string, string[]]>([
  ["today and tomorrow", { daysAhead: 1 }, "2026-03-16", ["2026-03-16", "2026-03-17"]],
  ["over a weekend", { daysAhead: 3 }, "2026-03-20", ["2026-03-20", "2026-03-23"]],
  [
    "not on a holiday",
    { daysAhead: 2, holidays: [{ date: "2026-03-17", name: "Closed" }] },
    "2026-03-16",
    ["2026-03-16", "2026-03-18"],
  ],
  [
    "not on a federal holiday",
    { daysAhead: 4, isClosedOnFederalHolidays: true },
    "2026-05-22",
    ["2026-05-22", "2026-05-26"],
  ],
  [
    "not on a federal holiday of the next year",
    { daysAhead: 4, isClosedOnFederalHolidays: true },
    "2026-12-31",
    ["2026-12-31", "2027-01-04"],
  ],
  [
    "on a federal holiday, if the owner works then",
    { daysAhead: 3 },
    "2026-05-22",
    ["2026-05-22", "2026-05-25"],
  ],
])("slots are offered on the right days: %s", (_, settings, today, expected) => {
  const slots = freeSlots(change(settings), nothing, at(`${today}T06:00`));
  const days = slots.map((slot) => dayIn(slot, usual.timeZone));
  expect([...new Set(days)]).toEqual(expected);
});

test("a slot can be booked until exactly the minimum notice before it, and not a millisecond later", () => {
  const settings = change({ noticeHours: 1 });
  const exact = at(`${monday}T08:00`);
  expect(timesOf(freeSlots(settings, nothing, exact))[0]).toBe("09:00");
  const later = new Date(exact.getTime() + 1);
  expect(timesOf(freeSlots(settings, nothing, later))[0]).toBe("09:30");
});

// Clocks spring forward on March 8, 2026, and fall back on November 1, both on a Sunday.
test("a 9 am slot stays at 9 am when clocks spring forward and fall back", () => {
  const settings = change({ week: [[morning], ...usual.week.slice(1)], daysAhead: 2 });
  const instants = (now: Date) =>
    freeSlots(settings, nothing, now)
      .filter((slot) => localText(slot, usual.timeZone).endsWith("T09:00"))
      .map((slot) => slot.toISOString());
  expect(instants(at("2026-03-06T06:00", "-05:00"))).toEqual([
    "2026-03-06T14:00:00.000Z",
    "2026-03-08T13:00:00.000Z",
  ]);
  expect(instants(at("2026-10-30T06:00"))).toEqual([
    "2026-10-30T13:00:00.000Z",
    "2026-11-01T14:00:00.000Z",
  ]);
});

test("an hour that the clocks skip has no slots, and an hour that they repeat has two", () => {
  const night = [{ from: "01:00", to: "04:00" }];
  const settings = change({ week: [night, ...usual.week.slice(1)], minutes: 60, daysAhead: 0 });
  const march = freeSlots(settings, nothing, at("2026-03-08T00:00", "-05:00"));
  expect(march.map((slot) => slot.toISOString())).toEqual([
    "2026-03-08T06:00:00.000Z",
    "2026-03-08T07:00:00.000Z",
  ]);
  const november = freeSlots(settings, nothing, at("2026-11-01T00:00"));
  expect(november.map((slot) => slot.toISOString())).toEqual([
    "2026-11-01T05:00:00.000Z",
    "2026-11-01T06:00:00.000Z",
    "2026-11-01T07:00:00.000Z",
    "2026-11-01T08:00:00.000Z",
  ]);
});

const time = fc
  .integer({ min: 0, max: 47 })
  .map((half) => `${String(Math.floor(half / 2)).padStart(2, "0")}:${half % 2 ? "30" : "00"}`);
const day = fc.tuple(time, time).map(([from, to]): OpenSpan[] => (from < to ? [{ from, to }] : []));
const settingsOf = fc.record({
  isOn: fc.constant(true),
  isClosedOnFederalHolidays: fc.boolean(),
  timeZone: fc.constantFrom("America/New_York", "Pacific/Auckland", "America/St_Johns", "UTC"),
  week: fc.array(day, { minLength: 7, maxLength: 7 }),
  holidays: fc.constant<CallSettings["holidays"]>([{ date: "2026-03-10", name: "" }]),
  minutes: fc.integer({ min: 10, max: 120 }),
  bufferMinutes: fc.integer({ min: 0, max: 60 }),
  noticeHours: fc.integer({ min: 0, max: 48 }),
  daysAhead: fc.integer({ min: 1, max: 10 }),
});
const nowOf = fc
  .integer({ min: Date.UTC(2026, 2, 5) / 60_000, max: Date.UTC(2026, 2, 12) / 60_000 })
  .map((minute) => new Date(minute * 60_000));
const spansOf = fc.array(
  fc
    .tuple(nowOf, fc.integer({ min: 1, max: 600 }))
    .map(([from, minutes]) => ({ from, to: new Date(from.getTime() + minutes * 60_000) })),
  { maxLength: 6 },
);

test("each free slot is within business hours, respects the notice and doesn't overlap; every other slot breaks a rule", () => {
  const numRuns = inject("isLong") ? 3000 : 100;
  fc.assert(
    fc.property(settingsOf, nowOf, spansOf, spansOf, (settings, now, calls, blocks) => {
      const all = freeSlots({ ...settings, noticeHours: 0 }, nothing, now);
      const free = freeSlots(settings, { calls, blocks }, now);
      const { from, to } = bookableSpan(settings, now);
      const lengthMs = settings.minutes * 60_000;
      const busyMs = lengthMs + settings.bufferMinutes * 60_000;
      const overlaps = (slot: Date, spans: Span[], ms: number) =>
        spans.some((one) => slot < one.to && one.from < new Date(slot.getTime() + ms));
      const expected = all.filter(
        (slot) =>
          slot >= from && !overlaps(slot, calls, busyMs) && !overlaps(slot, blocks, lengthMs),
      );
      expect(free).toEqual(expected);
      for (const slot of free) {
        expect(slot < to).toBe(true);
        expect(dayIn(slot, settings.timeZone)).not.toBe("2026-03-10");
      }
      // No free slot overlaps the next one, so each can be booked.
      for (const [index, slot] of free.entries()) {
        const next = free[index + 1];
        if (next) expect(next.getTime() - slot.getTime()).toBeGreaterThanOrEqual(busyMs);
      }
    }),
    { numRuns },
  );
});
