// The owner's figures for a practice equal those that the practice itself sees for the same days.
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { minuteMs } from "#contract/durations.ts";
import { practiceFigureDays } from "#contract/practices.ts";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { anyHistory, live, openHistory } from "#server/testing/random-history.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { breakDownFigures } from "./breakdown.ts";
import { countLeads } from "./figures.ts";
import { countPracticeFigures } from "./practice-figures.ts";

const dayMs = 24 * 60 * minuteMs;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("the owner's figures for a practice equal those in its 30-day reports after any history", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (steps) => {
      const { clientId, ...practice } = await openHistory(testApp);
      await live(testApp, { clientId, ...practice }, steps);
      const counted = await figuresOf(clientId);
      const from = firstMoment().toISOString();
      const query = { from, reading: "wall" } as const;
      const { total, firstCall } = await breakDownFigures(testApp.deps, clientId, query);
      const { leadsCount } = await countLeads(testApp.deps, clientId, query);
      const { enteredLater: _, ...timeDiff } = total;
      expect(counted).toEqual({
        ...{ leads: leadsCount, timeDiff, median: firstCall.half },
        neverCalled: await countNeverCalled(clientId),
      });
    }),
    { numRuns: inject("isLong") ? 100 : 10 },
  );
}, 180_000);

test("the owner's figures start at the beginning of a UTC day", async () => {
  const practice = await openHistory(testApp);
  const first = firstMoment();
  for (const submittedAt of [first, new Date(first.getTime() - 1)]) {
    const { lead } = await makeInquiry(testApp.deps, practice.clientId, { submittedAt });
    const calledAt = new Date(submittedAt.getTime() + 4 * minuteMs);
    await makeCall(testApp.deps, practice, lead._id, { calledAt, outcome: "spoke" });
  }
  expect(await figuresOf(practice.clientId)).toEqual({
    ...{ leads: 1, timeDiff: { lt10: 1, lt60: 0, other: 0 }, neverCalled: 0, median: 5 },
  });
});

test("an uncalled lead counts as late and as never called once an hour has passed", async () => {
  const practice = await openHistory(testApp);
  await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(60 * minuteMs - 1);
  const none = { lt10: 0, lt60: 0, other: 0 };
  expect(await figuresOf(practice.clientId)).toMatchObject({ timeDiff: none, neverCalled: 0 });
  testApp.clock.forward(1);
  expect(await figuresOf(practice.clientId)).toMatchObject({
    ...{ timeDiff: { ...none, other: 1 }, neverCalled: 1, median: "not_yet" },
  });
});

async function figuresOf(clientId: string) {
  return (await countPracticeFigures(testApp.deps, [clientId])).get(clientId);
}

/** Counts inquiries that were never called, from their rows. */
async function countNeverCalled(clientId: string): Promise<number> {
  const { rows } = await testApp.pool.query(
    `select count(*)::int as count from inquiries
     where client_id = $1 and clock_started_at >= $2 and clock_started_at <= $3
       and first_called_at is null`,
    [clientId, firstMoment(), new Date(testApp.clock.now.getTime() - 60 * minuteMs)],
  );
  return rows[0].count;
}

function firstMoment(): Date {
  const today = Math.floor(testApp.clock.now.getTime() / dayMs) * dayMs;
  return new Date(today - (practiceFigureDays - 1) * dayMs);
}
