// Calls that people start from an office phone, with a database and a scripted provider.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { lineCallMessages } from "#content/messages.ts";
import { ringWords } from "#content/rings.ts";
import type { Lead } from "#contract/leads.ts";
import { getLead } from "#server/desk/leads/lead-detail.ts";
import { countPhoneFigures } from "#server/desk/reports/count-phone-figures.ts";
import { countByPerson } from "#server/desk/reports/person-figures.ts";
import type { Rule } from "#server/http/limits.ts";
import { signInMember } from "#server/testing/people.ts";
import { driveRings } from "#server/testing/ring-driver.ts";
import { openRinging } from "#server/testing/ringing-practice.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { ringPractice } from "./ring-practice.ts";

const noon = "2026-03-17T16:00:00.000Z";
const second = 1000;
const [frontDesk, office] = ["+18135550150", "+18135550151"];
let testApp: TestApp;
let practice: Awaited<ReturnType<typeof openRinging>>;
let driver: ReturnType<typeof driveRings>;
beforeAll(async () => {
  testApp = await openTestApp();
  driver = driveRings(testApp);
});
beforeEach(async () => {
  testApp.clock.at(noon);
  Object.assign(testApp.voice, { calls: [], ended: [], answers: [], known: [] });
  practice = await openRinging(testApp);
});
afterAll(() => testApp.close());

const run = () => ringPractice(testApp.deps, practice.clientId);
const called = () => testApp.voice.calls.map(({ to }) => to);
const detail = (lead: Lead) => getLead(testApp.deps, practice.clientId, lead._id);
const seconds = (count: number) => new Date(Date.parse(noon) + count * second).toISOString();

/** A lead of a practice whose phones don't ring by themselves. */
async function quietLead(change: Parameters<typeof practice.ask>[0] = {}): Promise<Lead> {
  await testApp.pool.query("update clients set rings_on_at = null where id = $1", [
    practice.clientId,
  ]);
  return practice.ask(change);
}

async function linePhones(): Promise<{ _id: string; name: string }[]> {
  const { token } = practice;
  const { body } = await testApp.request("GET", "/api/clients/getClient", { token });
  return body.userData.linePhones;
}

type Click = { id?: string; token?: string; phoneName?: string };

async function click(lead: Lead, { id, token, phoneName = "Front desk" }: Click = {}) {
  const phone = (await linePhones()).find(({ name }) => name === phoneName);
  return testApp.request("POST", `/api/leads/${lead._id}/line-calls`, {
    token: token ?? practice.token,
    json: { submissionId: id ?? randomUUID(), officePhoneId: phone?._id ?? randomUUID() },
  });
}

function tap(lead: Lead, token = practice.token) {
  const json = { _id: randomUUID() };
  return testApp.request("POST", `/api/leads/${lead._id}/calls`, { token, json });
}

function markNoCall(lead: Lead) {
  return testApp.request("POST", `/api/leads/${lead._id}/call-permissions`, {
    token: practice.token,
    json: { isAllowed: false, reason: "asked us" },
  });
}

/** Someone clicks at noon. 30 seconds later the phone presses 1. */
async function clickAndPress(lead: Lead, id = randomUUID()) {
  await click(lead, { id });
  testApp.clock.forward(30 * second);
  const line = driver.leadLine(await driver.press(await driver.answerPhone(), "1"));
  return { id, line };
}

const stepOf = async (lead: Lead, id: string) => (await click(lead, { id })).body.lineCall?.step;

test("a click rings the phone, and a 1 calls the lead: a call by the person who clicked", async () => {
  const lead = await quietLead({ firstName: "ruth" });
  const id = randomUUID();
  const { status, body } = await click(lead, { id });
  expect([status, body]).toEqual([
    201,
    { lineCall: { _id: id, step: "ringing", phoneName: "Front desk" } },
  ]);
  expect(testApp.voice.calls).toMatchObject([{ to: frontDesk, from: practice.number }]);
  testApp.clock.forward(30 * second);
  const question = await driver.answerPhone();
  expect(question).toContain(ringWords.lineCall.ask("Ruth"));
  // Without a key the call ends.
  expect(question).toMatch(/<\/Gather><Hangup\/><\/Response>$/);
  const dial = await driver.press(question, "1");
  expect(dial).toContain(`>${lead.phone}</Number>`);
  expect((await detail(lead)).calls).toEqual([]);
  const line = driver.leadLine(dial);
  testApp.clock.forward(2 * second);
  await line.report("ringing");
  await line.report("in-progress");
  expect(await stepOf(lead, id)).toBe("talking");
  await line.report("completed", { CallDuration: "61" });
  expect(await line.end("completed")).toContain(ringWords.askResult);
  const { lead: now, calls, timeline } = await detail(lead);
  expect(calls).toMatchObject([
    { _id: id, phoneName: "Front desk", calledAt: seconds(30), lineSeconds: 61, outcome: null },
  ]);
  expect(calls[0]?.by).toMatch(/^Dana/);
  expect(now).toMatchObject({ firstCalledAt: seconds(30), attempts: 1, openCall: { by: "Dana" } });
  const by = (kind: string) => timeline.find((entry) => entry.kind === kind)?.by;
  expect([by("phone_rang"), by("called"), by("phone_accepted")]).toEqual([
    ...[calls[0]?.by, calls[0]?.by],
    null,
  ]);
  const { people, officePhones } = await countByPerson(testApp.deps, practice.clientId, {});
  expect(people).toMatchObject([{ attempts: 1, firstCalls: 1, medianMinutes: 0.5 }]);
  expect(officePhones).toBeNull();
  // No phone rang by itself, so there is nothing to compare.
  const { ring } = await countPhoneFigures(testApp.deps, practice.clientId, {});
  expect(ring).toBeNull();
});

test.each<[string, () => Promise<unknown>, string]>([
  ["nobody picks up", () => driver.reportPhone("no-answer"), "unanswered"],
  ["it is busy", () => driver.reportPhone("busy"), "phone_busy"],
  [
    "a voicemail picks up",
    async () => {
      await driver.answerPhone();
      await driver.reportPhone("completed");
    },
    "unanswered",
  ],
  [
    "a wrong key is pressed",
    async () => {
      const answer = await driver.press(await driver.answerPhone(), "5");
      expect(answer).toContain(ringWords.lineCall.wrongKey);
      await driver.reportPhone("completed");
    },
    "unanswered",
  ],
  [
    "the key's request comes after the hang-up",
    async () => {
      const question = await driver.answerPhone();
      await driver.reportPhone("completed");
      expect(await driver.press(question, "1")).not.toContain("<Dial");
    },
    "unanswered",
  ],
])("if %s, nobody was called, and no other phone rings", async (_, happens, step) => {
  const lead = await quietLead();
  const id = randomUUID();
  await click(lead, { id });
  await happens();
  await testApp.runJobs();
  expect(await stepOf(lead, id)).toBe(step);
  expect(called()).toEqual([frontDesk]);
  const { calls, lead: now } = await detail(lead);
  expect([calls, now.uncalledSince, now.ring]).toEqual([[], noon, null]);
});

test.each([
  [{ result: "refused", problem: "number" }, ["Office"]],
  [{ result: "later" }, ["Front desk", "Office"]],
] as const)(
  "the answer says so if the provider doesn't call the phone: %o",
  async (answer, names) => {
    testApp.voice.answers.push(answer);
    const lead = await quietLead();
    expect((await click(lead)).body.lineCall.step).toBe("phone_failed");
    await testApp.runJobs();
    expect(called()).toEqual([frontDesk]);
    // A phone that can't be called isn't offered again.
    expect((await linePhones()).map(({ name }) => name)).toEqual(names);
    expect((await click(lead, { phoneName: "Office" })).status).toBe(201);
  },
);

test("only calls that ring a phone count toward the limits of calls, and every click counts as a click", async () => {
  const { limits } = testApp.deps;
  const counts: Partial<Record<Rule, number>> = {};
  const add = (rule: Rule, more: number) => {
    counts[rule] = (counts[rule] ?? 0) + more;
  };
  testApp.deps.limits = {
    ...limits,
    count: async (rule) => add(rule, 1),
    giveBack: async (rule) => add(rule, -1),
  };
  const lead = await quietLead();
  testApp.voice.answers.push({ result: "later" });
  await click(lead);
  await testApp.runJobs();
  expect(counts).toMatchObject({ lineClicksPerPractice: 1, lineCallsPerPhone: 0 });
  expect((await click(await practice.ask({ phone: "+19005550142" }))).status).toBe(409);
  const id = randomUUID();
  await click(lead, { id, phoneName: "Office" });
  await click(lead, { id, phoneName: "Office" });
  const busy = await click(await practice.ask(), { phoneName: "Office" });
  expect(busy.body.message).toBe(lineCallMessages.phone_busy);
  testApp.deps.limits = limits;
  expect(counts).toMatchObject({
    ...{ lineClicksPerPractice: 4, lineCallsPerPhone: 1, lineCallsPerPractice: 1 },
  });
});

test("a repeated click rings once, and two people's clicks at the same moment make one call", async () => {
  const lead = await quietLead();
  const id = randomUUID();
  await Promise.all([click(lead, { id }), click(lead, { id })]);
  await click(lead, { id });
  expect(called()).toEqual([frontDesk]);
  const again = await click(lead);
  expect([again.status, again.body.message]).toEqual([409, lineCallMessages.being_called("Dana")]);
  const other = await practice.ask();
  const { token } = await signInMember(testApp, practice.clientId);
  const both = await Promise.all([
    click(other, { phoneName: "Office" }),
    click(other, { phoneName: "Office", token }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  expect(called()).toEqual([frontDesk, office]);
});

test("a click wins over a ring for the lead that nobody has accepted", async () => {
  const lead = await practice.ask();
  await run();
  const [auto] = testApp.voice.calls;
  await click(lead, { phoneName: "Office" });
  expect(testApp.voice.ended).toEqual(["CA1"]);
  expect(called()).toEqual([frontDesk, office]);
  expect((await practice.rings()).map(({ state }) => state).toSorted()).toEqual([
    ...["ringing", "screen_won"],
  ]);
  const late = await driver.post(auto?.answerUrl ?? "", {
    ...{ CallSid: "CA1", CallStatus: "in-progress" },
  });
  expect(late).not.toContain("<Gather");
});

test("a click frees its phone from another lead's ring, which goes on later with the next phone", async () => {
  await practice.ask();
  await run();
  const [auto] = testApp.voice.calls;
  // No phone rings for a test by itself.
  await click(await practice.ask({ isTest: true }));
  expect(testApp.voice.ended).toEqual(["CA1"]);
  await driver.post(auto?.statusUrl ?? "", { CallSid: "CA1", CallStatus: "completed" });
  await run();
  expect(called()).toEqual([frontDesk, frontDesk]);
  testApp.clock.forward(20 * second);
  await driver.reportPhone("no-answer");
  await run();
  expect(called()).toEqual([frontDesk, frontDesk, office]);
});

test("nobody calls a lead from a phone while a phone has accepted it, or rings a phone on a line", async () => {
  const taken = await practice.ask();
  await run();
  await driver.press(await driver.answerPhone(), "1");
  const again = await click(taken, { phoneName: "Office" });
  expect([again.status, again.body.message]).toEqual([
    409,
    lineCallMessages.being_called("Front desk"),
  ]);
  const busy = await click(await practice.ask());
  expect([busy.status, busy.body.message]).toEqual([409, lineCallMessages.phone_busy]);
  expect([called(), testApp.voice.ended]).toEqual([[frontDesk], []]);
});

test("a colleague's call on the screen is in the way, and one's own becomes the phone's call", async () => {
  const lead = await quietLead();
  const colleague = await signInMember(testApp, practice.clientId);
  await tap(lead);
  expect((await click(lead, { token: colleague.token })).body.message).toBe(
    lineCallMessages.being_called("Dana"),
  );
  const { line } = await clickAndPress(lead);
  await line.report("ringing");
  const { calls, lead: now } = await detail(lead);
  expect(calls).toMatchObject([{ phoneName: "Front desk", calledAt: seconds(30) }]);
  expect(now).toMatchObject({ attempts: 1, firstCalledAt: seconds(30) });
});

test("someone who calls on the screen after the click ends the phone's call", async () => {
  const lead = await quietLead();
  const id = randomUUID();
  await click(lead, { id });
  testApp.clock.forward(5 * second);
  const question = await driver.answerPhone();
  await tap(lead);
  expect(await driver.press(question, "1")).toContain(ringWords.screenWon("Dana"));
  await testApp.runJobs();
  expect(testApp.voice.ended).toEqual(["CA1"]);
  expect(await stepOf(lead, id)).toBe("overtaken");
});

test.each([
  ["a premium number", "+19005550142", lineCallMessages.service_number],
  ["a number in Jamaica", "+18765550142", lineCallMessages.country],
])("%s is never called", async (_, phone, message) => {
  const refused = await click(await quietLead({ phone }));
  expect([refused.status, refused.body.message]).toEqual([409, message]);
  expect(called()).toEqual([]);
});

test("do not call and the night are warnings on the screen, but a mark after the click ends it", async () => {
  testApp.clock.at("2026-03-18T03:00:00.000Z");
  const lead = await quietLead();
  await markNoCall(lead);
  testApp.clock.forward(second);
  await click(lead);
  expect(await driver.press(await driver.answerPhone(), "1")).toContain("<Dial");

  const other = await practice.ask();
  await click(other, { phoneName: "Office" });
  testApp.clock.forward(second);
  await markNoCall(other);
  expect(await driver.press(await driver.answerPhone(), "1")).not.toContain("<Dial");
});

test("a line that fails before it rings is no call, and one that fails later is", async () => {
  const lead = await quietLead();
  const first = await clickAndPress(lead);
  await first.line.report("failed");
  await first.line.end("failed", "0");
  expect(await stepOf(lead, first.id)).toBe("not_dialed");
  expect(await detail(lead)).toMatchObject({ calls: [], lead: { uncalledSince: noon } });
  await driver.reportPhone("completed");

  const next = await clickAndPress(lead);
  await next.line.report("ringing");
  await next.line.report("failed");
  expect(await stepOf(lead, next.id)).toBe("ended");
  expect(await detail(lead)).toMatchObject({ calls: [{ _id: next.id }], lead: { attempts: 1 } });
});

test("after a process was killed before its request, nothing rings later, and the call is over", async () => {
  const { voice } = testApp.deps;
  if (!voice) throw new Error("No provider");
  const lead = await quietLead();
  const id = randomUUID();
  testApp.deps.voice = {
    ...voice,
    call: () => Promise.reject(new Error("killed")),
  };
  expect((await click(lead, { id })).status).toBe(500);
  testApp.deps.voice = voice;
  expect(await stepOf(lead, id)).toBe("ringing");
  testApp.clock.forward(60 * second);
  await run();
  expect(await stepOf(lead, id)).toBe("phone_failed");
  expect(called()).toEqual([]);
  expect((await click(lead)).status).toBe(201);
});

test("a call whose response was lost is found, and a key on it connects", async () => {
  testApp.voice.answers.push({ result: "unknown" });
  const lead = await quietLead();
  await click(lead);
  testApp.clock.forward(6 * second);
  testApp.voice.known = [
    {
      ...{ sid: "CA1", parentSid: null, status: "ringing" },
      ...{ at: testApp.clock.now, seconds: null, answeredBy: null },
    },
  ];
  await run();
  expect(await practice.calls()).toMatchObject([{ callSid: "CA1" }]);
  expect(await driver.press(await driver.answerPhone(), "1")).toContain("<Dial");
  expect(called()).toEqual([frontDesk]);
});

test("repeated and late reports make one call", async () => {
  const lead = await quietLead();
  const { line } = await clickAndPress(lead);
  const reports = [
    () => line.report("completed", { CallDuration: "61" }),
    () => line.report("in-progress"),
    () => line.report("ringing"),
    () => driver.reportPhone("completed"),
  ];
  for (const report of [...reports, ...reports]) await report();
  const { calls, timeline } = await detail(lead);
  expect(calls).toMatchObject([{ calledAt: seconds(30), lineSeconds: 61 }]);
  expect(timeline.filter(({ kind }) => kind === "called")).toHaveLength(1);
});

test("only confirmed phones of a practice with its own number are offered and rung", async () => {
  const lead = await quietLead();
  const { pool } = testApp;
  const of = [practice.clientId];
  await pool.query("update office_phones set confirmed_at = null where client_id = $1", of);
  expect(await linePhones()).toEqual([]);
  const { rows } = await pool.query("select id from office_phones where client_id = $1", of);
  const json = { submissionId: randomUUID(), officePhoneId: rows[0].id };
  const path = `/api/leads/${lead._id}/line-calls`;
  const post = () => testApp.request("POST", path, { token: practice.token, json });
  expect((await post()).body.message).toBe(lineCallMessages.no_phone);
  await pool.query("update clients set phone_number = null where id = $1", of);
  expect((await post()).body.message).toBe(lineCallMessages.off);
  expect(called()).toEqual([]);
});
