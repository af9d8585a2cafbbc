import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clockSkewMs, type DeskChange } from "#contract/desk-events.ts";
import { eachLeadField } from "#contract/lead-fields.ts";
import { type Lead, leadStates } from "#contract/leads.ts";
import { comparePlaces, isInQueue, placeOf } from "#contract/place-in-queue.ts";
import { leadSorts } from "#contract/queue.ts";
import {
  changedRow,
  isChangedSince,
  type ListView,
  type LoadedList,
  maxRows,
  noChanges,
  patchedCounts,
  patchedList,
  withChange,
} from "./live-leads.ts";

const noon = Date.parse("2026-03-17T12:00:00.000Z");
const at = (minutes: number) => new Date(noon + minutes * 60_000).toISOString();
const all: ListView = { sort: "newest", show: 10, isNarrowed: false };

describe("a change compared with the loaded data", () => {
  const [old, fresh] = [lead(1, { firstName: "Old" }), lead(1, { firstName: "New" })];
  const loaded = { list: listOf([old], 1), now: at(0) };
  const cases = [
    ["older by more than the allowed clock skew", -clockSkewMs - 1, "Old", 1],
    ["older by less than the allowed clock skew", -clockSkewMs + 1, "New", 1],
    ["newer", 1, "New", 7],
  ] as const;

  test.each(cases)(
    "a change updates or keeps the row and the counts if, compared with the loaded data, it is %s",
    (_, ms, name, uncalled) => {
      const live = withChange(noChanges, {
        ...changeOf([fresh], new Date(noon + ms)),
        queue: { total: 1, uncalled: 7, doNotCall: 0 },
      });
      expect(patchedList(loaded, live, all).list.leads[0]?.firstName).toBe(name);
      expect(changedRow(live, fresh._id, loaded.now)?.lead ?? old).toMatchObject({
        firstName: name,
      });
      const counts = { uncalled: 1, callbacks: null, unreadTexts: 0, now: loaded.now };
      expect(patchedCounts(counts, live).uncalled).toBe(uncalled);
    },
  );
});

test("loaded data may lack a change that is newer than the load, or older by less than the clock skew", () => {
  const live = withChange(noChanges, changeOf([lead(1)], new Date(noon)));
  const after = (ms: number) => new Date(noon + ms).toISOString();
  expect(isChangedSince(noChanges, after(-5000), 0)).toBe(false);
  expect(isChangedSince(live, after(-1), 0)).toBe(true);
  expect(isChangedSince(live, after(clockSkewMs - 1), 0)).toBe(true);
  expect(isChangedSince(live, after(clockSkewMs), 0)).toBe(false);
  // The list was requested after the change had arrived, so it can't lack the change.
  expect(isChangedSince(live, after(1), noon)).toBe(false);
});

test("a loaded list is returned as it is if nothing has changed", () => {
  const loaded = { list: listOf([lead(2), lead(1)], 40), now: at(0) };
  const { list, isKnown } = patchedList(loaded, noChanges, all);
  expect(list).toBe(loaded.list);
  expect(isKnown).toBe(true);
});

test("deleted, archived and booked leads are removed from the list", () => {
  const loaded = { list: listOf([lead(3), lead(2), lead(1)], 3), now: at(0) };
  const archived = lead(2, { state: "archived" });
  const live = withChange(noChanges, {
    ...changeOf([archived], new Date(noon + 1)),
    leads: [
      { leadId: archived._id, lead: archived },
      { leadId: lead(3)._id, lead: null },
    ],
    queue: { total: 1, uncalled: 1, doNotCall: 0 },
  });
  const { list, isKnown } = patchedList(loaded, live, all);
  expect(list.leads).toEqual([lead(1)]);
  expect(isKnown).toBe(true);
});

test("a change below the end of a truncated list updates only the counts; a change within the list also updates the rows", () => {
  const loaded = { list: listOf([lead(30), lead(20)], 5), now: at(0) };
  const view = { ...all, show: 2 };
  const below = withChange(noChanges, changeOf([lead(10)], new Date(noon + 1), 6));
  expect(patchedList(loaded, below, view)).toMatchObject({
    list: { leads: [lead(30), lead(20)], total: 6, isCut: true },
    isKnown: true,
  });
  const within = withChange(noChanges, changeOf([lead(25)], new Date(noon + 1), 6));
  expect(patchedList(loaded, within, view)).toMatchObject({
    list: { leads: [lead(30), lead(25)], total: 6, isCut: true },
    isKnown: true,
  });
});

test("a truncated list must be reloaded after one of its leads is removed", () => {
  const loaded = { list: listOf([lead(30), lead(20)], 5), now: at(0) };
  const gone = withChange(
    noChanges,
    changeOf([lead(30, { state: "archived" })], new Date(noon + 1), 4),
  );
  const { list, isKnown } = patchedList(loaded, gone, { ...all, show: 2 });
  expect(list.leads).toEqual([lead(20)]);
  expect(isKnown).toBe(false);
});

test("a list must be reloaded if it has fewer leads than the server counts", () => {
  const loaded = { list: listOf([lead(30)], 1), now: at(0) };
  const live = withChange(noChanges, changeOf([lead(20)], new Date(noon + 1), 3));
  expect(patchedList(loaded, live, all).isKnown).toBe(false);
});

test("search results are updated in place, and must be reloaded if a change is newer than the load", () => {
  const loaded = { list: listOf([lead(10), lead(30)], 2), now: at(0) };
  const view = { ...all, isNarrowed: true };
  const live = withChange(
    noChanges,
    changeOf([lead(30, { attempts: 2 }), lead(40)], new Date(noon + 1)),
  );
  expect(patchedList(loaded, live, view)).toMatchObject({
    list: { leads: [lead(10), lead(30, { attempts: 2 })], total: 2 },
    isKnown: false,
  });
  expect(patchedList({ ...loaded, now: at(1 / 60_000) }, live, view).isKnown).toBe(true);
});

test("a list must be reloaded if changes since its load have been dropped, and otherwise not", () => {
  let live = noChanges;
  for (let number = 0; number <= maxRows; number += 1) {
    live = withChange(live, changeOf([lead(number)], new Date(noon + number)));
  }
  expect(live.rows.size).toBe(maxRows);
  const list = listOf([], 0);
  expect(patchedList({ list, now: at(0) }, live, all).isKnown).toBe(false);
  const newer = new Date(noon + maxRows + 2 * clockSkewMs).toISOString();
  expect(patchedList({ list, now: newer }, live, all).isKnown).toBe(true);
});

test("a list must be reloaded if the counts differ although they are within the clock skew", () => {
  const loaded = { list: listOf([lead(30)], 1), now: at(0) };
  const before = new Date(noon - 1);
  const isKnown = (total: number) =>
    patchedList(loaded, withChange(noChanges, changeOf([lead(30)], before, total)), all).isKnown;
  expect(isKnown(1)).toBe(true);
  expect(isKnown(2)).toBe(false);
});

/** What can happen to a practice's leads, and how its dashboard gets to know about it. */
const step = fc.oneof(
  // A lead changes. Later the server reads it, together with other leads, and adds the time on its
  // own clock.
  fc.record({ kind: fc.constant("write" as const), lead: fc.nat(7), change: fc.nat() }),
  fc.record({ kind: fc.constant("read" as const) }),
  // An event that the server has read arrives in the browser.
  fc.record({ kind: fc.constant("arrive" as const) }),
  // A server with a different clock renders the page; the response arrives later.
  fc.record({ kind: fc.constant("ask" as const), skewMs: fc.integer({ min: -450, max: 450 }) }),
  fc.record({ kind: fc.constant("answer" as const) }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 25 * 60_000 }) }),
);

test.each(leadSorts)(
  "a list sorted by %s matches the server's, however writes, events and loads interleave",
  (sort) => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 80, size: "max" }),
        fc.integer({ min: 1, max: 9 }),
        (steps, show) => {
          const view = { sort, show, isNarrowed: false };
          const server = new Map<string, Lead>();
          let nowMs = noon;
          const notified = new Set<string>();
          const sent: DeskChange[] = [];
          const load = (skewMs: number) => serverList(server, view, nowMs, nowMs + skewMs);
          let loaded = load(0);
          let asked: typeof loaded | null = null;
          let live = noChanges;

          const read = () => {
            if (notified.size === 0) return;
            sent.push(eventOf(server, [...notified], nowMs));
            notified.clear();
          };
          const arrive = () => {
            const change = sent.shift();
            if (change) live = withChange(live, change);
          };
          const run = {
            write: (number: number, change: number) => {
              const changed = randomLead(number, change, nowMs);
              if (change % 9 === 0) server.delete(changed._id);
              else server.set(changed._id, changed);
              notified.add(changed._id);
            },
          };
          for (const one of steps) {
            nowMs += 1;
            if (one.kind === "write") run.write(one.lead, one.change);
            if (one.kind === "read") read();
            if (one.kind === "arrive") arrive();
            if (one.kind === "ask") asked = load(one.skewMs);
            if (one.kind === "answer" && asked) [loaded, asked] = [asked, null];
            if (one.kind === "wait") nowMs += one.ms;
          }
          // One more change, so that the browser also receives what has changed only because time
          // has passed.
          run.write(7, 1);
          nowMs += 1;
          read();
          while (sent.length > 0) arrive();
          if (asked) loaded = asked;

          const wanted = serverList(server, view, nowMs, nowMs);
          let shown = patchedList(loaded, live, view);
          // At this point the page would reload the list.
          if (!shown.isKnown) shown = patchedList(wanted, live, view);
          const ids = (list: LoadedList) => list.leads.map(({ _id }) => _id);
          expect(ids(shown.list)).toEqual(ids(wanted.list));
          expect(shown.list).toMatchObject({ total: wanted.list.total, leads: wanted.list.leads });
        },
      ),
      { numRuns: 500 },
    );
  },
);

function serverList(server: Map<string, Lead>, view: ListView, readMs: number, clockMs: number) {
  const asOf = new Date(readMs);
  const queue = [...server.values()]
    .filter((one) => isInQueue(one, asOf))
    .toSorted((a, b) => comparePlaces(placeOf(a, view.sort, asOf), placeOf(b, view.sort, asOf)));
  return {
    list: listOf(queue.slice(0, view.show), queue.length),
    now: new Date(clockMs).toISOString(),
  };
}

function eventOf(server: Map<string, Lead>, ids: string[], nowMs: number): DeskChange {
  const queued = [...server.values()].filter((one) => isInQueue(one, new Date(nowMs)));
  return {
    ...changeOf([], new Date(nowMs), queued.length),
    leads: ids.map((leadId) => ({ leadId, lead: server.get(leadId) ?? null })),
  };
}

/** Returns a lead in one of many possible states. */
function randomLead(number: number, change: number, nowMs: number): Lead {
  const ago = (minutes: number) => new Date(nowMs - minutes * 60_000).toISOString();
  const state = leadStates[change % 5] ?? "new";
  const isWaiting = state === "new" && change % 2 === 0;
  const askedAt = ago(change % 90);
  return lead(number, {
    state,
    attempts: change,
    timeReceived: askedAt,
    uncalledSince: isWaiting ? askedAt : null,
    lastCalledAt: isWaiting || change % 3 === 0 ? null : ago(change % 17),
    // Callbacks in this test are due already, because its queue must not grow just because time
    // passes. In the app, a timer reloads the page when a callback becomes due.
    callBackAt: state === "callback" ? ago(change % 40) : null,
    doNotCall: change % 7 === 0 ? { since: ago(change % 30), reason: "asked us to stop" } : null,
  });
}

function lead(number: number, change: Partial<Lead> = {}): Lead {
  return {
    _id: `018f0000-0000-7000-8000-${String(number).padStart(12, "0")}`,
    firstName: "",
    lastName: "",
    email: "",
    phone: "",
    language: null,
    ...eachLeadField(() => ""),
    message: "",
    facts: { insuranceVerified: null },
    assignee: null,
    timeReceived: at(number),
    date: at(number),
    source: null,
    campaign: null,
    script: "",
    state: "new",
    isTest: false,
    uncalledSince: null,
    firstCalledAt: null,
    askedAgainAt: null,
    askedAs: null,
    attempts: 0,
    lastOutcome: null,
    lastCalledAt: null,
    thirdLastCalledAt: null,
    timeZones: [],
    doNotCall: null,
    callBackAt: null,
    openCall: null,
    ring: null,
    unreadTexts: 0,
    missedCallAt: null,
    ...change,
  };
}

function listOf(leads: Lead[], total: number): LoadedList {
  const counts = { total, isTotalExact: true, uncalled: 0, doNotCall: 0 };
  return { leads, ...counts, isCut: total > leads.length };
}

function changeOf(leads: Lead[], now: Date, total = 1): DeskChange {
  return {
    client: "018f0000-0000-7000-8000-000000000000",
    leads: leads.map((one) => ({ leadId: one._id, lead: one })),
    queue: { total, uncalled: 0, doNotCall: 0 },
    callbacks: { due: 0, nextDueAt: null },
    unreadTexts: 0,
    now: now.toISOString(),
  };
}
