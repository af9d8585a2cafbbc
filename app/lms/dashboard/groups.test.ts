import { expect, test } from "vitest";
import type { Lead } from "#contract/leads.ts";
import { type Counted, groupCount, groupOf, groupsOf, isNews, nextToCall } from "./groups.ts";

// `groupCount` reads only the group's name from a row.
const rowsIn = (group: string, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const item = { _id: `${group} ${index}` } as Lead;
    return { item, placed: item, group, isGone: false };
  });

const counts = (groups: ReturnType<typeof groupsOf>, counted: Partial<Counted>) =>
  groups.map((_, index) =>
    groupCount(groups, index, { below: null, uncalled: null, due: null, doNotCall: 0, ...counted }),
  );

test("leads that aren't on the page yet are counted in the last group", () => {
  const groups = groupsOf([...rowsIn("Not called yet", 4), ...rowsIn("Needs follow-up", 6)]);
  expect(counts(groups, { below: 0 })).toEqual([4, 6]);
  expect(counts(groups, { below: 41, uncalled: 4, due: 0 })).toEqual([4, 47]);
});

test("a group's heading counts all of its leads in the queue, even those that don't fit on the page", () => {
  const groups = groupsOf(rowsIn("Not called yet", 10));
  expect(counts(groups, { below: 3, uncalled: 12 })).toEqual([12]);
  expect(counts(groups, { below: 0, uncalled: 10 })).toEqual([10]);
  // A lead that is called while the list is in use keeps its row in this group.
  expect(counts(groups, { below: 3, uncalled: 9 })).toEqual([10]);
});

test("due callbacks that don't fit on the page are counted too", () => {
  const groups = groupsOf([...rowsIn("Not called yet", 7), ...rowsIn("Callback due", 3)]);
  expect(counts(groups, { below: 9, uncalled: 7, due: 5 })).toEqual([7, 5]);
  expect(counts(groups, { below: 9 })).toEqual([7, null]);
});

test("a group that may continue on the next page, or has no exact count, shows no number", () => {
  const groups = groupsOf(rowsIn("Not called yet", 10));
  expect(counts(groups, { below: 3 })).toEqual([null]);
  expect(counts(groupsOf(rowsIn("In the queue", 10)), {})).toEqual([null]);
  expect(counts(groupsOf(rowsIn("In the queue", 10)), { below: 5 })).toEqual([15]);
});

test("do-not-call leads are the last group and aren't counted in any other group", () => {
  const refused = { ...added, doNotCall: { since: "", reason: "" }, uncalledSince: "" } as Lead;
  expect(groupOf(refused, "next")).toBe("Do not call");
  expect(groupOf(refused, "oldest")).toBe("In the queue");
  const groups = groupsOf([...rowsIn("Do not call", 2), ...rowsIn("Not called yet", 3)]);
  expect(groups.map(({ name }) => name)).toEqual(["Not called yet", "Do not call"]);
  expect(counts(groups, { below: 0 })).toEqual([3, 2]);
  expect(counts(groups, { below: 4, uncalled: 3, doNotCall: 6 })).toEqual([3, 6]);
  const cut = groupsOf(rowsIn("Needs follow-up", 10));
  expect(counts(cut, { below: 5, doNotCall: 2 })).toEqual([13]);
  expect(counts(cut, { below: 5, doNotCall: null })).toEqual([null]);
});

const added = { uncalledSince: null, state: "new", lastOutcome: null, attempts: 0 } as Lead;

test("leads that were added by hand and not called yet are in a separate group", () => {
  expect(groupOf(added, "next")).toBe("Not timed, not called yet");
  const called = { ...added, lastOutcome: "no_answer", attempts: 1 } as Lead;
  expect(groupOf(called, "next")).toBe("Needs follow-up");
  // This call came from an office phone and has no result yet.
  expect(groupOf({ ...called, lastOutcome: null }, "next")).toBe("Needs follow-up");
  expect(groupOf(added, "newest")).toBe("In the queue");
  const mixed = [
    ...rowsIn("Needs follow-up", 2),
    ...rowsIn("Not timed, not called yet", 1),
    ...rowsIn("Needs follow-up", 1),
  ];
  const groups = groupsOf(mixed);
  expect(groups.map(({ name }) => name)).toEqual(["Not timed, not called yet", "Needs follow-up"]);
  expect(counts(groups, { below: 0 })).toEqual([1, 3]);
  expect(counts(groups, { below: 4 })).toEqual([null, null]);
});

test("the next row to call is the top row with a number that no one is calling", () => {
  const open = { _id: "call", calledAt: "", by: null, isUnanswered: false };
  const waits = { ...added, uncalledSince: "2026", phone: "+18135550101", openCall: null } as Lead;
  const called = { ...waits, uncalledSince: null, attempts: 1 } as Lead;
  const next = (leads: Partial<Lead>[], hasPanel = () => false) => {
    const rows = leads.map((change, index) => {
      const item = { ...waits, ...change, _id: String(index) } as Lead;
      return { item, placed: item, group: groupOf(item, "next"), isGone: false };
    });
    return nextToCall(groupsOf(rows), hasPanel);
  };
  expect(next([{}, {}])).toBe("0");
  expect(next([{ phone: "" }, { openCall: open }, {}])).toBe("2");
  const connecting = { step: "connecting", phoneName: "Front desk", since: "" } as const;
  expect(next([{ ring: connecting }, {}])).toBe("1");
  expect(next([{ ring: { ...connecting, step: "ringing" } }, {}])).toBe("0");
  expect(next([{ doNotCall: { since: "", reason: "" } }, called, {}])).toBe("2");
  expect(next([called])).toBe(null);
  // This device is entering the result of the call.
  expect(next([{ openCall: open }, {}], () => true)).toBe(null);
  // A first call comes before a callback.
  expect(next([called, { uncalledSince: null, state: "callback" }, {}])).toBe("2");
});

test("the bar above the list counts leads to call, but not those that someone is calling", () => {
  const waiting = {
    ...added,
    uncalledSince: "2026-12-01T15:14:00.000Z",
    openCall: null,
    ring: null,
  };
  const openCall = {
    _id: "",
    calledAt: "2026-12-01T15:15:00.000Z",
    by: "Dana",
    isUnanswered: false,
  };
  expect(isNews(waiting)).toBe(true);
  expect(isNews({ ...waiting, openCall })).toBe(false);
  expect(isNews({ ...waiting, uncalledSince: null, state: "callback" })).toBe(true);
  expect(isNews({ ...waiting, uncalledSince: null, attempts: 1 })).toBe(false);
});
