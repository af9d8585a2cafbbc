// Checks that every part of every figure equals a recomputation from inquiries and calls, and that
// the list behind a figure has exactly the inquiries that the figure counts.
import { randomUUID } from "node:crypto";
import { and, eq, isNotNull, isNull } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { minuteMs } from "#contract/durations.ts";
import type { Figures, InquiryFilter, InquiryQuery } from "#contract/figures.ts";
import { countingModes, type FigureQuery } from "#contract/figures.ts";
import { usualWeek } from "#contract/open-hours.ts";
import type { BusinessHours } from "#contract/open-time.ts";
import type { Bucket } from "#contract/timeliness.ts";
import { makeInquiry } from "#server/db/make.ts";
import { calls, inquiries } from "#server/db/schema.ts";
import { clocksOf } from "#server/desk/clock/clock.ts";
import { openLimits } from "#server/desk/clock/open-limits.ts";
import {
  anyHistoryWithoutMerges,
  type HistoryPractice,
  live,
  openHistory,
} from "#server/testing/random-history.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { breakDownFigures } from "./breakdown.ts";
import { listInquiries } from "./inquiry-list.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("figures and the lists behind them match the inquiries and calls of any history", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistoryWithoutMerges, async (steps) => {
      const practice = await openHistory(testApp);
      await live(testApp, practice, steps);
      await expectTruth(practice);
    }),
    { numRuns: inject("isLong") ? 200 : 8 },
  );
}, 180_000);

test.each([0, 10 * minuteMs - 1, 10 * minuteMs, 60 * minuteMs - 1, 60 * minuteMs])(
  "a call after exactly %i ms counts in the right minute and bucket",
  async (elapsedMs) => {
    const practice = await openHistory(testApp);
    const { lead } = await makeInquiry(testApp.deps, practice.clientId);
    testApp.clock.forward(elapsedMs);
    await call(practice, lead._id, "spoke");
    await expectTruth(practice);
  },
);

test.each([10 * minuteMs, 60 * minuteMs - 1, 60 * minuteMs])(
  "an uncalled lead counts as running or late after exactly %i ms",
  async (elapsedMs) => {
    const practice = await openHistory(testApp);
    await makeInquiry(testApp.deps, practice.clientId);
    testApp.clock.forward(elapsedMs);
    const figures = await breakDownFigures(testApp.deps, practice.clientId, { reading: "wall" });
    const isLate = elapsedMs >= 60 * minuteMs;
    expect(figures).toMatchObject({ onTheClock: isLate ? 0 : 1, total: { other: isLate ? 1 : 0 } });
    expect(figures.firstCall.half).toBe("not_yet");
    await expectTruth(practice);
  },
);

test("changing a practice's time zone doesn't change the hour in which past inquiries are counted", async () => {
  const practice = await openHistory(testApp);
  testApp.clock.at("2026-03-17T13:00:00.000Z");
  await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(2 * 60 * minuteMs);
  const hours = { timeZone: "Pacific/Honolulu", week: usualWeek, holidays: [] };
  await testApp.request("PUT", "/api/clients/me/hours", { token: practice.token, json: hours });
  const figures = await breakDownFigures(testApp.deps, practice.clientId, { reading: "wall" });
  expect(figures.hours).toMatchObject([{ weekday: 2, hour: 9 }]);
});

test("inquiries and calls that happen at the same time are all counted", async () => {
  const practice = await openHistory(testApp);
  const made = await Promise.all(
    Array.from({ length: 16 }, () => makeInquiry(testApp.deps, practice.clientId)),
  );
  await Promise.all(made.map(({ lead }) => call(practice, lead._id, "booked")));
  await expectTruth(practice);
});

test("the list of inquiries is paginated, shows the result of each inquiry, and rejects made-up cursors", async () => {
  const practice = await openHistory(testApp);
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { firstName: "Ana" });
  testApp.clock.forward(11 * minuteMs);
  await call(practice, lead._id, "booked");
  await testApp.request("DELETE", `/api/leads/${lead._id}`, { token: practice.token });
  // These inquiries have equal timestamps, so only their ids determine the order.
  for (let made = 0; made < 4; made += 1) await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.forward(60 * minuteMs);
  const { token } = practice;
  const names: string[] = [];
  let cursor = "";
  for (let pages = 0; pages < 3; pages += 1) {
    const path = `/api/leads/inquiries?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const { body } = await testApp.request("GET", path, { token });
    expect(body.total).toBe(5);
    names.push(...body.inquiries.map((one: { _id: string }) => one._id));
    cursor = body.nextCursor ?? "";
    if (pages === 2) {
      expect(body.inquiries.at(-1)).toMatchObject({
        ...{ firstName: "Ana", bucket: "lt60", isReached: true, isBooked: true },
        ...{ state: "customer", lastOutcome: "booked", isLeadDeleted: true },
      });
    }
  }
  expect(cursor).toBe("");
  expect(new Set(names).size).toBe(5);
  for (const made of ["+99999-01-01", aCursor("2026-03-17T12:00:00+23:59"), aCursor(9e15)]) {
    const refused = await testApp.request("GET", `/api/leads/inquiries?cursor=${made}`, { token });
    expect(refused.status).toBe(422);
  }
});

function aCursor(at: unknown): string {
  return Buffer.from(JSON.stringify([at, randomUUID()])).toString("base64url");
}

test("uppercase ids of a campaign and a source give the same figures as lowercase ids", async () => {
  const practice = await openHistory(testApp);
  const { clientId, token, sourceId } = practice;
  const campaignId = practice.campaignIds[0] ?? "";
  const { lead } = await makeInquiry(testApp.deps, clientId, { campaignId, sourceId });
  await call(practice, lead._id, "spoke");
  const ask = async (path: string) => (await testApp.request("GET", path, { token })).body;
  const cot = await ask(`/api/leads/cot?campaign=${campaignId.toUpperCase()}`);
  expect(cot.timeDiff).toEqual({ lt10: 1, lt60: 0, other: 0 });
  const list = await ask(`/api/leads/inquiries?source=${sourceId.toUpperCase()}`);
  expect(list).toMatchObject({ total: 1, inquiries: [{ source: "Facebook form" }] });
});

async function call(
  { token }: HistoryPractice,
  leadId: string,
  outcome?: CallOutcome,
  agoMinutes = 0,
): Promise<void> {
  const at = (ms: number) => new Date(testApp.clock.now.getTime() + ms).toISOString();
  const json = {
    _id: randomUUID(),
    outcome,
    callBackAt: at(minuteMs),
    ...(agoMinutes > 0 && { calledAt: at(-agoMinutes * minuteMs) }),
  };
  await testApp.request("POST", `/api/leads/${leadId}/calls`, { token, json });
}

// ── The same figures, computed by hand ───────────────────────────────────────────────────────────

type Told = {
  id: string;
  startedAt: Date;
  firstCalledAt: Date | null;
  isEnteredLater: boolean;
  campaignId: string | null;
  sourceId: string | null;
  isReached: boolean;
  isBooked: boolean;
  /** The hours in effect when the clock started. */
  hours: BusinessHours;
};

/** Computes clocks from the inquiries and calls alone, without denormalized columns. */
async function clocksFromEvents({ clientId, hours }: HistoryPractice): Promise<Told[]> {
  const { db } = testApp.deps;
  const all = await db.select().from(inquiries).where(eq(inquiries.clientId, clientId));
  const made = await db
    .select()
    .from(calls)
    .where(and(eq(calls.clientId, clientId), isNull(calls.voidedAt), isNotNull(calls.outcome)));
  return [...new Set(all.map(({ leadId }) => leadId))].flatMap((leadId) => {
    const theirInquiries = all.filter((inquiry) => inquiry.leadId === leadId);
    const theirCalls = made.filter((one) => one.leadId === leadId);
    const clocks = clocksOf(
      theirInquiries.map((inquiry) => ({
        ...inquiry,
        isTimed: !inquiry.isTest && !inquiry.isUntimed,
      })),
      theirCalls,
    );
    return clocks.map((clock, index) => {
      const until = clocks[index + 1]?.startedAt;
      const outcomes = theirCalls
        .filter(({ calledAt }) => calledAt >= clock.startedAt && (!until || calledAt < until))
        .map(({ outcome }) => outcome);
      const inquiry = theirInquiries.find(({ id }) => id === clock.inquiryId);
      return {
        id: clock.inquiryId,
        startedAt: clock.startedAt,
        firstCalledAt: clock.firstCall?.calledAt ?? null,
        isEnteredLater: clock.firstCall?.isEnteredLater ?? false,
        campaignId: inquiry?.campaignId ?? null,
        sourceId: inquiry?.sourceId ?? null,
        isReached: outcomes.some((one) => one && reaching.has(one)),
        isBooked: outcomes.includes("booked"),
        hours: hoursAt(hours, clock.startedAt),
      };
    });
  });
}

const reaching = new Set<CallOutcome>([
  "spoke",
  "booked",
  "call_back",
  "not_interested",
  "asked_to_stop",
]);

function bucketOfTold(told: Told, reading: FigureQuery["reading"], now: Date): Bucket | null {
  const after = (minutes: number) => new Date(told.startedAt.getTime() + minutes * minuteMs);
  const { onTimeUntil, lateAt } =
    reading === "open"
      ? openLimits(told.startedAt, told.hours)
      : { onTimeUntil: after(10), lateAt: after(60) };
  if ((told.firstCalledAt ?? now) >= lateAt) return "other";
  if (!told.firstCalledAt) return null;
  return told.firstCalledAt < onTimeUntil ? "lt10" : "lt60";
}

function hoursAt(hours: HistoryPractice["hours"], at: Date): BusinessHours {
  const found = hours.findLast(({ from }) => from <= at);
  if (!found) throw new Error("A practice always has hours");
  return found.hours;
}

const localFormat = new Intl.DateTimeFormat("en-US", {
  timeZone: "America/New_York",
  weekday: "short",
  hour: "numeric",
  hourCycle: "h23",
});
const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

function hourOf({ startedAt }: Told): { weekday: number; hour: number } {
  const parts = localFormat.formatToParts(startedAt);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return { weekday: weekdays.indexOf(part("weekday")), hour: Number(part("hour")) };
}

async function expectTruth(practice: HistoryPractice): Promise<void> {
  const { clientId, campaignIds, sourceId } = practice;
  const now = testApp.clock.now;
  const all = await clocksFromEvents(practice);
  const hour = 60 * minuteMs;
  const back = (ms: number) => new Date(now.getTime() - ms);
  const periods: { from?: Date; to?: Date }[] = [
    {},
    { from: back(30 * hour) },
    { from: back(20 * 24 * hour), to: back(hour) },
    { from: new Date("2026-03-01T05:00:00Z"), to: new Date("2026-04-01T04:00:00Z") },
    { to: back(2 * hour) },
  ];
  for (const campaign of [undefined, campaignIds[0]]) {
    for (const { from, to } of periods) {
      for (const reading of countingModes) {
        const query = {
          reading,
          ...(campaign && { campaign }),
          ...(from && { from: from.toISOString() }),
          ...(to && { to: to.toISOString() }),
        };
        const meant = all.filter(
          (told) =>
            (!campaign || told.campaignId === campaign) &&
            (!from || told.startedAt >= from) &&
            (!to || told.startedAt < to),
        );
        const figures = await breakDownFigures(testApp.deps, clientId, query);
        expectFigures(figures, meant, reading, now);
        await expectLists(clientId, query, figures, meant, now, sourceId);
      }
    }
  }
}

function expectFigures(
  figures: Figures,
  meant: Told[],
  reading: FigureQuery["reading"],
  now: Date,
): void {
  const bucket = (told: Told) => bucketOfTold(told, reading, now);
  const count = (list: Told[]) => ({
    lt10: list.filter((told) => bucket(told) === "lt10").length,
    lt60: list.filter((told) => bucket(told) === "lt60").length,
    other: list.filter((told) => bucket(told) === "other").length,
    enteredLater: list.filter(({ isEnteredLater }) => isEnteredLater).length,
  });
  const inBucket = meant.filter((told) => bucket(told));
  expect(figures.total).toEqual(count(meant));
  expect(figures.onTheClock).toBe(meant.length - inBucket.length);

  const hours = new Set(inBucket.map((told) => JSON.stringify(hourOf(told))));
  expect(figures.hours.length).toBe(hours.size);
  for (const { weekday, hour, ...counted } of figures.hours) {
    const same = inBucket.filter(
      (told) => hourOf(told).weekday === weekday && hourOf(told).hour === hour,
    );
    expect(counted).toEqual(count(same));
  }
  for (const [list, id] of [
    [figures.campaigns, "campaignId"],
    [figures.sources, "sourceId"],
  ] as const) {
    expect(list.length).toBe(new Set(inBucket.map((told) => told[id])).size);
    for (const { _id, name, ...counted } of list) {
      expect(counted).toEqual(count(inBucket.filter((told) => told[id] === _id)));
      expect(name === null).toBe(_id === null);
    }
  }
  for (const name of ["lt10", "lt60", "other"] as const) {
    const same = inBucket.filter((told) => bucket(told) === name);
    expect(figures.cameOfIt[name]).toEqual({
      inquiries: same.length,
      reached: same.filter(({ isReached }) => isReached).length,
      booked: same.filter(({ isBooked }) => isBooked).length,
      enteredLater: same.filter(({ isEnteredLater }) => isEnteredLater).length,
    });
  }
  if (reading === "wall") {
    expect(figures.firstCall.half).toBe(within(0.5, meant, now));
    expect(figures.firstCall.nineInTen).toBe(within(0.9, meant, now));
  }
}

/** The Kaplan–Meier estimate, minute by minute, over all inquiries. */
function within(share: number, meant: Told[], now: Date) {
  if (meant.length === 0) return null;
  const waited = meant.map(({ startedAt, firstCalledAt }) => ({
    isCalled: firstCalledAt !== null,
    minute: Math.floor(((firstCalledAt ?? now).getTime() - startedAt.getTime()) / minuteMs),
  }));
  let waiting = 1;
  for (let minute = 0; minute < 60; minute += 1) {
    const atRisk = waited.filter((one) => one.minute >= minute).length;
    const called = waited.filter((one) => one.isCalled && one.minute === minute).length;
    if (atRisk > 0) waiting *= 1 - called / atRisk;
    if (1 - waiting > share - 1e-9) return minute + 1;
  }
  const late = waited.filter((one) => one.minute >= 60);
  const uncalled = late.filter((one) => !one.isCalled).length;
  const never = late.length > 0 ? waiting * (uncalled / late.length) : waiting;
  return 1 - never > share - 1e-9 ? "over_an_hour" : "not_yet";
}

async function expectLists(
  clientId: string,
  query: FigureQuery,
  figures: Figures,
  meant: Told[],
  now: Date,
  sourceId: string,
): Promise<void> {
  const bucket = (told: Told) => bucketOfTold(told, query.reading, now);
  const cell = figures.hours[0];
  const filters: [Omit<InquiryFilter, "reading">, (told: Told) => boolean][] = [
    [{}, (told) => bucket(told) !== null],
    [{ bucket: "running" }, (told) => bucket(told) === null],
    [{ bucket: "other" }, (told) => bucket(told) === "other"],
    [{ bucket: "lt10", cameOfIt: "booked" }, (told) => bucket(told) === "lt10" && told.isBooked],
    [{ enteredLater: "true" }, (told) => told.isEnteredLater],
    [{ source: "none" }, (told) => bucket(told) !== null && !told.sourceId],
    [
      { source: sourceId, bucket: "lt60" },
      (told) => bucket(told) === "lt60" && told.sourceId === sourceId,
    ],
    ...(query.campaign
      ? []
      : ([[{ campaign: "none" }, (told) => bucket(told) !== null && !told.campaignId]] as [
          Omit<InquiryFilter, "reading">,
          (told: Told) => boolean,
        ][])),
    ...(cell
      ? ([
          [
            { weekday: cell.weekday, hour: cell.hour, cameOfIt: "reached" },
            (told) =>
              bucket(told) !== null &&
              told.isReached &&
              hourOf(told).weekday === cell.weekday &&
              hourOf(told).hour === cell.hour,
          ],
          [
            { weekday: cell.weekday, hour: cell.hour },
            (told) =>
              bucket(told) !== null &&
              hourOf(told).weekday === cell.weekday &&
              hourOf(told).hour === cell.hour,
          ],
        ] as [Omit<InquiryFilter, "reading">, (told: Told) => boolean][])
      : []),
  ];
  for (const [filter, isMeant] of filters) {
    const asked: InquiryQuery = { ...query, ...filter, limit: 50 };
    const list = await listInquiries(testApp.deps, clientId, asked);
    const wanted = meant.filter(isMeant).map(({ id }) => id);
    expect(list.inquiries.map(({ _id }) => _id).toSorted()).toEqual(wanted.toSorted());
    expect(list.total).toBe(wanted.length);
    for (const listed of list.inquiries) {
      expect(listed.bucket).toBe(bucket(meant.find(({ id }) => id === listed._id) as Told));
    }
  }
}
