// Checks that the rollups equal the rows, whether each change maintained them, SQL rebuilt them, or
// rows are counted one by one.
import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { callOutcomes } from "#contract/call-outcomes.ts";
import { minuteMs } from "#contract/durations.ts";
import { countingModes } from "#contract/figures.ts";
import { bucketOf } from "#contract/timeliness.ts";
import { makeInquiry } from "#server/db/make.ts";
import { inquiries, leads, rollups } from "#server/db/schema.ts";
import { listArchive } from "#server/desk/archive/archive.ts";
import { bucketOfCall } from "#server/desk/clock/time-limits.ts";
import { listNewLeads } from "#server/desk/queue/queue.ts";
import {
  anyHistory,
  type HistoryPractice,
  live,
  openHistory,
} from "#server/testing/random-history.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { bucketsOf } from "./facts.ts";
import { countCallsOnTime, countLeads } from "./figures.ts";
import { rebuildAllRollups, rebuildRollups } from "./rebuild-rollups.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("the rollups equal a rebuild and a row-by-row count after any history", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (steps) => {
      const practice = await openHistory(testApp);
      await live(testApp, practice, steps);
      const kept = await sumsOf(practice.clientId);
      expect(kept).toEqual(await countedByHand(practice.clientId));
      await expectTruth(practice);
      await testApp.deps.db.transaction((tx) => rebuildRollups(tx, practice.clientId));
      expect(await sumsOf(practice.clientId)).toEqual(kept);
    }),
    { numRuns: inject("isLong") ? 200 : 8 },
  );
}, 120_000);

test("changes that happen at the same time are all counted", async () => {
  const practice = await openHistory(testApp);
  const campaignId = practice.campaignIds[0];
  const made = await Promise.all(
    Array.from({ length: 24 }, () => makeInquiry(testApp.deps, practice.clientId, { campaignId })),
  );
  await Promise.all(
    made.map(({ lead }, index) =>
      testApp.request("POST", `/api/leads/${lead._id}/calls`, {
        token: practice.token,
        json: { _id: randomUUID(), outcome: callOutcomes[index % 4] },
      }),
    ),
  );
  await expectTruth(practice);
  expect(await sumsOf(practice.clientId)).toEqual(await countedByHand(practice.clientId));
});

test("a change doesn't wait for a rollup row that another transaction has locked", async () => {
  const practice = await openHistory(testApp);
  const { clientId } = practice;
  await makeInquiry(testApp.deps, clientId);
  const other = await testApp.pool.connect();
  await other.query("begin");
  await other.query("select from rollups where client_id = $1 for update", [clientId]);
  await makeInquiry(testApp.deps, clientId);
  await other.query("commit");
  other.release();
  expect(await sumsOf(clientId)).toEqual(await countedByHand(clientId));
});

test("rebuilding a practice corrects its wrong rollups and doesn't change other practices' rollups", async () => {
  const [mine, other] = [await openHistory(testApp), await openHistory(testApp)];
  await makeInquiry(testApp.deps, mine.clientId);
  await makeInquiry(testApp.deps, other.clientId);
  await testApp.deps.db.update(rollups).set({ leads: 7 });
  await testApp.deps.db.transaction((tx) => rebuildRollups(tx, mine.clientId));
  await expectTruth(mine);
  expect(await countLeads(testApp.deps, other.clientId, { reading: "wall" })).toMatchObject({
    leadsCount: 7,
  });
  await rebuildAllRollups(testApp.deps.db);
  await expectTruth(other);
});

test("rebuilding a practice delays changes to that practice only, and counts them afterward", async () => {
  const [mine, other] = [await openHistory(testApp), await openHistory(testApp)];
  await makeInquiry(testApp.deps, mine.clientId);
  const waiting = await testApp.deps.db.transaction(async (tx) => {
    await rebuildRollups(tx, mine.clientId);
    await makeInquiry(testApp.deps, other.clientId);
    const change = makeInquiry(testApp.deps, mine.clientId);
    await expect
      .poll(async () => {
        const { rows } = await testApp.pool.query(
          `select 1 from pg_locks where not granted
           and database = (select oid from pg_database where datname = current_database())`,
        );
        return rows.length;
      })
      .toBe(1);
    return { change };
  });
  await waiting.change;
  for (const { clientId } of [mine, other]) {
    expect(await sumsOf(clientId)).toEqual(await countedByHand(clientId));
  }
});

test("changes during rebuilds are counted exactly once", async () => {
  const practice = await openHistory(testApp);
  let isChanging = true;
  const change = async () => {
    for (let round = 0; round < 20; round += 1) {
      const { lead } = await makeInquiry(testApp.deps, practice.clientId);
      await testApp.request("POST", `/api/leads/${lead._id}/calls`, {
        token: practice.token,
        json: { _id: randomUUID(), outcome: "voicemail" },
      });
    }
  };
  const rebuild = async () => {
    while (isChanging) await rebuildAllRollups(testApp.deps.db);
  };
  const rebuilding = rebuild();
  await Promise.all([change(), change(), change()]);
  isChanging = false;
  await rebuilding;
  expect(await sumsOf(practice.clientId)).toEqual(await countedByHand(practice.clientId));
});

/**
 * Calls one millisecond before, at, and after each limit of both counting modes, with and without
 * stored limits.
 */
const callsAtLimits = [10, 20, 60, 70].flatMap((minutes) =>
  [-1, 0, 1].flatMap((ms) => [
    { calledMs: minutes * minuteMs + ms, openMinutes: { onTime: 20, late: 70 } },
    { calledMs: minutes * minuteMs + ms, openMinutes: null },
  ]),
);

test("SQL and TypeScript put each call into the same bucket, to the millisecond", async () => {
  const clockStartedAt = new Date("2026-03-31T23:30:00.000Z");
  const after = (ms: number) => new Date(clockStartedAt.getTime() + ms);
  const cases = callsAtLimits.map(({ calledMs, openMinutes }) => ({
    clockStartedAt,
    firstCalledAt: after(calledMs),
    openOnTimeUntil: openMinutes && after(openMinutes.onTime * minuteMs),
    openLateAt: openMinutes && after(openMinutes.late * minuteMs),
  }));
  const rows = sql.join(
    cases.map(
      (one, index) =>
        sql`(${index}::int, ${sql.join(
          Object.values(one).map((at) => sql`${at?.toISOString() ?? null}::timestamptz`),
          sql`, `,
        )})`,
    ),
    sql`, `,
  );
  const { rows: inSql } = await testApp.deps.db.execute(sql`
    select ${bucketOfCall("wall")} as wall, ${bucketOfCall("open")} as open
    from (values ${rows}) as inquiries(index, clock_started_at, first_called_at,
      open_on_time_until, open_late_at)
    order by index`);
  expect(inSql).toEqual(cases.map(bucketsOf));
  // The test is useful only if the calls are in more than four combinations of buckets.
  expect(new Set(inSql.map(({ wall, open }) => `${wall} ${open}`)).size).toBeGreaterThan(4);
});

/** Compares the API's responses with a count of the rows, one by one and according to the rules. */
async function expectTruth({ clientId, campaignIds }: HistoryPractice): Promise<void> {
  const { db } = testApp.deps;
  const now = testApp.clock.now;
  const people = await db.select().from(leads).where(eq(leads.clientId, clientId));
  const asked = await db.select().from(inquiries).where(eq(inquiries.clientId, clientId));
  const hour = 60 * minuteMs;
  const borders = [undefined, -50 * hour, -25 * hour, -7 * hour, -hour, 1, undefined];

  for (const campaign of [undefined, ...campaignIds]) {
    for (const [from, to] of periodsBetween(borders)) {
      const isMeant = (startedAt: Date, campaignId: string | null) =>
        (from === undefined || startedAt.getTime() >= now.getTime() + from) &&
        (to === undefined || startedAt.getTime() < now.getTime() + to) &&
        (campaign === undefined || campaign === campaignId);
      const query = { from: iso(from), to: iso(to), campaign };
      const timed = asked.filter(
        (one) => one.clockStartedAt && isMeant(one.clockStartedAt, one.campaignId),
      );
      for (const reading of countingModes) {
        const buckets = timed.map((one) => readings[reading](one, now));
        expect(await countCallsOnTime(testApp.deps, clientId, { ...query, reading })).toEqual({
          timeDiff: {
            lt10: buckets.filter((bucket) => bucket === "lt10").length,
            lt60: buckets.filter((bucket) => bucket === "lt60").length,
            other: buckets.filter((bucket) => bucket === "other").length,
          },
          enteredLater: timed.filter((one) => one.isFirstCallEnteredLater).length,
        });
      }
      const counted = people.filter(
        (one) => isCounted(one, people) && !one.isTest && isMeant(one.startedAt, one.campaignId),
      );
      expect(await countLeads(testApp.deps, clientId, { ...query, reading: "wall" })).toMatchObject(
        {
          leadsCount: counted.length,
          newCustomers: counted.filter((one) => one.bookedAt).length,
        },
      );
    }
  }

  const queue = people.filter(
    (one) =>
      !one.deletedAt &&
      (one.state === "new" ||
        (one.state === "callback" && one.callBackAt && one.callBackAt <= now)),
  );
  expect(
    await listNewLeads(testApp.deps, clientId, { sort: "next", reading: "wall", limit: 1 }),
  ).toMatchObject({
    total: queue.length,
    uncalled: queue.filter((one) => one.uncalledSince).length,
  });
  const inState = (state: string) =>
    people.filter((one) => !one.deletedAt && one.state === state).length;
  expect(await listArchive(testApp.deps, clientId, { list: "leads", limit: 1 })).toMatchObject({
    counts: { leads: inState("archived"), callback: inState("callback") },
  });

  function iso(distance: number | undefined) {
    return distance === undefined ? undefined : new Date(now.getTime() + distance).toISOString();
  }
}

type Row = typeof leads.$inferSelect;

/**
 * Whether a lead counts. An erased lead counts as it did before, and a merged lead counts while its
 * survivor does. Neither is in a list.
 */
function isCounted(lead: Row, all: Row[]): boolean {
  const survivor = all.find(({ id }) => id === lead.mergedInto);
  if (lead.erasedAt) return lead.isCounted;
  return survivor ? !survivor.deletedAt : !lead.deletedAt;
}

type Inquiry = typeof inquiries.$inferSelect;

const readings = {
  wall: ({ clockStartedAt, firstCalledAt }: Inquiry, now: Date) => {
    if (!clockStartedAt) return null;
    const bucket = bucketOf((firstCalledAt ?? now).getTime() - clockStartedAt.getTime());
    return firstCalledAt || bucket === "other" ? bucket : null;
  },
  open: ({ firstCalledAt, openOnTimeUntil, openLateAt }: Inquiry, now: Date) => {
    const judgedAt = firstCalledAt ?? now;
    if (openLateAt && judgedAt >= openLateAt) return "other";
    if (!firstCalledAt) return null;
    return openOnTimeUntil && firstCalledAt >= openOnTimeUntil ? "lt60" : "lt10";
  },
};

/** Returns all time, and the periods that start at, end at, or lie between the borders. */
function periodsBetween<Border>(borders: Border[]): [Border | undefined, Border | undefined][] {
  return borders.flatMap((border, index): [Border | undefined, Border | undefined][] => [
    [border, undefined],
    [undefined, border],
    [border, borders[index + 1]],
  ]);
}

type Counts = Record<string, number>;

function add(sums: Record<string, Counts>, name: string, counter: string, count = 1) {
  const sum = sums[name] ?? {};
  sum[counter] = (sum[counter] ?? 0) + count;
  sums[name] = sum;
}

/**
 * Returns the sums of the rollups by name. Rows with the same key are added up, and counters that
 * are zero are left out.
 */
async function sumsOf(clientId: string): Promise<Record<string, Counts>> {
  const rows = await testApp.deps.db.select().from(rollups).where(eq(rollups.clientId, clientId));
  const sums: Record<string, Counts> = {};
  for (const { clientId: _clientId, id: _id, part, span, since, key, ...counts } of rows) {
    for (const [counter, count] of Object.entries(counts)) {
      add(sums, `${part} ${span} ${since} ${key}`, counter, count);
    }
  }
  const set = Object.entries(sums).map(([name, sum]): [string, Counts] => [
    name,
    Object.fromEntries(Object.entries(sum).filter(([, count]) => count !== 0)),
  ]);
  return Object.fromEntries(set.filter(([, sum]) => Object.keys(sum).length > 0));
}

/** Returns the sums that the rollups should have, counted row by row. */
async function countedByHand(clientId: string): Promise<Record<string, Counts>> {
  const { db } = testApp.deps;
  const sums: Record<string, Counts> = {};
  const addEach = (at: Date, parts: string[], keys: unknown[], names: (string | false)[]) => {
    const day = at.toISOString().slice(0, 10);
    for (const span of [`day ${day}`, `month ${day.slice(0, 8)}01`, "all -infinity"]) {
      for (const [index, part] of parts.entries()) {
        for (const name of names) {
          if (name) add(sums, `${part} ${span} ${keys[index] ?? ""}`, name);
        }
      }
    }
  };
  const people = await db.select().from(leads).where(eq(leads.clientId, clientId));
  for (const one of people) {
    if (isCounted(one, people) && !one.isTest) {
      const names = ["leads", one.bookedAt !== null && "customers"];
      addEach(one.startedAt, ["total", "campaign"], ["", one.campaignId], names);
    }
    if (!isCounted(one, people) || one.erasedAt || one.mergedInto) continue;
    if (one.state === "new") add(sums, "queue all -infinity ", "leads");
    if (one.state === "new" && one.uncalledSince) add(sums, "uncalled all -infinity ", "leads");
    if (one.state === "archived") add(sums, "archived all -infinity ", "leads");
    const due = one.state === "callback" && one.callBackAt?.toISOString().slice(0, 10);
    if (due) add(sums, `queue day ${due} `, "leads");
  }
  for (const one of await db.select().from(inquiries).where(eq(inquiries.clientId, clientId))) {
    if (!one.clockStartedAt) continue;
    const { firstCalledAt } = one;
    const [wall, open] = firstCalledAt
      ? [readings.wall(one, firstCalledAt), readings.open(one, firstCalledAt)]
      : [null, null];
    const minute =
      firstCalledAt &&
      Math.floor((firstCalledAt.getTime() - one.clockStartedAt.getTime()) / minuteMs);
    addEach(
      one.clockStartedAt,
      [
        "total",
        "bucket",
        "hour",
        "campaign",
        "source",
        ...(wall && wall !== "other" ? ["minute"] : []),
      ],
      ["", wall && `${wall} ${open}`, one.startedHour, one.campaignId, one.sourceId, minute],
      [
        "asked",
        wall === "lt10" && "lt10",
        wall === "lt60" && "lt60",
        open === "lt10" && "openLt10",
        open === "lt60" && "openLt60",
        one.isFirstCallEnteredLater && "enteredLater",
        one.firstSpokeAt !== null && "reached",
        one.firstBookedAt !== null && "booked",
      ],
    );
  }
  return sums;
}
