// The owner's comparison of practices: it matches each practice's own reports, and is ranked,
// searched and paginated.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { type Comparison, comparedValue } from "#contract/comparison.ts";
import { minuteMs } from "#contract/durations.ts";
import { type MonthLineName, monthLines } from "#contract/month-lines.ts";
import { startOfDay } from "#contract/zones.ts";
import {
  makeCall,
  makeCampaign,
  makeCampaignDays,
  makeInquiry,
  makePractice,
} from "#server/db/make.ts";
import { getMonthReport, readFigures } from "#server/desk/reports/month-report.ts";
import { signIn, signInAdmin } from "#server/testing/people.ts";
import { anyHistory, live, openHistory } from "#server/testing/random-history.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { comparePractices } from "./practice-comparison.ts";

const dayMs = 24 * 60 * minuteMs;
const begin = "2026-03-17T12:00:00.000Z";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
/** Part of the name of each practice in one test, so that a search finds only those. */
let mark = "";
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
});
beforeEach(({ task }) => {
  testApp.clock.at(begin);
  mark = `M${task.id.replaceAll(/\W/g, "")}`;
});
afterAll(() => testApp.close());

test("the comparison matches each practice's own reports for any history, in two time zones", async () => {
  const zones = ["America/New_York", "America/Los_Angeles"];
  const periods = fc.constantFrom("month", "week", "30d", "2026-03");
  const spends = fc.array(fc.option(fc.nat(20_000)), { minLength: 40, maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(
      ...[fc.tuple(anyHistory, anyHistory), spends, periods, fc.boolean()],
      async (histories, spend, period, isAtMonthsEnd) => {
        mark = `M${++runs}M`;
        for (const [index, timeZone] of zones.entries()) {
          const practice = await openHistory(testApp);
          const { clientId } = practice;
          await testApp.pool.query("update clients set name = $2, time_zone = $3 where id = $1", [
            clientId,
            `${mark} ${timeZone}`,
            timeZone,
          ]);
          const first = Date.parse("2026-02-20");
          const days = spend.flatMap((spendCents, day) =>
            spendCents === null
              ? []
              : [{ day: new Date(first + day * dayMs).toISOString().slice(0, 10), spendCents }],
          );
          const [campaignId = ""] = practice.campaignIds;
          await makeCampaignDays(testApp.deps, { clientId, campaignId }, days);
          await live(testApp, practice, histories[index] ?? []);
        }
        // At that time it's April in New York but still March in Los Angeles.
        if (isAtMonthsEnd) testApp.clock.at("2026-04-01T05:30:00.000Z");
        // Adds inquiries one millisecond before a period starts and exactly at its start.
        for (const { _id, timeZone } of (await compare(period)).practices) {
          for (const place of [0, 1]) {
            const { from } = boundsOf(await compare(period), place, timeZone);
            for (const ms of [-1, 0]) {
              const submittedAt = new Date(Date.parse(from) + ms);
              if (submittedAt <= testApp.clock.now) {
                await makeInquiry(testApp.deps, _id, { submittedAt });
              }
            }
          }
        }
        const compared = await compare(period);
        expect(compared.practices).toHaveLength(2);
        for (const practice of compared.practices) {
          for (const [place, of] of (["now", "before"] as const).entries()) {
            const bounds = boundsOf(compared, place, practice.timeZone);
            const expected = await readFigures(testApp.deps, practice._id, bounds);
            expect(await reportLines(expected)).toEqual(linesOf(practice[of]));
          }
          for (const [place, one] of practice.history.toReversed().entries()) {
            const { wall } = await readFigures(
              testApp.deps,
              practice._id,
              boundsOf(compared, place, practice.timeZone),
            );
            const total = wall.total.lt10 + wall.total.lt60 + wall.total.other;
            expect(one).toEqual({ onTime: wall.total.lt10, total });
          }
        }
      },
    ),
    { numRuns: inject("isLong") ? 100 : 8 },
  );
}, 180_000);
let runs = 0;

test("a month's figures match the practice's own report", async () => {
  const one = await make("One");
  await ask(one, "2026-02-28T23:59:00-05:00", 4);
  await ask(one, "2026-03-01T00:01:00-05:00", 4);
  const { figures } = await getMonthReport(testApp.deps, one.clientId, { month: "2026-02" });
  const [practice] = (await compare("month")).practices;
  expect(practice && linesOf(practice.now)).toEqual(await reportLines(figures));
  expect(practice?.now.figures.inquiries).toBe(1);
});

test("practices are sorted worst first or in the chosen order, and practices with too few leads come last", async () => {
  const [slow, few, fast] = [await make("Slow"), await make("Few"), await make("Fast")];
  await make("Quiet");
  for (let count = 0; count < 12; count += 1) {
    await ask(slow, `2026-02-10T${10 + count}:00:00Z`, count < 4 ? 3 : undefined);
    if (count < 10) await ask(fast, `2026-02-10T${10 + count}:00:00Z`, 3, "booked");
  }
  await ask(few, "2026-02-10T10:00:00Z", 3);
  for (const [query, ...names] of [
    ["", "Slow", "Fast", "Few", "Quiet"],
    ["sort=onTime&order=desc", "Fast", "Slow", "Few", "Quiet"],
    ["sort=slow", "Fast", "Slow", "Few", "Quiet"],
    ["sort=late", "Slow", "Fast", "Few", "Quiet"],
    ["sort=neverCalled&order=asc", "Fast", "Slow", "Few", "Quiet"],
    ["sort=median", "Slow", "Fast", "Few", "Quiet"],
    ["sort=inquiries", "Slow", "Fast", "Few", "Quiet"],
    ["sort=inquiries&order=asc", "Quiet", "Few", "Fast", "Slow"],
    ["sort=reached", "Slow", "Fast", "Few", "Quiet"],
    ["sort=booked&order=desc", "Fast", "Slow", "Few", "Quiet"],
    ["sort=name", "Fast", "Few", "Quiet", "Slow"],
    ["sort=name&order=desc", "Slow", "Quiet", "Few", "Fast"],
  ]) {
    const { status, body } = await get(`comparison?search=${mark}&${query}`);
    const ranked = body.practices?.map(({ name }: { name: string }) => name.split(" ")[0]);
    expect([query, status, ranked]).toEqual([query, 200, names]);
  }
});

test("practices are sorted by spend and by cost per lead, and practices without spend come last", async () => {
  for (const [name, spendCents, leads] of [
    ["Dear", 10_000, 1],
    ["Cheap", 12_000, 2],
    ["Free", null, 1],
  ] as const) {
    const practice = await make(name);
    const { clientId } = practice;
    const { campaignId } = await makeCampaign(testApp.deps, {
      ...{ clientId, name: "Spring", platform: "meta" },
    });
    if (spendCents !== null) {
      const days = [{ day: "2026-02-10", spendCents }];
      await makeCampaignDays(testApp.deps, { clientId, campaignId }, days);
    }
    for (let count = 0; count < leads; count += 1) {
      await ask(practice, `2026-02-10T${10 + count}:00:00Z`, 2, "spoke", campaignId);
    }
  }
  for (const [query, ...names] of [
    ["sort=spend", "Cheap", "Dear", "Free"],
    ["sort=perLead", "Dear", "Cheap", "Free"],
    ["sort=perLead&order=asc", "Cheap", "Dear", "Free"],
  ]) {
    const { body } = await get(`comparison?search=${mark}&${query}`);
    const ranked = body.practices.map(({ name }: { name: string }) => name.split(" ")[0]);
    expect([query, ranked]).toEqual([query, names]);
  }
});

test("pending and suspended practices are compared; demos aren't", async () => {
  await make("Waiting", { isApproved: false });
  const shut = await make("Shut");
  await testApp.request("POST", `/api/admin/clients/${shut.clientId}/suspension`, owner);
  const demo = await make("Demo");
  await testApp.pool.query(
    "update clients set is_demo = true, demo_ends_at = now() where id = $1",
    [demo.clientId],
  );
  const { practices } = await compare("month", "name");
  expect(practices.map(({ name, status }) => [name.split(" ")[0], status])).toEqual([
    ["Shut", "suspended"],
    ["Waiting", "pending"],
  ]);
});

test("a lead deleted before any call still counts as never called, and a call entered hours later is marked", async () => {
  const practice = await make("Cheat");
  const { lead } = await ask(practice, "2026-02-10T10:00:00Z");
  const token = await signIn(testApp, practice.email);
  const deleted = await testApp.request("DELETE", `/api/leads/${lead._id}`, { token });
  expect(deleted).toMatchObject({ status: 200 });
  const { lead: other } = await ask(practice, "2026-02-11T10:00:00Z");
  await makeCall(testApp.deps, practice, other._id, {
    ...{ calledAt: new Date("2026-02-11T10:04:00Z"), outcome: "spoke" },
    recordedAt: new Date("2026-02-11T18:00:00Z"),
  });
  const [compared] = (await compare("month")).practices;
  expect(compared?.now.figures).toMatchObject({
    ...{ inquiries: 2, timeDiff: { lt10: 1, lt60: 0, other: 1 }, neverCalled: 1 },
    enteredLater: 1,
  });
});

test("the totals cover all practices, including those on other pages, and the previous period", async () => {
  const [busy, calm] = [await make("Busy"), await make("Calm")];
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId: busy.clientId, name: "Spring", platform: "meta" },
  });
  await makeCampaignDays(testApp.deps, { clientId: busy.clientId, campaignId }, [
    { day: "2026-02-10", spendCents: 30_000 },
  ]);
  // The busy practice called nine of ten leads after two minutes; the calm one called both after
  // forty.
  for (let count = 0; count < 10; count += 1) {
    const outcome = count < 3 ? "booked" : "spoke";
    await ask(
      busy,
      `2026-02-10T${10 + count}:00:00Z`,
      count < 9 ? 2 : undefined,
      outcome,
      campaignId,
    );
  }
  for (const hour of [10, 11]) await ask(calm, `2026-02-11T${hour}:00:00Z`, 40);
  await ask(calm, "2026-01-11T10:00:00Z", 40);
  for (let made = 0; made < 50; made += 1) await make(`Quiet ${made}`);
  const { body } = await get(`comparison?search=${mark}&page=2`);
  expect(body.practices).toHaveLength(2);
  expect(body.totals).toEqual({
    now: {
      figures: {
        ...{ inquiries: 12, timeDiff: { lt10: 9, lt60: 2, other: 1 }, neverCalled: 1 },
        ...{ enteredLater: 0, reached: 11, booked: 3, median: 3 },
      },
      ...{ spendCents: 30_000, perLead: 3000, perBooked: 10_000 },
    },
    before: {
      figures: {
        ...{ inquiries: 1, timeDiff: { lt10: 0, lt60: 1, other: 0 }, neverCalled: 0 },
        ...{ enteredLater: 0, reached: 1, booked: 0, median: 41 },
      },
      ...{ spendCents: null, perLead: "no_spend", perBooked: "no_spend" },
    },
  });
});

test("the totals are zero when no practice matches", async () => {
  const { totals } = await compare("month");
  expect(totals.now).toMatchObject({ figures: { inquiries: 0, median: null } });
});

test("the comparison has pages of fifty, and a page after the last is empty", async () => {
  for (let made = 0; made < 51; made += 1) await make(`Practice ${made}`);
  const first = await get(`comparison?search=${mark}`);
  expect([first.body.practices.length, first.body.total, first.body.pages]).toEqual([50, 51, 2]);
  const [second, third] = [2, 3].map((page) => get(`comparison?search=${mark}&page=${page}`));
  expect((await second)?.body.practices).toHaveLength(1);
  expect((await third)?.body.practices).toEqual([]);
});

test.each(["period=2026-04", "period=2026-13", "period=year", "sort=price", "order=up", "page=0"])(
  "%s is rejected",
  async (query) => {
    expect(await get(`comparison?${query}`)).toMatchObject({ status: 422 });
    expect(await get(`comparison/export.csv?${query}`)).toMatchObject({
      status: query === "page=0" ? 200 : 422,
    });
  },
);

test("the whole comparison is exported with the previous period, escaped against CSV injection, and the export is audited", async () => {
  const practice = await make("=cmd()");
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId: practice.clientId, name: "Spring", platform: "meta" },
  });
  await makeCampaignDays(testApp.deps, { clientId: practice.clientId, campaignId }, [
    { day: "2026-02-10", spendCents: 12_345 },
  ]);
  await ask(practice, "2026-02-10T15:00:00Z", 3, "booked", campaignId);
  await ask(practice, "2026-01-10T15:00:00Z", 90);
  const { body } = await get(`comparison/export.csv?search=${mark}`);
  const [head, line] = String(body).trim().split("\r\n");
  expect(head).toContain('"Called in under 10 minutes, 2026-02-01 to 2026-02-28"');
  expect(line).toContain("'=cmd()");
  expect(line).toContain(",1,1,0,0,0,0,Not enough yet,1,1,123.45,123.45,123.45,1,0,0,1");
  expect(line).toContain(",1,0,0,1,0,0,Not enough yet,1,0,,,");
  const log = await get("audit");
  expect(log.body.entries[0]).toMatchObject({ action: "comparison_exported", who: owner.email });
});

// ── Helpers ─────────────────────────────────────────────────────────────────────────────────────

function make(name: string, change: { isApproved?: boolean } = {}) {
  const timeZone = "America/New_York";
  return makePractice(testApp.deps, { name: `${name} ${mark}`, timeZone, ...change });
}

/** Creates an inquiry and, if `tookMinutes` is given, a call that many minutes later. */
async function ask(
  practice: { clientId: string; accountId: string },
  at: string,
  tookMinutes?: number,
  outcome: "spoke" | "booked" = "spoke",
  campaignId?: string,
) {
  const submittedAt = new Date(at);
  const asked = await makeInquiry(testApp.deps, practice.clientId, {
    submittedAt,
    ...(campaignId && { campaignId }),
  });
  if (tookMinutes !== undefined) {
    const calledAt = new Date(submittedAt.getTime() + tookMinutes * minuteMs);
    await makeCall(testApp.deps, practice, asked.lead._id, { calledAt, outcome });
  }
  return asked;
}

function compare(period: string, sort: "onTime" | "name" = "onTime"): Promise<Comparison> {
  return comparePractices(testApp.deps, { ...{ period, sort, search: mark }, page: 1 });
}

function boundsOf({ periods }: Comparison, place: number, timeZone: string) {
  const { from = "", to = "" } = periods[place] ?? {};
  const after = new Date(Date.parse(to) + dayMs).toISOString().slice(0, 10);
  return {
    from: startOfDay(from, timeZone).toISOString(),
    to: startOfDay(after, timeZone).toISOString(),
  };
}

/** The figures that the comparison and a month's report share, by their names in the report. */
const shared = ["inquiries", "onTime", "half", "reached", "booked"] as const;

function linesOf({ figures, ...costs }: Comparison["practices"][number]["now"]) {
  const measures = { half: "median" } as const;
  return {
    ...Object.fromEntries(
      shared.map((name) => [
        name,
        comparedValue({ figures }, name === "half" ? measures.half : name),
      ]),
    ),
    uncalled: { kind: "count", count: figures.neverCalled },
    enteredLater: { kind: "count", count: figures.enteredLater },
    costs,
  };
}

async function reportLines(figures: Awaited<ReturnType<typeof readFigures>>) {
  const lines = new Map(monthLines(figures, figures).map(({ name, now }) => [name, now]));
  const names: MonthLineName[] = [...shared, "uncalled", "enteredLater"];
  const { spendCents, perLead, perBooked } = figures.costs.total;
  return {
    ...Object.fromEntries(names.map((name) => [name, lines.get(name)])),
    costs: { spendCents, perLead, perBooked },
  };
}

function get(path: string) {
  return testApp.request("GET", `/api/admin/${path}`, { token: owner.token });
}
