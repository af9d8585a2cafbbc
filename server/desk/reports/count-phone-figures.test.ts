// Which inquiries and texts count in the figures of phones and texts, even if someone wants them to
// look better.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { minuteMs } from "#contract/durations.ts";
import { minForMedian } from "#contract/figures.ts";
import { makeCall, makeCampaign, makeInquiry } from "#server/db/make.ts";
import { ringPractice } from "#server/desk/rings/ring-practice.ts";
import { eraseLead } from "#server/privacy/erasure.ts";
import { signInClient } from "#server/testing/people.ts";
import { driveRings } from "#server/testing/ring-driver.ts";
import { openRinging } from "#server/testing/ringing-practice.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { openTexting, personPhone } from "#server/testing/texting-practice.ts";
import { countPhoneFigures, countPhoneUsage } from "./count-phone-figures.ts";

/** A Tuesday in Florida. The practices are open from 8 to 8. */
const noon = "2026-03-17T16:00:00.000Z";
let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(() => {
  testApp.clock.at(noon);
  Object.assign(testApp.voice, { calls: [], ended: [], answers: [], known: [] });
});
afterAll(() => testApp.close());

type Practice = Awaited<ReturnType<typeof signInClient>>;

async function figures({ token }: Practice, query = "") {
  const path = `/api/leads/figures/phone${query}`;
  const { status, body } = await testApp.request("GET", path, { token });
  expect(status).toBe(200);
  return body;
}

/** Returns the size of each group, after checking that the list behind it is as long. */
async function groups(practice: Practice, query = "") {
  const { on, off, reached } = (await figures(practice, query)).ring;
  const counts = { on: on.inquiries, off: off.inquiries };
  for (const [part, count] of Object.entries({ ...counts, reached })) {
    const { token } = practice;
    const path = `/api/leads/inquiries${query || "?"}&phones=${part}`;
    const { body } = await testApp.request("GET", path, { token });
    expect([part, body.total, body.inquiries.length]).toEqual([part, count, count]);
  }
  return counts;
}

async function turn({ token }: Practice, isOn: boolean) {
  const json = { isOn, delaySeconds: 0 };
  const { status } = await testApp.request("PUT", "/api/office-phones/ringing", { token, json });
  expect(status).toBe(200);
}

test("a practice without rings and texts has no figures of them, and none without a voice provider", async () => {
  const practice = await signInClient(testApp);
  await makeInquiry(testApp.deps, practice.clientId);
  expect(await figures(practice)).toEqual({ ring: null, texts: null });
  expect(await countPhoneUsage(testApp.deps, practice.clientId)).toEqual([]);
  const ringing = await openRinging(testApp);
  await ringing.ask();
  expect(await groups(ringing)).toEqual({ on: 1, off: 0 });
  const without = { ...testApp.deps, voice: null };
  expect(await countPhoneFigures(without, ringing.clientId, {})).toEqual({
    ...{ ring: null, texts: null },
  });
});

test("whether ringing is on when the inquiry comes in decides, whatever happens later", async () => {
  const practice = await openRinging(testApp);
  await practice.ask();
  await turn(practice, false);
  await ringPractice(testApp.deps, practice.clientId);
  await practice.ask();
  await turn(practice, true);
  await practice.ask({ phone: "+442079460142" });
  await ringPractice(testApp.deps, practice.clientId);
  expect(await practice.rings()).toMatchObject([{ refusal: "off" }, { refusal: "country" }]);
  expect(await groups(practice)).toEqual({ on: 2, off: 1 });
});

test("erasing a lead doesn't move its inquiry to the other group", async () => {
  const practice = await openRinging(testApp);
  const lead = await practice.ask();
  await eraseLead(testApp.deps, { ...practice, address: "127.0.0.1" }, lead._id, {
    name: "Ruth Whitfield",
  });
  expect(await groups(practice)).toEqual({ on: 1, off: 0 });
});

test("inquiries from closed hours, from the last minutes, and those found later are in neither group", async () => {
  const practice = await openRinging(testApp);
  const came = async (at: string) => {
    testApp.clock.at(at);
    await practice.ask();
    return groups(practice);
  };
  expect(await came("2026-03-17T11:59:59.000Z")).toEqual({ on: 0, off: 0 });
  expect(await came("2026-03-17T12:00:00.000Z")).toEqual({ on: 1, off: 0 });
  expect(await came("2026-03-17T23:50:00.000Z")).toEqual({ on: 2, off: 0 });
  expect(await came("2026-03-17T23:50:01.000Z")).toEqual({ on: 2, off: 0 });
  const submittedAt = new Date(noon);
  const found = async (ms: number) => {
    const receivedAt = new Date(submittedAt.getTime() + ms);
    await makeInquiry(testApp.deps, practice.clientId, { submittedAt, receivedAt });
    return groups(practice);
  };
  expect(await found(10 * minuteMs)).toEqual({ on: 2, off: 1 });
  expect(await found(10 * minuteMs + 1)).toEqual({ on: 2, off: 1 });
});

test("tests and repeated inquiries don't count, and a period and a campaign narrow the groups", async () => {
  const practice = await openRinging(testApp);
  const lead = await practice.ask();
  await practice.ask({ isTest: true });
  testApp.clock.forward(minuteMs);
  await practice.ask({ phone: lead.phone });
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId: practice.clientId, name: "Spring", platform: "meta" },
  });
  await makeInquiry(testApp.deps, practice.clientId, { campaignId, submittedAt: new Date(noon) });
  expect(await groups(practice)).toEqual({ on: 1, off: 1 });
  expect(await groups(practice, `?campaign=${campaignId}`)).toEqual({ on: 0, off: 1 });
  expect(await groups(practice, `?from=${noon}`)).toEqual({ on: 1, off: 1 });
  expect(await groups(practice, `?to=${noon}`)).toEqual({ on: 0, off: 0 });
});

test("the median counts calls by anyone, and people nobody called", async () => {
  const practice = await openRinging(testApp);
  for (let asked = 1; asked <= minForMedian; asked += 1) {
    expect((await figures(practice)).ring?.on.half ?? null).toBeNull();
    const lead = await practice.ask();
    testApp.clock.forward(2 * minuteMs);
    if (asked > minForMedian / 2) continue;
    const call = { calledAt: testApp.clock.now, outcome: "voicemail" as const };
    await makeCall(testApp.deps, practice, lead._id, call);
  }
  expect((await figures(practice)).ring.on).toEqual({ inquiries: minForMedian, half: 3 });
  // Another uncalled inquiry, and all the uncalled ones are late.
  await practice.ask();
  testApp.clock.forward(60 * minuteMs);
  expect((await figures(practice)).ring.on).toEqual({
    ...{ inquiries: minForMedian + 1, half: "not_yet" },
  });
});

test("a key counts as reached only with a conversation on a line that was open long enough, and the list has the same inquiries", async () => {
  const practice = await openRinging(testApp, ["Front desk"]);
  const driver = driveRings(testApp);
  const connect = async (seconds: string, outcome: CallOutcome | null) => {
    const lead = await practice.ask();
    await ringPractice(testApp.deps, practice.clientId);
    const line = driver.leadLine(await driver.press(await driver.answerPhone(), "1"));
    await line.report("initiated");
    await line.report("completed", { CallDuration: seconds });
    await line.end("completed", seconds);
    await driver.reportPhone("completed");
    testApp.clock.forward(2 * minuteMs);
    const set = "update calls set outcome = $2 where lead_id = $1 returning line_seconds";
    const { rows } = await testApp.pool.query(set, [lead._id, outcome]);
    expect(rows).toEqual([{ line_seconds: Number(seconds) }]);
    const { firstCalls, reached } = (await figures(practice)).ring;
    return [firstCalls, reached];
  };
  expect(await connect("15", "spoke")).toEqual([1, 1]);
  expect(await connect("14", "spoke")).toEqual([2, 1]);
  expect(await connect("61", null)).toEqual([3, 1]);
  expect(await connect("61", "voicemail")).toEqual([4, 1]);
  await groups(practice);
  const cases: [CallOutcome | null, number | null, boolean][] = [
    ["spoke", 15, true],
    ["spoke", 14, false],
    ["booked", 0, false],
    // The report of its end was lost, or the line is still open.
    ["booked", null, true],
    ["not_interested", 60, true],
    ["voicemail", 60, false],
    ["wrong_number", 60, false],
    [null, 600, false],
  ];
  for (const [outcome, seconds, isReached] of cases) {
    await testApp.pool.query(
      "update calls set outcome = $2, line_seconds = $3 where client_id = $1",
      [practice.clientId, outcome, seconds],
    );
    const { reached } = (await figures(practice)).ring;
    expect([outcome, seconds, reached]).toEqual([outcome, seconds, isReached ? 4 : 0]);
  }
  await testApp.pool.query("update calls set voided_at = $2 where client_id = $1", [
    ...[practice.clientId, testApp.clock.now],
  ]);
  expect((await figures(practice)).ring).toMatchObject({ firstCalls: 0, reached: 0 });
});

test("a text is answered by a person's text that went out or by a call, before closing time", async () => {
  const practice = await openTexting(testApp);
  const leads = [];
  for (let asked = 0; asked < 5; asked += 1) {
    const lead = await practice.ask();
    await practice.receive(lead.phone, "Are you open on Friday?");
    leads.push(lead);
  }
  const [texted, called, failed, late] = leads.map(({ _id }) => _id) as [
    string,
    string,
    string,
    string,
  ];
  const count = async () => (await figures(practice)).texts;
  expect(await count()).toMatchObject({ conversations: 5, answeredInDay: 0, waiting: 5 });
  testApp.clock.forward(5 * minuteMs);
  await practice.write(texted, "Yes, until 8.");
  expect(await count()).toMatchObject({ answeredInDay: 0 });
  await testApp.runJobs();
  expect(await count()).toMatchObject({ answeredInDay: 1, waiting: 4 });
  await practice.write(failed, "Yes.");
  await testApp.runJobs();
  await practice.report("failed", { ErrorCode: "30005" });
  const call = { calledAt: testApp.clock.now, outcome: "no_answer" as const };
  await makeCall(testApp.deps, practice, called, call);
  expect(await count()).toMatchObject({ conversations: 5, answeredInDay: 2, waiting: 3 });
  testApp.clock.at("2026-03-18T00:00:00.000Z");
  expect(await count()).toMatchObject({ conversations: 5, answeredInDay: 2, waiting: 0 });
  const tooLate = { calledAt: testApp.clock.now, outcome: "spoke" as const };
  await makeCall(testApp.deps, practice, late, tooLate);
  expect(await count()).toEqual({
    ...{ conversations: 5, answeredInDay: 2, waiting: 0, medianMinutes: null },
  });
});

test("each thread counts once, from its first text in the period; opted-out people and other practices don't", async () => {
  const [practice, other] = [await openTexting(testApp), await openTexting(testApp)];
  const lead = await practice.ask();
  const stranger = personPhone();
  await practice.receive(lead.phone, "Hello?");
  await practice.receive(stranger, "Do you take Delta?");
  await other.receive(stranger, "Hello?");
  testApp.clock.forward(minuteMs);
  await practice.receive(lead.phone, "Anyone there?");
  const count = async (query = "") => (await figures(practice, query)).texts.conversations;
  expect(await count()).toBe(2);
  expect(await count(`?from=${testApp.clock.now.toISOString()}`)).toBe(1);
  expect(await count(`?to=${noon}`)).toBe(0);
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId: practice.clientId, name: "Spring", platform: "meta" },
  });
  expect(await count(`?campaign=${campaignId}`)).toBe(0);
  await practice.receive(stranger, "Please stop texting me");
  expect(await count()).toBe(1);
  await practice.receive(personPhone(), "STOP");
  expect(await count()).toBe(1);
});

test("a call that is entered later answers no text after the fact", async () => {
  const practice = await openTexting(testApp);
  const lead = await practice.ask();
  await practice.receive(lead.phone, "Are you open on Friday?");
  const calledAt = new Date(testApp.clock.now.getTime() + minuteMs);
  testApp.clock.at("2026-03-18T16:00:00.000Z");
  await makeCall(testApp.deps, practice, lead._id, {
    ...{ calledAt, recordedAt: testApp.clock.now, outcome: "spoke" },
  });
  const { texts } = await figures(practice);
  expect(texts).toMatchObject({ conversations: 1, answeredInDay: 0, waiting: 0 });
});

test("merging an unanswered lead into an answered one removes no conversation", async () => {
  const practice = await openTexting(testApp);
  const answered = await practice.ask();
  await practice.receive(answered.phone, "Are you open on Friday?");
  testApp.clock.forward(minuteMs);
  await practice.write(answered._id, "Yes, until 8.");
  await testApp.runJobs();
  testApp.clock.forward(minuteMs);
  const other = await practice.ask();
  await practice.receive(other.phone, "Hello?");
  testApp.clock.at("2026-03-18T16:00:00.000Z");
  const before = (await figures(practice)).texts;
  expect(before).toMatchObject({ conversations: 2, answeredInDay: 1 });
  const { status } = await testApp.request("POST", `/api/leads/${other._id}/merges`, {
    ...{ token: practice.token, json: { otherId: answered._id } },
  });
  expect(status).toBe(200);
  expect((await figures(practice)).texts).toEqual(before);
});

test("both lines' minutes and the texts' segments are counted by month", async () => {
  const practice = await openRinging(testApp, ["Front desk"]);
  const driver = driveRings(testApp);
  await practice.ask();
  await ringPractice(testApp.deps, practice.clientId);
  const line = driver.leadLine(await driver.press(await driver.answerPhone(), "1"));
  await line.report("initiated");
  testApp.clock.forward(61_000);
  await line.end("completed", "60");
  await driver.reportPhone("completed");
  const used = () => countPhoneUsage(testApp.deps, practice.clientId);
  // The phone's 61 seconds are two minutes, the lead's 60 seconds are one.
  expect(await used()).toEqual([{ month: "2026-03", minutes: 3, segments: 0 }]);
  const texting = await openTexting(testApp);
  await texting.receive(personPhone(), "Hello?", { NumSegments: "2" });
  // Still March in Florida.
  testApp.clock.at("2026-04-01T03:59:00.000Z");
  await texting.receive(personPhone(), "Hello?");
  testApp.clock.forward(minuteMs);
  await texting.receive(personPhone(), "Hello?");
  expect(await countPhoneUsage(testApp.deps, texting.clientId)).toEqual([
    { month: "2026-04", minutes: 0, segments: 1 },
    { month: "2026-03", minutes: 0, segments: 3 },
  ]);
  testApp.clock.at("2026-06-01T04:00:00.000Z");
  expect(await countPhoneUsage(testApp.deps, texting.clientId)).toEqual([
    { month: "2026-04", minutes: 0, segments: 1 },
  ]);
});
