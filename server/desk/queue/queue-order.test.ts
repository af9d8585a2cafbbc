// Checks that the client sorts the queue in the same way as the server, with random leads and the
// server's real query.

import { and, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Lead } from "#contract/leads.ts";
import { leadStates } from "#contract/leads.ts";
import { usualWeek } from "#contract/open-hours.ts";
import { type BusinessHours, openStarts } from "#contract/open-time.ts";
import { comparePlaces, isInQueue, placeOf } from "#contract/place-in-queue.ts";
import { leadSorts } from "#contract/queue.ts";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { leads } from "#server/db/schema.ts";
import { toLead } from "#server/desk/leads/lead-rows.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

/**
 * Only a few distinct times, including exactly ten and sixty minutes, so that many leads have equal
 * times.
 */
const minutesAgo = fc.constantFrom(-5, 0, 1, 4, 5, 6, 9, 10, 11, 59, 60, 61, 500);
const seconds = fc.constantFrom(0, -1, 1);
const row = fc.record({
  state: fc.constantFrom(...leadStates),
  isUncalled: fc.boolean(),
  startedAgo: minutesAgo,
  calledAgo: fc.option(minutesAgo),
  callBackAgo: minutesAgo,
  refusedAgo: fc.option(minutesAgo),
  seconds,
});

test("the client and the server sort random leads the same way in every sort order", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 150, size: "max" }), async (rows) => {
      await testApp.deps.db.delete(leads).where(eq(leads.clientId, practice.clientId));
      if (rows.length > 0) await testApp.deps.db.insert(leads).values(rows.map(leadRow));
      const stored = await readLeads();
      const { now } = testApp.clock;
      for (const sort of leadSorts) {
        const onClient = stored
          .filter((lead) => isInQueue(lead, now))
          .toSorted((a, b) => comparePlaces(placeOf(a, sort, now), placeOf(b, sort, now)));
        expect(idsOf(onClient)).toEqual(idsOf(await walkAll(sort)));
      }
    }),
    { numRuns: 15 },
  );
});

test("the client and the server sort by business hours in the same way, while open and while closed", async () => {
  const { clock } = testApp;
  const before = clock.now;
  const hours: BusinessHours = { timeZone: "America/New_York", week: usualWeek, holidays: [] };
  // At 10:30 on this Monday, the limits were reached minutes ago. Before and just after opening,
  // they were reached on Friday.
  for (const time of ["10:30:00", "08:03:00", "06:00:00"]) {
    clock.at(`2026-03-23T${time}-04:00`);
    const starts = openStarts(clock.now, hours);
    const limits = [starts.goal, starts.onTime, starts.late, starts.asOf];
    const started = limits.flatMap((limit) => [-1, 0, 1].map((ms) => limit.getTime() + ms));
    await testApp.deps.db.delete(leads).where(eq(leads.clientId, practice.clientId));
    const rows = [...started, clock.now.getTime() - 60_000].map((ms) => {
      const startedAt = new Date(ms);
      const times = { receivedAt: startedAt, startedAt, touchedAt: startedAt };
      return {
        clientId: practice.clientId,
        firstName: "Night",
        uncalledSince: startedAt,
        ...times,
      };
    });
    await testApp.deps.db.insert(leads).values(rows);
    const stored = await readLeads();
    for (const sort of ["next", "deadline"] as const) {
      const place = (lead: Lead) => placeOf(lead, sort, clock.now, starts);
      const onClient = stored.toSorted((a, b) => comparePlaces(place(a), place(b)));
      expect(idsOf(onClient)).toEqual(idsOf(await walkAll(`${sort}&reading=open`)));
      // The last two leads are the late ones. The newest lead isn't one of them.
      const newest = stored.toSorted((a, b) => b.timeReceived.localeCompare(a.timeReceived))[0];
      expect(onClient.slice(-2).map(({ _id }) => _id)).not.toContain(newest?._id);
    }
  }
  clock.at(before.toISOString());
});

test("touchedAt is the time of a lead's last call, or the start of the lead if it hasn't been called", async () => {
  const { clientId } = practice;
  const { now } = testApp.clock;
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const calledAgain = await makeInquiry(testApp.deps, clientId, { submittedAt: before(50) });
  for (const minutes of [40, 30]) {
    const call = { calledAt: before(minutes), outcome: "no_answer" } as const;
    await makeCall(testApp.deps, practice, calledAgain.lead._id, call);
  }
  await makeInquiry(testApp.deps, clientId, { submittedAt: before(20), isTest: true });
  const email = "tests-later@example.com";
  const testedLater = await makeInquiry(testApp.deps, clientId, { email, submittedAt: before(45) });
  const tried = { calledAt: before(44), outcome: "no_answer" } as const;
  await makeCall(testApp.deps, practice, testedLater.lead._id, tried);
  await makeInquiry(testApp.deps, clientId, { email, submittedAt: before(5), isTest: true });

  const untimed = await testApp.deps.db.query.leads.findMany({
    where: (lead, { isNull }) => and(eq(lead.clientId, clientId), isNull(lead.uncalledSince)),
  });
  expect(untimed.length).toBeGreaterThanOrEqual(3);
  for (const lead of untimed) expect(lead.touchedAt).toEqual(lead.lastCalledAt ?? lead.startedAt);
});

function leadRow(values: typeof row extends fc.Arbitrary<infer Row> ? Row : never) {
  const { state, isUncalled, startedAgo, calledAgo, callBackAgo, refusedAgo } = values;
  const moment = (minutes: number) =>
    new Date(testApp.clock.now.getTime() - minutes * 60_000 + values.seconds * 1000);
  const startedAt = moment(startedAgo);
  const lastCalledAt = calledAgo === null ? null : moment(calledAgo);
  return {
    clientId: practice.clientId,
    firstName: "Random",
    receivedAt: startedAt,
    startedAt,
    state,
    uncalledSince: state === "new" && isUncalled ? startedAt : null,
    callBackAt: state === "callback" ? moment(callBackAgo) : null,
    doNotCallSince: refusedAgo === null ? null : moment(refusedAgo),
    lastCalledAt,
    touchedAt: lastCalledAt ?? startedAt,
  };
}

async function readLeads(): Promise<Lead[]> {
  const rows = await testApp.deps.db
    .select()
    .from(leads)
    .where(eq(leads.clientId, practice.clientId));
  return rows.map((lead) => toLead({ lead, campaign: null, script: null, source: null }));
}

async function walkAll(sort: string): Promise<Lead[]> {
  const walked: Lead[] = [];
  let cursor = "";
  for (;;) {
    const path = `/api/leads/new?sort=${sort}&limit=50${cursor}`;
    const { body } = await testApp.request("GET", path, { token: practice.token });
    walked.push(...body.leads);
    if (!body.nextCursor) return walked;
    cursor = `&cursor=${body.nextCursor}`;
  }
}

function idsOf(list: Lead[]): string[] {
  return list.map(({ _id }) => _id);
}
