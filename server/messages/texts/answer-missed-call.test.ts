// The text that answers a missed call.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dayMs, minuteMs } from "#contract/durations.ts";
import type { OpenWeek } from "#contract/open-hours.ts";
import type { MissedCallText } from "#contract/texts.ts";
import { clients, officePhones, openHours } from "#server/db/schema.ts";
import { driveIncoming } from "#server/testing/incoming-driver.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { openTexting, personPhone } from "#server/testing/texting-practice.ts";
import { answerMissedCall } from "./answer-missed-call.ts";
import { usualMissedCallWords } from "./missed-call-words.ts";
import { sweepMissedCalls } from "./text-sweeps.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof openTexting>>;
let line: ReturnType<typeof driveIncoming>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  // 10 am in Tampa.
  testApp.clock.at("2026-03-17T14:00:00.000Z");
  practice = await openTexting(testApp);
  line = driveIncoming(testApp, practice);
  await change({ missedCallTextOnAt: testApp.clock.now });
  const phone = { name: "Front desk", phone: "+18135550150", place: 1 };
  await testApp.deps.db
    .insert(officePhones)
    .values({ ...phone, clientId: practice.clientId, confirmedAt: testApp.clock.now });
  // Texts that earlier tests left in the queue.
  await testApp.runJobs();
  testApp.texts.length = 0;
  testApp.textAnswers.length = 0;
});
afterAll(() => testApp.close());

test("an unknown number's missed call gets one text from the practice's number", async () => {
  const phone = personPhone();
  const leadId = (await line.miss(phone)) ?? "";
  const { rows } = await testApp.pool.query(
    `select start_after from pgboss.job
     where name = 'answer-missed-call' and data ->> 'clientId' = $1`,
    [practice.clientId],
  );
  expect(rows).toEqual([{ start_after: new Date(testApp.clock.now.getTime() + minuteMs) }]);
  await aMinuteLater();
  const [row] = await testApp.deps.db
    .select()
    .from(clients)
    .where(eq(clients.id, practice.clientId));
  const body = usualMissedCallWords(row?.name ?? "");
  expect(testApp.texts).toMatchObject([{ to: phone, from: practice.number, body }]);
  expect(await practice.kinds(leadId)).toEqual(["text_written"]);
  expect((await practice.textsOf(leadId)).texts).toMatchObject([
    { direction: "out", state: "accepted", by: null, body },
  ]);
  // The text stops no clock, and the call is no consent for another one.
  const { body: detail } = await testApp.request("GET", `/api/leads/${leadId}`, practice);
  expect(detail.lead).toMatchObject({ state: "new", uncalledSince: expect.any(String) });
  expect((await practice.write(leadId, "Hello")).status).toBe(409);
});

test("it is off until the practice turns it on, and while its texts are off", async () => {
  await change({ missedCallTextOnAt: null });
  await line.miss(personPhone());
  await aMinuteLater();
  await change({ missedCallTextOnAt: testApp.clock.now, textsOnAt: null });
  await line.miss(personPhone());
  await aMinuteLater();
  expect(testApp.texts).toEqual([]);
});

test("three missed calls within 90 seconds get one text, and so does a whole day", async () => {
  const phone = personPhone();
  for (const pauseMs of [0, 45_000, 45_000]) {
    testApp.clock.forward(pauseMs);
    await line.miss(phone);
  }
  await aMinuteLater();
  expect(testApp.texts).toHaveLength(1);
  testApp.clock.forward(3 * 60 * minuteMs);
  await line.miss(phone);
  await aMinuteLater();
  expect(testApp.texts).toHaveLength(1);
  testApp.clock.forward(dayMs - 3 * 60 * minuteMs);
  await line.miss(phone);
  await aMinuteLater();
  expect(testApp.texts).toHaveLength(2);
});

test("a repeated job and repeated requests send one text", async () => {
  const ringing = await line.call(personPhone());
  await Promise.all([1, 2, 3].map(() => line.hangUp(ringing)));
  const [call] = await line.rows();
  const key = { clientId: practice.clientId, callId: call?.id ?? "" };
  testApp.clock.forward(minuteMs);
  await Promise.all([1, 2, 3].map(() => answerMissedCall(testApp.deps, key)));
  await testApp.runJobs();
  expect(testApp.texts).toHaveLength(1);
});

test("a sweep finds a missed call whose job was lost, once", async () => {
  const phone = personPhone();
  await line.miss(phone);
  const ofPractice = "pgboss.job where name = 'answer-missed-call' and data ->> 'clientId' = $1";
  await testApp.pool.query(`delete from ${ofPractice}`, [practice.clientId]);
  testApp.clock.forward(2 * minuteMs);
  for (const _ of [1, 2]) {
    await sweepMissedCalls(testApp.deps);
    await testApp.runJobs();
  }
  expect(testApp.texts).toMatchObject([{ to: phone }]);
  const { rowCount } = await testApp.pool.query(`select from ${ofPractice}`, [practice.clientId]);
  expect(rowCount).toBe(1);
});

test("no text goes out if somebody called back", async () => {
  const lead = await practice.ask();
  await line.miss(lead.phone);
  testApp.clock.forward(30_000);
  const json = { _id: randomUUID() };
  const { status } = await testApp.request("POST", `/api/leads/${lead._id}/calls`, {
    ...{ token: practice.token, json },
  });
  expect(status).toBe(201);
  await aMinuteLater();
  expect(testApp.texts).toEqual([]);
});

test("no text goes out if somebody texted them, or took their next call", async () => {
  const [texted, called] = [await practice.ask(), await practice.ask()];
  await line.miss(texted.phone);
  await practice.write(texted._id, "Sorry, we were busy.");
  await line.miss(called.phone);
  testApp.clock.forward(30_000);
  const ringing = await line.call(called.phone);
  await line.press(ringing.sid, await line.pickUp(ringing), "1");
  await aMinuteLater();
  expect(testApp.texts.map(({ to }) => to)).toEqual([texted.phone]);
});

test.each<[string, (lead: { _id: string; phone: string }) => unknown]>([
  ["opted out", ({ phone }) => practice.receive(phone, "STOP")],
  [
    "must not be called",
    ({ _id }) => {
      const json = { isAllowed: false, reason: "asked us to stop" };
      return testApp.request("POST", `/api/leads/${_id}/call-permissions`, { ...practice, json });
    },
  ],
  [
    "has a landline",
    async ({ _id }) => {
      await practice.write(_id, "Hello");
      await testApp.runJobs();
      await practice.report("undelivered", { ErrorCode: "30006" });
      testApp.texts.length = 0;
      testApp.clock.forward(minuteMs);
    },
  ],
])("a lead who %s gets none", async (_, prepare) => {
  const lead = await practice.ask();
  await prepare(lead);
  await line.miss(lead.phone);
  await aMinuteLater();
  expect(testApp.texts).toEqual([]);
});

test("a call at night is missed, and no text follows in the morning", async () => {
  testApp.clock.at("2026-03-18T00:30:00.000Z");
  const leadId = await line.miss(personPhone());
  expect(leadId).not.toBeNull();
  testApp.clock.at("2026-03-18T14:00:00.000Z");
  await testApp.runJobs();
  expect(testApp.texts).toEqual([]);
});

test.each([
  ["two minutes before 8 pm", "2026-03-17T23:58:00.000Z", 1],
  ["a minute before 8 pm", "2026-03-17T23:59:00.000Z", 0],
])("a call missed %s gets a text only before 8", async (_, at, count) => {
  testApp.clock.at(at);
  await line.miss(personPhone());
  await aMinuteLater();
  expect(testApp.texts).toHaveLength(count);
});

test.each([
  ["a moment before 8 am", "2026-03-18T11:58:59.999Z", null],
  ["at 8 am", "2026-03-18T11:59:00.000Z", "9 am today"],
  ["before opening", "2026-03-18T12:58:00.000Z", "9 am today"],
  ["before closing", "2026-03-18T20:58:00.000Z", "own words"],
  ["at closing", "2026-03-18T20:59:00.000Z", "9 am Thursday"],
  ["before 8 pm", "2026-03-18T23:58:00.000Z", "9 am Thursday"],
  ["at 8 pm", "2026-03-18T23:59:00.000Z", null],
  ["the evening before the clocks change", "2026-10-31T22:00:00.000Z", "9 am Sunday"],
])("a practice open from 9 to 5 may answer while closed, too: %s", async (_, at, says) => {
  const since = testApp.clock.now;
  await change({ missedCallTextClosedOnAt: since, missedCallText: "own words, or STOP" });
  await setHours(nineToFive);
  testApp.clock.at(at);
  await line.miss(personPhone());
  await aMinuteLater();
  // No other text follows once it opens.
  testApp.clock.forward(16 * 60 * minuteMs);
  await testApp.runJobs();
  const expected = says === null ? [] : [{ body: expect.stringContaining(says) }];
  expect(testApp.texts).toMatchObject(expected);
});

test("while it is closed, a practice that doesn't allow it or never opens sends no text", async () => {
  await setHours(nineToFive);
  testApp.clock.at("2026-03-17T22:00:00.000Z");
  await line.miss(personPhone());
  await aMinuteLater();
  await change({ missedCallTextClosedOnAt: testApp.clock.now });
  await setHours(nineToFive.map(() => []));
  await line.miss(personPhone());
  await aMinuteLater();
  expect(testApp.texts).toEqual([]);
});

test("an opt-out between the writing and the handoff stops the text", async () => {
  const phone = personPhone();
  const leadId = (await line.miss(phone)) ?? "";
  const [call] = await line.rows();
  testApp.clock.forward(minuteMs);
  const key = { clientId: practice.clientId, callId: call?.id ?? "" };
  await answerMissedCall(testApp.deps, key);
  await practice.receive(phone, "STOP");
  await testApp.runJobs();
  expect(testApp.texts).toEqual([]);
  expect((await practice.textsOf(leadId)).texts).toMatchObject([
    { direction: "out", state: "failed", problem: "opted_out" },
    { direction: "in" },
  ]);
});

test("an erased person isn't texted", async () => {
  const lead = await practice.ask();
  await line.miss(lead.phone);
  const json = { name: "Ruth Whitfield" };
  await testApp.request("POST", `/api/leads/${lead._id}/erasures`, { ...practice, json });
  await aMinuteLater();
  expect(testApp.texts).toEqual([]);
});

test("a manager writes the text and turns it on; the usual words follow the practice's name", async () => {
  const own = "Bayshore Dental here. How can we help? Reply STOP to opt out.";
  const saved = await save({ isOn: true, isOnWhenClosed: true, text: own });
  const isOnWhenClosed = true;
  expect(saved.body.settings.missedCall).toEqual({ isOn: true, isOnWhenClosed, text: own });
  await line.miss(personPhone());
  await aMinuteLater();
  expect(testApp.texts).toMatchObject([{ body: own }]);
  await change({ name: "Bayshore Dental" });
  await save({
    ...{ isOn: false, isOnWhenClosed: false },
    text: usualMissedCallWords("Bayshore Dental"),
  });
  await change({ name: "Tampa Smiles" });
  const { body } = await testApp.request("GET", "/api/texts/settings", practice);
  const text = usualMissedCallWords("Tampa Smiles");
  expect(body.missedCall).toEqual({ isOn: false, isOnWhenClosed: false, text });
  const { rows } = await testApp.pool.query<{ changes: string }>(
    "select detail->>'changes' as changes from audit_entries where client_id = $1 and action = 'texts_changed' order by id",
    [practice.clientId],
  );
  expect(rows.map(({ changes }) => JSON.parse(changes))).toEqual([
    [
      { field: "missedCallText", from: expect.any(String), to: own },
      { field: "missedCallTextWhenClosed", from: null, to: "on" },
    ],
    [
      { field: "missedCallText", from: own, to: null },
      { field: "missedCallTextWhenClosed", from: "on", to: null },
    ],
  ]);
});

test("words that are too long or don't say how to opt out aren't saved", async () => {
  for (const text of ["Sorry we missed you.", `${"x".repeat(140)} Reply STOP to opt out.`]) {
    const { status, body } = await save({ isOn: true, isOnWhenClosed: false, text });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["text"]]);
  }
});

async function aMinuteLater() {
  testApp.clock.forward(minuteMs);
  await testApp.runJobs();
}

function save(json: MissedCallText) {
  const token = practice.token;
  return testApp.request("PUT", "/api/texts/settings/missed-calls", { token, json });
}

const nineToFive: OpenWeek = Array.from({ length: 7 }, () => [{ from: "09:00", to: "17:00" }]);

async function setHours(week: OpenWeek) {
  const isOwn = eq(openHours.clientId, practice.clientId);
  await testApp.deps.db.update(openHours).set({ week }).where(isOwn);
}

async function change(row: Partial<typeof clients.$inferInsert>) {
  await testApp.deps.db.update(clients).set(row).where(eq(clients.id, practice.clientId));
}
