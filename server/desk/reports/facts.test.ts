import { expect, test } from "vitest";
import { type Counted, type Counter, changesBetween, type Fact, factsOf } from "./facts.ts";

const minuteMs = 60_000;
const startedAt = new Date("2026-03-31T23:30:00.000Z");
const after = (ms: number) => new Date(startedAt.getTime() + ms);

const inquiry: Counted["inquiries"][number] = {
  ...{ clockStartedAt: startedAt, startedHour: 67, campaignId: "spring", sourceId: null },
  ...{ firstCalledAt: null, isFirstCallEnteredLater: false },
  ...{ openOnTimeUntil: after(20 * minuteMs), openLateAt: after(70 * minuteMs) },
  ...{ firstSpokeAt: null, firstBookedAt: null },
};
const lead: Counted["lead"] = {
  ...{
    isCounted: true,
    erasedAt: null,
    mergedInto: null,
    isTest: false,
    state: "new",
    campaignId: "spring",
  },
  ...{ startedAt, uncalledSince: startedAt, bookedAt: null, callBackAt: null },
};

/** A lead that isn't in any list, so that only its inquiries are counted. */
const unlisted = { ...lead, isCounted: false };
const leads = [["", ["leads"]]];

test.each<[string, number, Counter[], string, string | null]>([
  ["just under 10 minutes", 10 * minuteMs - 1, ["lt10", "open_lt10"], "lt10 lt10", "9"],
  ["exactly 10 minutes", 10 * minuteMs, ["lt60", "open_lt10"], "lt60 lt10", "10"],
  [
    "just under the on-time limit in business hours",
    20 * minuteMs - 1,
    ["lt60", "open_lt10"],
    "lt60 lt10",
    "19",
  ],
  [
    "exactly the on-time limit in business hours",
    20 * minuteMs,
    ["lt60", "open_lt60"],
    "lt60 lt60",
    "20",
  ],
  ["just under an hour", 60 * minuteMs - 1, ["lt60", "open_lt60"], "lt60 lt60", "59"],
  ["exactly an hour", 60 * minuteMs, ["open_lt60"], "other lt60", null],
  [
    "just under the late limit in business hours",
    70 * minuteMs - 1,
    ["open_lt60"],
    "other lt60",
    null,
  ],
  ["exactly the late limit in business hours", 70 * minuteMs, [], "other other", null],
])("a call after %s counts in the right bucket and minute", (_, ms, adds, bucket, minute) => {
  const facts = ofAllTime({ ...inquiry, firstCalledAt: after(ms) });
  expect(facts.total).toEqual([["", ["asked", ...adds]]]);
  expect(facts.bucket).toEqual([[bucket, ["asked", ...adds]]]);
  expect(facts.minute).toEqual(minute === null ? undefined : [[minute, ["asked", ...adds]]]);
});

test("a call is never late by business hours if the inquiry has no stored limits", () => {
  const called = { ...inquiry, firstCalledAt: after(3000 * minuteMs) };
  const noLimits = { ...called, openOnTimeUntil: null, openLateAt: null };
  expect(ofAllTime(noLimits).bucket).toEqual([["other lt10", ["asked", "open_lt10"]]]);
});

test("an uncalled inquiry is counted in every part except by minute", () => {
  expect(ofAllTime(inquiry)).toEqual({
    total: [["", ["asked"]]],
    bucket: [["", ["asked"]]],
    hour: [["67", ["asked"]]],
    campaign: [["spring", ["asked"]]],
    source: [["", ["asked"]]],
  });
});

test("an inquiry without a known hour isn't counted by hour", () => {
  expect(ofAllTime({ ...inquiry, startedHour: null })).not.toHaveProperty("hour");
});

test("an inquiry without a clock isn't counted", () => {
  expect(ofAllTime({ ...inquiry, clockStartedAt: null })).toEqual({});
});

test("each inquiry is counted for its UTC day, for its month, and for all time", () => {
  const spans = factsOf({ lead: unlisted, inquiries: [inquiry] })
    .filter(({ part }) => part === "total")
    .map(({ span, since }) => [span, since]);
  expect(spans).toEqual([
    ["day", "2026-03-31"],
    ["month", "2026-03-01"],
    ["all", "-infinity"],
  ]);
});

test.each<[string, Partial<Counted["lead"]>, Record<string, unknown>]>([
  ["waiting for its first call", {}, { total: leads, queue: leads, uncalled: leads }],
  ["called without success", { uncalledSince: null }, { total: leads, queue: leads }],
  ["booked", { state: "customer", bookedAt: startedAt }, { total: [["", ["leads", "customers"]]] }],
  ["archived", { state: "archived" }, { total: leads, archived: leads }],
  ["erased", { state: "archived", erasedAt: startedAt }, { total: leads }],
  ["a test", { isTest: true }, { queue: leads, uncalled: leads }],
  ["deleted", { isCounted: false }, {}],
])("a lead counts in the right parts if it is %s", (_, changed, wanted) => {
  const { campaign: __, ...facts } = byPart(
    factsOf({ lead: { ...lead, ...changed }, inquiries: [] }),
  );
  expect(facts).toEqual(wanted);
});

test("a callback counts in the queue on the UTC day it is due", () => {
  const callBackAt = new Date("2026-04-02T00:00:00.000Z");
  const facts = factsOf({ lead: { ...lead, state: "callback", callBackAt }, inquiries: [] });
  expect(facts.filter(({ part }) => part === "queue")).toEqual([
    { part: "queue", span: "day", since: "2026-04-02", key: "", adds: ["leads"] },
  ]);
});

test("a fact that didn't change adds nothing, and a changed fact moves from its old key to its new key", () => {
  const before = factsOf({ lead, inquiries: [inquiry] });
  expect(changesBetween(before, before)).toEqual([]);
  const called = { ...inquiry, firstCalledAt: after(minuteMs) };
  const changes = changesBetween(before, factsOf({ lead, inquiries: [called] }));
  const ofBuckets = changes.filter(({ part, span }) => part === "bucket" && span === "all");
  expect(ofBuckets).toMatchObject([
    { key: "", asked: -1, lt10: 0 },
    { key: "lt10 lt10", asked: 1, lt10: 1, open_lt10: 1 },
  ]);
  expect(changes.find(({ part, span }) => part === "hour" && span === "all")).toMatchObject({
    ...{ key: "67", asked: 0, lt10: 1, open_lt10: 1 },
  });
});

test("inquiries of a lead that have the same key are added up", () => {
  const changes = changesBetween([], factsOf({ lead, inquiries: [inquiry, inquiry] }));
  expect(changes.find(({ part, span }) => part === "total" && span === "all")).toMatchObject({
    ...{ leads: 1, asked: 2 },
  });
});

type ByPart = Record<string, [key: string, adds: Counter[]][]>;

function byPart(facts: Fact[]): ByPart {
  const found: ByPart = {};
  for (const { part, span, key, adds } of facts) {
    if (span === "all") found[part] = [...(found[part] ?? []), [key, adds]];
  }
  return found;
}

function ofAllTime(one: Counted["inquiries"][number]): ByPart {
  return byPart(factsOf({ lead: unlisted, inquiries: [one] }));
}
