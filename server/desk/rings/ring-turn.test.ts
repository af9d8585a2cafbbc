import { expect, test } from "vitest";
import { burstSize } from "#contract/alerts.ts";
import {
  type CalledPhone,
  nextPhone,
  nextTurn,
  type PracticeNow,
  type WaitingRing,
} from "./ring-turn.ts";

const now = new Date("2026-03-17T14:00:00.000Z");
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
const free: PracticeNow = {
  ...{ isRinging: false, calledOnScreen: new Set<string>() },
  ...{ startedInMinute: 0, burstAt: null },
};

/** `place`: lower is called earlier. */
function waits(name: string, dueAgo: number, place = 0): WaitingRing {
  return {
    ...{ ringId: `ring of ${name}`, leadId: name, dueAt: ago(dueAgo) },
    ...{ isStarted: false, isFromClosed: false },
    place: { part: 1, at: place, id: name, isDescending: false },
  };
}

function turn(waiting: WaitingRing[], practice: Partial<PracticeNow> = {}) {
  const { start, joined, screenWon, dropped } = nextTurn(waiting, { ...free, ...practice }, now);
  const names = (rings: WaitingRing[]) => rings.map(({ leadId }) => leadId);
  return {
    start: start && [start.ring.leadId, start.leads],
    ...{ joined: names(joined), screenWon: names(screenWon), dropped: names(dropped) },
  };
}

const nothing = { start: null, joined: [], screenWon: [], dropped: [] };

test("the first of two leads in the queue rings first, and the other keeps waiting", () => {
  const both = [waits("Ruth", 5, 2), waits("Arjun", 1, 1)];
  expect(turn(both)).toEqual({ ...nothing, start: ["Arjun", 1] });
  expect(turn(both.toReversed())).toEqual({ ...nothing, start: ["Arjun", 1] });
});

test("no ring starts while a phone is on the line for another one", () => {
  expect(turn([waits("Ruth", 5)], { isRinging: true })).toEqual(nothing);
});

test.each([
  ["waits a millisecond before it is due", -0.001, nothing],
  ["starts when it is due", 0, { ...nothing, start: ["Ruth", 1] }],
  ["starts exactly a minute after it was due", 60, { ...nothing, start: ["Ruth", 1] }],
  ["is dropped a millisecond later", 60.001, { ...nothing, dropped: ["Ruth"] }],
])("a ring %s", (_, dueAgo, expected) => {
  expect(turn([waits("Ruth", dueAgo)])).toEqual(expected);
});

test("a ring is dropped after a minute even while a phone is on the line for another one", () => {
  const dropped = { ...nothing, dropped: ["Ruth"] };
  expect(turn([waits("Ruth", 61)], { isRinging: true })).toEqual(dropped);
});

test("leads that came while closed ring one after the other for half an hour after opening", () => {
  const waiting = (dueAgo: number) =>
    [waits("Ruth", dueAgo, 2), waits("Arjun", dueAgo, 1)].map((ring) => ({
      ...ring,
      isFromClosed: true,
    }));
  expect(turn(waiting(61))).toEqual({ ...nothing, start: ["Arjun", 1] });
  expect(turn(waiting(61), { isRinging: true })).toEqual(nothing);
  expect(turn(waiting(1800))).toEqual({ ...nothing, start: ["Arjun", 1] });
  expect(turn(waiting(1800.001))).toEqual({ ...nothing, dropped: ["Ruth", "Arjun"] });
});

test("a lead that someone calls from the screen doesn't ring, even if its ring is too old", () => {
  const practice = { calledOnScreen: new Set(["Ruth", "Mei"]) };
  const waiting = [waits("Ruth", 5), waits("Mei", 90), waits("Arjun", 5)];
  expect(turn(waiting, practice)).toEqual({
    ...{ ...nothing, start: ["Arjun", 1] },
    screenWon: ["Ruth", "Mei"],
  });
});

const leads = (count: number) =>
  Array.from({ length: count }, (_, index) => waits(`lead ${index}`, 3, index));
const namesFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => `lead ${first + index}`);

test("leads in a minute that are one short of a burst ring one after the other", () => {
  expect(turn(leads(burstSize))).toEqual({ ...nothing, start: ["lead 0", 1] });
});

test("a burst rings once for all of its leads, with the first one in the queue", () => {
  expect(turn(leads(40))).toEqual({
    ...{ ...nothing, start: ["lead 0", 40] },
    joined: namesFrom(1, 39),
  });
});

test("rings that have started in the last minute count toward a burst", () => {
  expect(turn(leads(2), { startedInMinute: burstSize - 2 })).toMatchObject({ joined: [] });
  expect(turn(leads(2), { startedInMinute: burstSize - 1 })).toMatchObject({
    ...{ start: ["lead 0", 2], joined: ["lead 1"] },
  });
});

test("a lead that comes within a minute of a burst's ring joins it, but a later one rings", () => {
  const joined = { ...nothing, joined: ["Ruth"] };
  expect(turn([waits("Ruth", 1)], { burstAt: ago(59.999) })).toEqual(joined);
  expect(turn([waits("Ruth", 1)], { burstAt: ago(59.999), isRinging: true })).toEqual(joined);
  expect(turn([waits("Ruth", 1)], { burstAt: ago(60) })).toEqual({
    ...{ ...nothing, start: ["Ruth", 1] },
  });
});

test("a burst's ring calls its next phone and doesn't join itself", () => {
  const waiting = [{ ...waits("Ruth", 0, 2), isStarted: true }, waits("Arjun", 1, 1)];
  const expected = { ...nothing, start: ["Ruth", 1], joined: ["Arjun"] };
  expect(turn(waiting, { burstAt: ago(20), startedInMinute: 1 })).toEqual(expected);
});

test("a ring that calls its next phone doesn't count as a new lead in a burst", () => {
  const waiting = [{ ...waits("Ruth", 0, -1), isStarted: true }, ...leads(burstSize)];
  expect(turn(waiting)).toEqual({ ...nothing, start: ["Ruth", 1] });
  const later = [{ ...waits("Ruth", 0, 99), isStarted: true }, ...leads(burstSize)];
  expect(turn(later)).toEqual({ ...nothing, start: ["lead 0", 1] });
});

const called = (phoneId: string, ending: CalledPhone["ending"], endedAgo = 0): CalledPhone => ({
  ...{ phoneId, ending, endedAt: ago(endedAgo) },
});
const desk = called("desk", "no_answer", 40);
const office = called("office", "no_key", 10);
const phones = ["desk", "office"];
const inTwoMinutes = (after: Date) => new Date(after.getTime() + 120_000);

test.each<[string, string[], CalledPhone[], ReturnType<typeof nextPhone>]>([
  ["the first phone", phones, [], { phoneId: "desk", notBefore: null }],
  [
    "the next phone immediately if nobody answers",
    phones,
    [desk],
    { phoneId: "office", notBefore: null },
  ],
  [
    "the first phone again two minutes after the last one ended",
    phones,
    [desk, office],
    { phoneId: "desk", notBefore: inTwoMinutes(office.endedAt) },
  ],
  [
    "the second phone immediately in the second round",
    phones,
    [desk, office, desk],
    { phoneId: "office", notBefore: null },
  ],
  [
    "a single phone again after two minutes",
    ["desk"],
    [desk],
    { phoneId: "desk", notBefore: inTwoMinutes(desk.endedAt) },
  ],
  ["no phone after three rounds", phones, [desk, office, desk, office, desk, office], null],
  [
    "the last phone of the third round",
    phones,
    [desk, office, desk, office, desk],
    { phoneId: "office", notBefore: null },
  ],
  [
    "the other phone if one skipped this lead",
    phones,
    [called("desk", "skipped", 40), office],
    { phoneId: "office", notBefore: inTwoMinutes(office.endedAt) },
  ],
  [
    "the next phone if one couldn't be called",
    phones,
    [called("desk", "failed", 5)],
    { phoneId: "office", notBefore: null },
  ],
  [
    "no phone if all of them skipped",
    phones,
    [called("desk", "skipped"), called("office", "skipped")],
    null,
  ],
  ["no phone if none is confirmed anymore", [], [desk], null],
  [
    "a phone that was confirmed in the meantime",
    ["desk", "office", "cell"],
    [desk, office],
    { phoneId: "cell", notBefore: null },
  ],
])("a ring calls %s", (_, phoneIds, earlier, next) => {
  expect(nextPhone(phoneIds, earlier)).toEqual(next);
});
