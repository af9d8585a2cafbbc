// Splitting another person's inquiry off a lead: what moves, what stays, and which figures change.
import { randomUUID } from "node:crypto";
import { and, asc, eq, getTableName, isNotNull } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import type { LeadDetail } from "#contract/lead-detail.ts";
import { makeInquiry } from "#server/db/make.ts";
import { inquiries, mails, timeline } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { seedAlerts } from "#server/testing/planted-alerts.ts";
import { seedRing } from "#server/testing/planted-rings.ts";
import { seedRows } from "#server/testing/planted-rows.ts";
import { anyHistory, live, openHistory } from "#server/testing/random-history.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { leadTables } from "./moved-rows.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T14:00:00.000Z");
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

const minute = 60_000;
const phone = "(813) 555-0142";
const arjun = { firstName: "Arjun", lastName: "Moreau", phone, email: "arjun@example.com" };
// Her inquiry joins his lead, because it has no email address of her own.
const olivia = { firstName: "Olivia", lastName: "Chen", phone, email: "" };

test("a lead shows the name on its newest inquiry, and a split moves that inquiry to a new lead", async () => {
  const { lead } = await asks(arjun);
  testApp.clock.forward(minute);
  await asks({ ...olivia, answers: [{ name: "message", values: ["My crown fell off"] }] });
  expect((await detailOf(lead._id)).lead).toMatchObject({ askedAs: "Olivia Chen" });
  const { status, body } = await split(lead._id);
  expect(status).toBe(200);
  expect(body.lead).toMatchObject({
    ...{ firstName: "Olivia", lastName: "Chen", phone: "+18135550142", email: "" },
    ...{ message: "My crown fell off", state: "new" },
    uncalledSince: "2026-03-17T14:01:00.000Z",
  });
  const [his, hers] = [await detailOf(lead._id), await detailOf(body.lead._id)];
  expect(his.lead).toMatchObject({ askedAs: null, uncalledSince: "2026-03-17T14:00:00.000Z" });
  expect([his.inquiries.length, hers.inquiries.length]).toEqual([1, 1]);
  expect(hers.timeline.map(({ kind }) => kind).toSorted()).toEqual([
    ...["received", "split", "submitted"],
  ]);
  expect(his.timeline[0]).toMatchObject({ kind: "split", data: { leadId: body.lead._id } });
  // The two leads aren't suggested as duplicates of each other.
  expect([his.suggestions, hers.suggestions]).toEqual([[], []]);
});

test("after a split, the next inquiry of each person joins their own lead", async () => {
  const { lead } = await asks(arjun);
  testApp.clock.forward(minute);
  await asks(olivia);
  const { body } = await split(lead._id);
  testApp.clock.forward(minute);
  expect((await asks({ ...arjun, email: "" })).lead._id).toBe(lead._id);
  expect((await asks(olivia)).lead._id).toBe(body.lead._id);
});

test.each([
  ["after the other person's inquiry stays on both leads", true],
  ["before it stays on the first lead alone", false],
])("a do-not-call mark that was set %s", async (_, isAfter) => {
  const { lead } = await asks(arjun);
  const bar = async () => {
    testApp.clock.forward(minute);
    const json = { isAllowed: false, reason: "asked us to stop" };
    expect((await ask("POST", `/${lead._id}/call-permissions`, json)).status).toBe(201);
    testApp.clock.forward(minute);
  };
  if (!isAfter) await bar();
  await asks(olivia);
  if (isAfter) await bar();
  const { body } = await split(lead._id);
  const [his, hers] = [await detailOf(lead._id), await detailOf(body.lead._id)];
  const mark = { reason: "asked us to stop" };
  expect([his.lead.doNotCall, hers.lead.doNotCall]).toEqual([
    expect.objectContaining(mark),
    isAfter ? expect.objectContaining(mark) : null,
  ]);
  expect(hers.timeline.some(({ kind }) => kind === "do_not_call")).toBe(isAfter);
});

/** A call asks to stop before the split. Returns both leads' ids, and the function for its undo. */
async function splitAfterStop() {
  const { lead } = await asks(arjun);
  testApp.clock.forward(minute);
  await asks(olivia);
  testApp.clock.forward(minute);
  const said = await call(lead._id, "asked_to_stop");
  testApp.clock.forward(minute);
  const { body } = await split(lead._id);
  testApp.clock.forward(minute);
  const undo = () => ask("POST", `/${lead._id}/calls/${said.body.call._id}/voidings`);
  return { his: lead._id, hers: body.lead._id as string, undo };
}

test("undoing a call that asked us to stop removes the mark from both leads of a split", async () => {
  const { his, hers, undo } = await splitAfterStop();
  const mark = expect.objectContaining({ reason: "Asked us to stop on a call" });
  const marks = async () => [
    (await detailOf(his)).lead.doNotCall,
    (await detailOf(hers)).lead.doNotCall,
  ];
  expect(await marks()).toEqual([mark, mark]);
  expect((await undo()).status).toBe(201);
  expect(await marks()).toEqual([null, null]);
  expect((await detailOf(hers)).timeline.some(({ kind }) => kind === "may_call")).toBe(true);
});

test("two leads of a split keep their mark while one of two calls before the split still asks for it", async () => {
  const { lead } = await asks(arjun);
  testApp.clock.forward(minute);
  await asks(olivia);
  const said = [];
  for (let index = 0; index < 2; index += 1) {
    testApp.clock.forward(minute);
    said.push((await call(lead._id, "asked_to_stop")).body.call._id);
  }
  testApp.clock.forward(minute);
  const { body } = await split(lead._id);
  const areMarked = async () => [
    (await detailOf(lead._id)).lead.doNotCall !== null,
    (await detailOf(body.lead._id)).lead.doNotCall !== null,
  ];
  await ask("POST", `/${lead._id}/calls/${said[0]}/voidings`);
  expect(await areMarked()).toEqual([true, true]);
  await ask("POST", `/${lead._id}/calls/${said[1]}/voidings`);
  expect(await areMarked()).toEqual([false, false]);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ["a call to that lead asked, too", (id) => call(id, "asked_to_stop")],
  [
    "someone has set it again",
    async (id) => {
      await ask("POST", `/${id}/call-permissions`, { isAllowed: true, reason: "asked us" });
      testApp.clock.forward(minute);
      await ask("POST", `/${id}/call-permissions`, { isAllowed: false, reason: "not now" });
    },
  ],
])("the other lead of a split keeps its mark after the undo if %s", async (_, mark) => {
  const { his, hers, undo } = await splitAfterStop();
  await mark(hers);
  await undo();
  expect((await detailOf(his)).lead.doNotCall).toBeNull();
  expect((await detailOf(hers)).lead.doNotCall).not.toBeNull();
});

test("a split moves all inquiries with the same name", async () => {
  const { lead } = await asks(arjun);
  for (const person of [olivia, arjun, { ...olivia, lastName: "CHEN" }]) {
    testApp.clock.forward(minute);
    await asks(person);
  }
  const { body } = await split(lead._id);
  expect((await detailOf(body.lead._id)).inquiries).toHaveLength(2);
  expect((await detailOf(lead._id)).inquiries).toHaveLength(2);
});

test("a split moves the inquiry's rows in every table whose rows go with the inquiry", async () => {
  const { lead, inquiry, device } = await seedRows(testApp, practice);
  const { db } = testApp.deps;
  const of = { clientId: practice.clientId, id: randomUUID() };
  const about = { ...of, leadId: lead, inquiryId: inquiry };
  await seedAlerts(testApp, practice, { ...about, of, device, word: "Olivia" });
  await seedRing(testApp, { ...about, of, word: "Olivia" });
  await db.insert(mails).values({
    ...{ ...about, kind: "automatic", to: "olivia@example.com", state: "sent" },
    ...{ subject: "Thanks", text: "Thanks" },
  });
  const data = { inquiryId: inquiry };
  await db
    .insert(timeline)
    .values({ ...of, leadId: lead, at: testApp.clock.now, kind: "received", data });
  const { status, body } = await ask("POST", `/${lead}/splits`, { inquiryId: inquiry });
  expect(status).toBe(200);
  for (const one of leadTables) {
    const [table, what] = [getTableName(one.table), one.split];
    if (!["calls", "notes"].includes(table) && what === "stays") continue;
    const { rows } = await testApp.pool.query(
      `select lead_id as lead, count(*)::int from ${table} where lead_id = any($1) group by 1`,
      [[lead, body.lead._id]],
    );
    const owners = rows.map((row) => row.lead);
    expect([table, owners.includes(lead)]).toEqual([table, true]);
    expect([table, owners.includes(body.lead._id)]).toEqual([table, what !== "stays"]);
  }
});

test("calls and notes stay after a split, and a call that counted for the inquiry still counts for it", async () => {
  const { lead } = await asks(arjun);
  testApp.clock.forward(minute);
  await call(lead._id, "spoke");
  testApp.clock.forward(60 * minute);
  await asks(olivia);
  testApp.clock.forward(5 * minute);
  await call(lead._id, "booked");
  await ask("POST", `/${lead._id}/notes`, { submissionId: randomUUID(), title: "Has a dog" });
  const before = await figures();
  const { body } = await split(lead._id);
  expect(await figures()).toEqual({
    ...before,
    count: { ...before.count, leadsCount: before.count.leadsCount + 1 },
  });
  const [his, hers] = [await detailOf(lead._id), await detailOf(body.lead._id)];
  expect([his.calls.length, his.notes.length]).toEqual([2, 1]);
  expect([hers.calls.length, hers.notes.length]).toEqual([0, 0]);
  expect(hers.lead).toMatchObject({ uncalledSince: null, attempts: 0, state: "new" });
  expect(hers.inquiries[0]).toMatchObject({ firstCalledAt: "2026-03-17T15:06:00.000Z" });
});

test("a split doesn't start a new clock for an inquiry that joined a clock before a call stopped it", async () => {
  const { lead } = await asks(arjun);
  testApp.clock.forward(minute);
  await asks(olivia);
  testApp.clock.forward(minute);
  await call(lead._id, "spoke");
  const { timeDiff } = await figures();
  const { body } = await split(lead._id);
  expect((await figures()).timeDiff).toEqual(timeDiff);
  expect((await detailOf(body.lead._id)).lead).toMatchObject({ uncalledSince: null, state: "new" });
});

test("splitting the same inquiry twice or concurrently creates one lead, and a merge reunites the inquiries", async () => {
  const { lead } = await asks(arjun);
  testApp.clock.forward(minute);
  await asks(olivia);
  const inquiryId = await newestOf(lead._id);
  const path = `/${lead._id}/splits`;
  const both = await Promise.all([
    ask("POST", path, { inquiryId }),
    ask("POST", path, { inquiryId }),
  ]);
  const [one, other] = both.map(({ body }) => body.lead._id);
  expect(one).toBe(other);
  expect((await ask("POST", path, { inquiryId })).body.lead._id).toBe(one);
  const { body } = await ask("POST", `/${lead._id}/merges`, { otherId: one });
  expect((await detailOf(body.lead._id)).inquiries).toHaveLength(2);
});

test("a lead's first inquiry, a merged inquiry and another practice's inquiry can't be split off", async () => {
  const { lead } = await asks(arjun);
  const first = await newestOf(lead._id);
  testApp.clock.forward(minute);
  await asks(olivia);
  const refused = await ask("POST", `/${lead._id}/splits`, { inquiryId: first });
  expect([refused.status, refused.body.message]).toMatchObject([
    409,
    expect.stringContaining("first inquiry"),
  ]);
  const stranger = await signInClient(testApp);
  const path = `/api/leads/${lead._id}/splits`;
  const json = { inquiryId: await newestOf(lead._id) };
  expect((await testApp.request("POST", path, { token: stranger.token, json })).status).toBe(404);

  const second = await asks({ firstName: "Ana", phone: "(813) 555-0143" });
  const asked = await newestOf(second.lead._id);
  const { body } = await ask("POST", `/${lead._id}/merges`, { otherId: second.lead._id });
  const merged = body.lead._id === lead._id ? asked : json.inquiryId;
  expect((await ask("POST", `/${body.lead._id}/splits`, { inquiryId: merged })).status).toBe(409);
});

test("a name that the practice corrected isn't shown as another person's name", async () => {
  const { lead } = await asks({ ...olivia, firstName: "Olive" });
  await ask("PATCH", `/${lead._id}`, { firstName: "Olivia" });
  expect((await detailOf(lead._id)).lead).toMatchObject({ askedAs: null });
  testApp.clock.forward(minute);
  await asks({ ...olivia, firstName: "Leo" });
  expect((await detailOf(lead._id)).lead).toMatchObject({ askedAs: "Leo Chen" });
});

test("splits in any history don't change which inquiries were called and when, or stop running clocks", async () => {
  await fc.assert(
    fc.asyncProperty(anyHistory, async (steps) => {
      const history = await openHistory(testApp);
      for (const one of steps) {
        const before = one.act === "split" ? await clocksOf(history.clientId) : null;
        await live(testApp, history, [one]);
        if (!before) continue;
        const after = await clocksOf(history.clientId);
        expect(after.called).toEqual(before.called);
        const waiting = new Set(after.waiting);
        expect(before.waiting.every((id) => waiting.has(id))).toBe(true);
      }
    }),
    { numRuns: inject("isLong") ? 300 : 12 },
  );
}, 180_000);

/**
 * Returns every inquiry with a clock: those that were called, with their times, and those that are
 * waiting.
 */
async function clocksOf(clientId: string) {
  const clocks = await testApp.deps.db
    .select({
      ...{ id: inquiries.id, startedAt: inquiries.clockStartedAt },
      ...{ calledAt: inquiries.firstCalledAt, isLater: inquiries.isFirstCallEnteredLater },
      ...{ spokeAt: inquiries.firstSpokeAt, bookedAt: inquiries.firstBookedAt },
    })
    .from(inquiries)
    .where(and(eq(inquiries.clientId, clientId), isNotNull(inquiries.clockStartedAt)))
    .orderBy(asc(inquiries.id));
  return {
    called: clocks.filter(({ calledAt }) => calledAt),
    waiting: clocks.flatMap(({ calledAt, id }) => (calledAt ? [] : id)),
  };
}

function asks(person: Parameters<typeof makeInquiry>[2]) {
  const { now } = testApp.clock;
  return makeInquiry(testApp.deps, practice.clientId, {
    ...{ ...person, submittedAt: now, receivedAt: now },
  });
}

function ask(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/leads${path}`, { token: practice.token, json });
}

async function split(leadId: string) {
  return ask("POST", `/${leadId}/splits`, { inquiryId: await newestOf(leadId) });
}

function call(leadId: string, outcome: string) {
  return ask("POST", `/${leadId}/calls`, { _id: randomUUID(), outcome });
}

async function detailOf(leadId: string): Promise<LeadDetail> {
  return (await ask("GET", `/${leadId}`)).body;
}

async function newestOf(leadId: string): Promise<string> {
  return (await detailOf(leadId)).inquiries[0]?._id ?? "";
}

async function figures() {
  const [count, { timeDiff }] = [
    (await ask("GET", "/count")).body,
    (await ask("GET", "/cot")).body,
  ];
  return { count, timeDiff };
}
