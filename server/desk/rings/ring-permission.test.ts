import { expect, test } from "vitest";
import type { BusinessHours } from "#contract/open-time.ts";
import {
  judgeRing,
  type RingAsked,
  type RingRefusal,
  ringCaps,
  ringDueAt,
} from "./ring-permission.ts";

const eastern = "America/New_York";
const at = (local: string, offset = "-04:00") => new Date(`2026-${local}${offset}`);
const tuesdayNoon = at("03-17T12:00");

/** Open every day from 7 am to 10 pm, which is longer than the legal calling hours. */
const hours: BusinessHours = {
  timeZone: eastern,
  week: Array.from({ length: 7 }, () => [{ from: "07:00", to: "22:00" }]),
  holidays: [{ date: "2026-12-25", name: "Christmas" }],
};
const practice: RingAsked["practice"] = { ...hours, isOn: true, confirmedPhones: 1 };
const lead: RingAsked["lead"] = {
  ...{ phone: "+18135550142", state: "new", isGone: false, hasOptedOut: false },
  uncalledSince: "2026-03-17T15:59:00.000Z",
  ...{ openCall: null, doNotCall: null, timeZones: [eastern] },
  ...{ thirdLastCalledAt: null, lastCalledAt: null },
};
const inquiry: RingAsked["inquiry"] = { isTest: false, isUntimed: false, isFoundLate: false };
const rungInDay: RingAsked["rungInDay"] = { byForm: 0, byPractice: 0, byLead: 0 };

type Change = {
  [Part in "practice" | "lead" | "inquiry" | "rungInDay"]?: Partial<RingAsked[Part]>;
};

function judge(change: Change, now = tuesdayNoon, countries: RingAsked["countries"] = ["US"]) {
  const asked: RingAsked = {
    practice: { ...practice, ...change.practice },
    lead: { ...lead, ...change.lead },
    inquiry: { ...inquiry, ...change.inquiry },
    rungInDay: { ...rungInDay, ...change.rungInDay },
    countries,
  };
  return judgeRing(asked, now);
}

const openCall = (calledAt: string) => ({
  _id: "00000000-0000-4000-8000-000000000001",
  ...{ calledAt, by: "Dana", isUnanswered: false },
});
const doNotCall = { since: "2026-03-16T15:00:00.000Z", reason: "asked us to stop" };

test.each<[string, Change, RingRefusal | null]>([
  ["that just came in", {}, null],
  ["of a practice that didn't turn it on", { practice: { isOn: false } }, "off"],
  ["of a practice without a confirmed phone", { practice: { confirmedPhones: 0 } }, "no_phone"],
  ["that opted out of texts", { lead: { hasOptedOut: true } }, "opted_out"],
  ["that was deleted, merged or erased", { lead: { isGone: true } }, "gone"],
  ["that was archived", { lead: { state: "archived" } }, "gone"],
  ["that booked earlier and asks again", { lead: { state: "customer" } }, null],
  ["that asked not to be called", { lead: { doNotCall } }, "do_not_call"],
  ["that is a test", { inquiry: { isTest: true } }, "test"],
  ["that was imported or entered by hand", { inquiry: { isUntimed: true } }, "untimed"],
  ["that was found late", { inquiry: { isFoundLate: true } }, "found_late"],
  ["that has been called", { lead: { uncalledSince: null } }, "called"],
  [
    "that is being called, for under ten minutes",
    { lead: { openCall: openCall("2026-03-17T15:50:00.001Z") } },
    "being_called",
  ],
  [
    "whose call has had no result for ten minutes",
    { lead: { openCall: openCall("2026-03-17T15:50:00.000Z") } },
    null,
  ],
  ["without a number", { lead: { phone: "" } }, "not_a_number"],
  ["with the emergency number", { lead: { phone: "911" } }, "not_a_number"],
  ["with a premium number", { lead: { phone: "+19005550100" } }, "service_number"],
  ["with a number in Jamaica", { lead: { phone: "+18765550142" } }, "country"],
  [
    "that was called three times in 24 hours",
    {
      lead: {
        ...{ thirdLastCalledAt: "2026-03-16T16:00:00.001Z" },
        lastCalledAt: "2026-03-17T15:00:00.000Z",
      },
    },
    "often",
  ],
  ["with one ring left", { rungInDay: { byLead: ringCaps.byLead - 1 } }, null],
  ["that has reached its limit of rings", { rungInDay: { byLead: ringCaps.byLead } }, "often"],
  ["of a form with one ring left", { rungInDay: { byForm: ringCaps.byForm - 1 } }, null],
  [
    "of a form that has reached its limit of rings",
    { rungInDay: { byForm: ringCaps.byForm } },
    "form_cap",
  ],
  [
    "of a practice with one ring left",
    { rungInDay: { byPractice: ringCaps.byPractice - 1 } },
    null,
  ],
  [
    "of a practice that has reached its limit of rings",
    { rungInDay: { byPractice: ringCaps.byPractice } },
    "practice_cap",
  ],
  ["with several reasons", { lead: { doNotCall }, inquiry: { isTest: true } }, "do_not_call"],
])("whether the phones ring about a lead %s", (_, change, refusal) => {
  expect(judge(change)).toBe(refusal);
});

test("no number is called unless a country is configured", () => {
  expect(judge({}, tuesdayNoon, [])).toBe("country");
});

// On March 8, 2026 the hour from 2 to 3 is skipped. On November 1 the hour from 1 to 2 occurs
// twice.
test.each<[string, Date, RingRefusal | null]>([
  ["7:59:59 am", at("03-17T07:59:59"), "calling_hours"],
  ["8:00 am", at("03-17T08:00"), null],
  ["7:59:59 pm", at("03-17T19:59:59"), null],
  ["8:00 pm", at("03-17T20:00"), "calling_hours"],
  ["the minute before closing", at("03-17T21:59:59"), "calling_hours"],
  ["closing", at("03-17T22:00"), "closed"],
  ["noon on a holiday", at("12-25T12:00", "-05:00"), "closed"],
  ["7:59:59 am on the day when clocks go forward", at("03-08T07:59:59"), "calling_hours"],
  ["8:00 am on the day when clocks go forward", at("03-08T08:00"), null],
  ["7:59:59 am on the day when clocks go back", at("11-01T07:59:59", "-05:00"), "calling_hours"],
  ["8:00 am on the day when clocks go back", at("11-01T08:00", "-05:00"), null],
])("whether the phones ring at %s", (_, now, refusal) => {
  expect(judge({}, now)).toBe(refusal);
});

test("a lead whose area code is in two time zones is called only during calling hours in both", () => {
  const inBoth = { lead: { phone: "+18505550142", timeZones: ["America/Chicago", eastern] } };
  expect(judge(inBoth, at("03-17T08:59:59"))).toBe("calling_hours");
  expect(judge(inBoth, at("03-17T09:00"))).toBeNull();
  expect(judge(inBoth, at("03-17T20:00"))).toBe("calling_hours");
});

test("a ring is due after the practice's delay, which counts only while it is open", () => {
  expect(ringDueAt(tuesdayNoon, 0, hours)).toEqual(tuesdayNoon);
  expect(ringDueAt(tuesdayNoon, 30, hours)).toEqual(at("03-17T12:00:30"));
  expect(ringDueAt(at("03-17T21:59:45"), 30, hours)).toEqual(at("03-18T07:00:15"));
  expect(ringDueAt(at("03-17T21:59:30"), 30, hours)).toEqual(at("03-18T07:00"));
  expect(ringDueAt(at("03-17T22:00"), 0, hours)).toEqual(at("03-18T07:00"));
  expect(ringDueAt(at("12-25T12:00", "-05:00"), 0, hours)).toEqual(at("12-26T07:00", "-05:00"));
  // The nights on which the clocks change.
  expect(ringDueAt(at("03-07T23:00", "-05:00"), 0, hours)).toEqual(at("03-08T07:00"));
  expect(ringDueAt(at("10-31T23:00"), 30, hours)).toEqual(at("11-01T07:00:30", "-05:00"));
});

test("a practice that is never open doesn't have rings", () => {
  const closed = { ...hours, week: Array.from({ length: 7 }, () => []) };
  expect(ringDueAt(tuesdayNoon, 0, closed)).toBeNull();
});
