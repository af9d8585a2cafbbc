// The rollups equal the rows: after any history, for every filter.
import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type CallOutcome, callOutcomes } from "#contract/call-outcomes.ts";
import { figureReadings } from "#contract/figures.ts";
import { bucketOf } from "#contract/timeliness.ts";
import { changeOpenHours } from "#server/accounts/open-hours.ts";
import { listArchive } from "#server/archive/archive.ts";
import { makeCampaign, makeInquiry } from "#server/db/make.ts";
import { calls, figureRollups, inquiries, leads, queueRollups } from "#server/db/schema.ts";
import { listNewLeads } from "#server/queue/queue.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { countCallsOnTime, countLeads } from "./figures.ts";
import { rebuildAllRollups, rebuildRollups } from "./rebuild-rollups.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const minuteMs = 60_000;
// A Saturday evening before Tampa's clocks spring forward.
const begin = "2026-03-07T22:00:00.000Z";

const nth = fc.nat(9);
const anyStep = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant("ask"),
      person: fc.nat(5),
      campaign: fc.nat(2),
      agoMinutes: fc.constantFrom(0, 0, 5, 70, 3000),
      isTest: fc.nat(7).map((one) => one === 0),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("add"), person: fc.nat(5) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant("call"),
      nth,
      outcome: fc.constantFrom(...callOutcomes, undefined),
      agoMinutes: fc.constantFrom(0, 0, 0, 3, 45),
      callbackMinutes: fc.constantFrom(-30, 30, 2000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("void"), nth }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("archive"), nth }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("delete"), nth }) },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("restore"), nth }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("erase"), nth }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("hours"), isClosed: fc.boolean() }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant("wait"),
      minutes: fc.constantFrom(1, 9, 10, 60, 700, 3000),
    }),
  },
);
type Step = {
  act: string;
  person?: number;
  campaign?: number;
  agoMinutes?: number;
  isTest?: boolean;
  nth?: number;
  outcome?: CallOutcome;
  callbackMinutes?: number;
  isClosed?: boolean;
  minutes?: number;
};

test("after any history the figures and the queue's counts equal the rows", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const practice = await openPractice();
      for (const step of steps) await take(practice, step);
      await expectTruth(practice);
      const kept = await sumsOf(practice.clientId);
      await testApp.deps.db.transaction((tx) => rebuildRollups(tx, practice.clientId));
      expect(kept).toEqual(await sumsOf(practice.clientId));
      await expectTruth(practice);
    }),
    { numRuns: inject("isLong") ? 200 : 20 },
  );
}, 120_000);

test.each([10 * minuteMs - 1, 10 * minuteMs, 60 * minuteMs - 1, 60 * minuteMs])(
  "a call after exactly %i ms counts in the right bucket, in both readings",
  async (elapsedMs) => {
    const practice = await openPractice();
    const { lead } = await makeInquiry(testApp.deps, practice.clientId);
    testApp.clock.forward(elapsedMs);
    await testApp.request("POST", `/api/leads/${lead._id}/calls`, {
      token: practice.token,
      json: { _id: randomUUID(), outcome: "spoke" },
    });
    await expectTruth(practice);
  },
);

test("concurrent changes lose no count and do not block each other", async () => {
  const practice = await openPractice();
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
  const kept = await sumsOf(practice.clientId);
  await testApp.deps.db.transaction((tx) => rebuildAllRollups(tx));
  expect(kept).toEqual(await sumsOf(practice.clientId));
});

test("a rebuild corrects wrong rollups, and leaves other practices alone", async () => {
  const [mine, other] = [await openPractice(), await openPractice()];
  await makeInquiry(testApp.deps, mine.clientId);
  await makeInquiry(testApp.deps, other.clientId);
  await testApp.deps.db.update(figureRollups).set({ leads: 7 });
  await testApp.deps.db.update(queueRollups).set({ leads: 7, uncalled: 7, archived: 7 });
  await testApp.deps.db.transaction((tx) => rebuildRollups(tx, mine.clientId));
  await expectTruth(mine);
  expect(await countLeads(testApp.deps, other.clientId, { reading: "wall" })).toMatchObject({
    leadsCount: 7,
  });
  await testApp.deps.db.transaction((tx) => rebuildAllRollups(tx));
  await expectTruth(other);
});

type Practice = Awaited<ReturnType<typeof openPractice>>;

async function openPractice() {
  testApp.clock.at(begin);
  const practice = await signInClient(testApp);
  const { clientId } = practice;
  const campaignIds: string[] = [];
  for (const name of ["Spring", "Summer"]) {
    const made = await makeCampaign(testApp.deps, { clientId, name, platform: "meta" });
    campaignIds.push(made.campaignId);
  }
  return { ...practice, campaignIds, people: randomUUID().slice(0, 8) };
}

/** One step of the history. A refused step, such as a call before the inquiry, changes nothing. */
async function take(practice: Practice, step: Step): Promise<void> {
  const { clientId, token } = practice;
  const at = (minutes = 0) => new Date(testApp.clock.now.getTime() + minutes * minuteMs);
  const email = `${step.person}-${practice.people}@example.com`;
  const row = async () => {
    const all = await testApp.deps.db
      .select()
      .from(leads)
      .where(eq(leads.clientId, clientId))
      .orderBy(asc(leads.id));
    return all[(step.nth ?? 0) % all.length];
  };
  const lead = async () => (await row())?.id ?? randomUUID();
  switch (step.act) {
    case "ask":
      await makeInquiry(testApp.deps, clientId, {
        email,
        phone: "",
        campaignId: practice.campaignIds[step.campaign ?? 0],
        submittedAt: at(-(step.agoMinutes ?? 0)),
        receivedAt: at(),
        isTest: step.isTest,
      });
      return;
    case "add":
      await testApp.request("POST", "/api/leads", { token, json: { firstName: "Walter", email } });
      return;
    case "call":
      await testApp.request("POST", `/api/leads/${await lead()}/calls`, {
        token,
        json: {
          _id: randomUUID(),
          outcome: step.outcome,
          ...(step.agoMinutes && { calledAt: at(-step.agoMinutes).toISOString() }),
          callBackAt: at(step.callbackMinutes).toISOString(),
        },
      });
      return;
    case "void": {
      const made = await testApp.deps.db
        .select()
        .from(calls)
        .where(eq(calls.clientId, clientId))
        .orderBy(asc(calls.id));
      const call = made[(step.nth ?? 0) % made.length];
      if (!call) return;
      await testApp.request("POST", `/api/leads/${call.leadId}/calls/${call.id}/voidings`, {
        token,
      });
      return;
    }
    case "archive": {
      const json = { reason: "moved away" };
      await testApp.request("POST", `/api/leads/${await lead()}/archive`, { token, json });
      return;
    }
    case "delete":
      await testApp.request("DELETE", `/api/leads/${await lead()}`, { token });
      return;
    case "restore":
      await testApp.request("POST", `/api/leads/${await lead()}/restore`, { token });
      return;
    case "erase": {
      const { id = randomUUID(), firstName = "", lastName = "" } = (await row()) ?? {};
      const json = { name: `${firstName} ${lastName}` };
      await testApp.request("POST", `/api/leads/${id}/erasures`, { token, json });
      return;
    }
    case "hours": {
      const open = step.isClosed ? [] : [{ from: "08:00", to: "17:00" }];
      const visitor = { address: "192.0.2.1", device: "Test" };
      await changeOpenHours(testApp.deps, visitor, practice, {
        timeZone: "America/New_York",
        week: [[], open, open, open, open, open, []],
        holidays: [],
      });
      return;
    }
    case "wait":
      testApp.clock.forward((step.minutes ?? 0) * minuteMs);
  }
}

/** Counts the rows one by one by the rules, and compares with the product's answers. */
async function expectTruth({ clientId, campaignIds }: Practice): Promise<void> {
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
      for (const reading of figureReadings) {
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
        (one) => isCounted(one) && !one.isTest && isMeant(one.startedAt, one.campaignId),
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
  expect(await listNewLeads(testApp.deps, clientId, { sort: "next", limit: 1 })).toMatchObject({
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

/** An erased lead counts as before, and is in no list. */
function isCounted({ deletedAt, erasedAt, isCounted: wasCounted }: typeof leads.$inferSelect) {
  return erasedAt ? wasCounted : !deletedAt;
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

/** All time, from each border, up to each border, and between neighbors. */
function periodsBetween<Border>(borders: Border[]): [Border | undefined, Border | undefined][] {
  return borders.flatMap((border, index): [Border | undefined, Border | undefined][] => [
    [border, undefined],
    [undefined, border],
    [border, borders[index + 1]],
  ]);
}

/** The rollups with several rows of a key summed, and without keys that sum to zero. */
async function sumsOf(clientId: string) {
  const { pool } = testApp;
  const figures = await pool.query(
    `select day, campaign_id, sum(leads) as leads, sum(customers) as customers, sum(lt10) as lt10,
       sum(lt60) as lt60, sum(other) as other, sum(open_lt10) as open_lt10,
       sum(open_lt60) as open_lt60, sum(open_other) as open_other, sum(entered_later) as entered_later
     from figure_rollups where client_id = $1 group by day, campaign_id
     having (sum(leads), sum(customers), sum(lt10), sum(lt60), sum(other), sum(open_lt10),
       sum(open_lt60), sum(open_other), sum(entered_later)) <> (0, 0, 0, 0, 0, 0, 0, 0, 0)
     order by day, campaign_id`,
    [clientId],
  );
  const queue = await pool.query(
    `select due_on, sum(leads) as leads, sum(uncalled) as uncalled, sum(archived) as archived
     from queue_rollups where client_id = $1 group by due_on
     having (sum(leads), sum(uncalled), sum(archived)) <> (0, 0, 0)
     order by due_on`,
    [clientId],
  );
  return { figures: figures.rows, queue: queue.rows };
}
