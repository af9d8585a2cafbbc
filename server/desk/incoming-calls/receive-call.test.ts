// Calls to a practice's number: the office phones ring, and a missed call is on the lead's timeline.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { phoneCallSource } from "#content/desk/lead.ts";
import { ringWords } from "#content/rings.ts";
import { minuteMs } from "#contract/durations.ts";
import { clients, officePhones } from "#server/db/schema.ts";
import { driveIncoming } from "#server/testing/incoming-driver.ts";
import { openRinging } from "#server/testing/ringing-practice.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { sweepIncomingCalls } from "./incoming-calls.jobs.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof openRinging>>;
let line: ReturnType<typeof driveIncoming>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  // 10 am in Tampa.
  testApp.clock.at("2026-03-17T14:00:00.000Z");
  practice = await openRinging(testApp);
  line = driveIncoming(testApp, practice);
  testApp.voice.known = [];
});
afterAll(() => testApp.close());

const stranger = "+17275550188";
const hangUp = '<?xml version="1.0" encoding="UTF-8"?><Response><Hangup/></Response>';
const join = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

test("a phone rings while the caller hears ringing, and a 1 connects them", async () => {
  const lead = await practice.ask();
  const ringing = await line.call(lead.phone);
  expect(ringing.twiml).toMatch(/^[^>]*><Response><Dial answerOnBridge="true" timeout="20"/);
  expect(ringing.twiml).toContain(">+18135550150</Number>");
  expect(ringing.twiml).not.toContain("<Say>");
  const question = await line.pickUp(ringing);
  expect(question).toContain(ringWords.incoming.ask("Ruth"));
  expect(question).toMatch(/<\/Gather><Hangup\/><\/Response>$/);
  expect(await line.press(ringing.sid, question, "1")).toBe(join);
  const talked = { DialCallStatus: "completed", DialBridged: "true", CallStatus: "completed" };
  expect((await line.end(ringing, talked)).twiml).toBe(hangUp);
  expect(await line.entries(lead._id)).toEqual([
    { kind: "call_answered", data: { phoneName: "Front desk" } },
  ]);
  const { lead: now, inquiries } = await line.detail(lead._id);
  expect(now).toMatchObject({ uncalledSince: lead.uncalledSince, state: "new", attempts: 0 });
  expect(inquiries).toHaveLength(1);
});

test("phones ring one after the other, and a voicemail or a skip takes no call", async () => {
  const lead = await practice.ask();
  const first = await line.call(lead.phone);
  const question = await line.pickUp(first);
  expect(await line.press(first.sid, question, "5")).toContain(ringWords.incoming.wrongKey);
  const second = await line.end(first, { DialCallStatus: "completed" });
  expect(second.twiml).toContain(">+18135550151</Number>");
  const again = await line.pickUp(second);
  expect(await line.press(second.sid, again, "9")).toContain(ringWords.incoming.skip);
  expect(await line.entries(lead._id)).toEqual([]);
  expect((await line.end(second, { DialCallStatus: "completed" })).twiml).toBe(hangUp);
  expect(await line.entries(lead._id)).toEqual([{ kind: "call_missed", data: {} }]);
});

test("a missed call of an unknown number is a new lead with a clock", async () => {
  const ringing = await line.call(stranger);
  expect(await line.pickUp(ringing)).toContain(ringWords.incoming.ask(""));
  testApp.clock.forward(20_000);
  await line.hangUp(ringing);
  const [lead, ...others] = await line.leads();
  expect([lead, others]).toMatchObject([
    { phone: stranger, firstName: "", state: "new", uncalledSince: testApp.clock.now },
    [],
  ]);
  const detail = await line.detail(lead?.id ?? "");
  expect(detail.lead.source).toBe(phoneCallSource);
  expect(detail.inquiries).toMatchObject([{ source: phoneCallSource, isTest: false }]);
  expect(await line.entries(lead?.id ?? "")).toEqual([{ kind: "call_missed", data: {} }]);
  const { body } = await testApp.request("GET", "/api/sources", practice);
  expect(body.sources).toEqual([]);
  // The same person again is the same lead, and the next stranger has the same source.
  await line.miss(stranger);
  await line.miss("+17275550189");
  const leads = await line.leads();
  expect(leads.map(({ phone }) => phone)).toEqual([stranger, "+17275550189"]);
  expect(new Set(leads.map(({ sourceId }) => sourceId)).size).toBe(1);
});

test("an answered call of an unknown number is no lead", async () => {
  const ringing = await line.call(stranger);
  await line.press(ringing.sid, await line.pickUp(ringing), "1");
  await line.end(ringing, { DialCallStatus: "completed", DialBridged: "true" });
  expect(await line.leads()).toEqual([]);
  expect(await line.rows()).toMatchObject([{ outcome: "answered", leadId: null }]);
});

test.each([
  ["withheld", "+266696687"],
  ["withheld in words", "anonymous"],
  ["of an office phone", "+18135550150"],
  ["of a phone that isn't confirmed", "+18135550159"],
])("a missed call from a number %s is no lead", async (_, from) => {
  const unconfirmed = { name: "New", phone: "+18135550159", place: 9 };
  await testApp.deps.db
    .insert(officePhones)
    .values({ clientId: practice.clientId, ...unconfirmed });
  await line.miss(from);
  expect(await line.leads()).toEqual([]);
  expect(await line.rows()).toMatchObject([{ outcome: "missed", leadId: null }]);
});

test("a missed call from the practice's own number is no lead", async () => {
  await line.miss(practice.number);
  expect(await line.leads()).toEqual([]);
});

test("an office phone that calls doesn't ring itself", async () => {
  const { twiml } = await line.call("+18135550150");
  expect(twiml).toContain(">+18135550151</Number>");
});

test.each([
  ["outside of business hours", () => testApp.clock.at("2026-03-18T00:30:00.000Z")],
  ["without a confirmed phone", () => endPhones({ confirmedAt: null })],
  ["if the provider rejects its phones", () => endPhones({ problem: "blocked" })],
])("a call %s is missed at once, with a busy signal", async (_, change) => {
  const lead = await practice.ask();
  await change();
  const { twiml } = await line.call(lead.phone);
  expect(twiml).toContain('<Reject reason="busy"/>');
  expect(await line.entries(lead._id)).toEqual([{ kind: "call_missed", data: {} }]);
});

test("a call that came in before closing can still be taken", async () => {
  // Ten seconds before 8 pm.
  testApp.clock.at("2026-03-17T23:59:50.000Z");
  const ringing = await line.call(stranger);
  testApp.clock.forward(20_000);
  const second = await line.end(ringing);
  const question = await line.pickUp(second);
  expect(await line.press(second.sid, question, "1")).toBe(join);
});

test("a missed call of a lead who must not be called is on the timeline, and no inquiry", async () => {
  const lead = await practice.ask();
  const json = { isAllowed: false, reason: "asked us to stop" };
  await testApp.request("POST", `/api/leads/${lead._id}/call-permissions`, { ...practice, json });
  await line.miss(lead.phone);
  expect(await line.entries(lead._id)).toEqual([{ kind: "call_missed", data: {} }]);
  expect((await line.detail(lead._id)).inquiries).toHaveLength(1);
});

test("every request again gets the same answer and stores nothing", async () => {
  const sid = "CA-repeated";
  const [first, again] = await Promise.all([1, 2].map(() => line.call(stranger, { sid })));
  expect(again).toEqual(first);
  const ringing = first ?? { sid, twiml: "" };
  const second = await line.end(ringing);
  expect(await line.end(ringing)).toEqual(second);
  const ends = await Promise.all([1, 2, 3].map(() => line.hangUp(second)));
  expect(ends.map(({ twiml }) => twiml)).toEqual([hangUp, hangUp, hangUp]);
  expect(await line.rows()).toMatchObject([{ outcome: "missed" }]);
  expect(await line.leads()).toHaveLength(1);
  expect(await countJobs()).toBe(1);
  // The first phone's report comes last.
  expect((await line.end(ringing)).twiml).toBe(hangUp);
  expect(await line.leads()).toHaveLength(1);
});

test("a key after the caller hung up connects nobody", async () => {
  const ringing = await line.call(stranger);
  const question = await line.pickUp(ringing);
  await line.hangUp(ringing);
  expect(await line.press(ringing.sid, question, "1")).toContain(ringWords.incoming.over);
  expect(await line.pickUp(ringing)).toContain(ringWords.incoming.over);
  expect(await line.rows()).toMatchObject([{ outcome: "missed", acceptedAt: null }]);
});

test("a forged request is rejected, and nothing is written", async () => {
  const forged = await line.call(stranger, { authToken: "another token" });
  expect(forged.status).toBe(403);
  expect(await line.rows()).toEqual([]);
  expect(await line.leads()).toEqual([]);
});

test("a call to a number of no practice, or of a suspended one, is refused and not stored", async () => {
  const { twiml } = await line.call(stranger, { to: "+18135550198" });
  expect(twiml).toContain("<Reject");
  await testApp.deps.db
    .update(clients)
    .set({ suspendedAt: testApp.clock.now })
    .where(eq(clients.id, practice.clientId));
  expect((await line.call(stranger)).twiml).toContain("<Reject");
  expect(await line.rows()).toEqual([]);
});

test("a call reaches only the practice whose number it names", async () => {
  const other = await openRinging(testApp);
  const theirs = driveIncoming(testApp, other);
  const ringing = await line.call(stranger);
  const alien = await theirs.call(stranger);
  // A request about one call, with the other's address.
  const mixed = await line.end({ sid: alien.sid, twiml: ringing.twiml });
  expect(mixed.twiml).toBe(hangUp);
  await theirs.hangUp(alien);
  expect(await line.rows()).toMatchObject([{ outcome: null }]);
  expect(await line.leads()).toEqual([]);
  expect(await theirs.leads()).toHaveLength(1);
});

test("a call whose last report was lost is settled once the provider says that it's over", async () => {
  const lead = await practice.ask();
  const missed = await line.call(lead.phone);
  const taken = await line.call(lead.phone);
  await line.press(taken.sid, await line.pickUp(taken), "1");
  const report = { parentSid: null, seconds: 9, answeredBy: null, at: testApp.clock.now };
  const states = (status: "in-progress" | "completed") =>
    [missed, taken].map(({ sid }) => ({ ...report, sid, status }));
  testApp.clock.forward(3 * minuteMs);
  testApp.voice.known = states("in-progress");
  await sweepIncomingCalls(testApp.deps);
  expect(await line.entries(lead._id)).toEqual([]);
  testApp.voice.known = states("completed");
  await sweepIncomingCalls(testApp.deps);
  await sweepIncomingCalls(testApp.deps);
  const kinds = (await line.entries(lead._id)).map(({ kind }: { kind: string }) => kind);
  expect(kinds.toSorted()).toEqual(["call_answered", "call_missed"]);
  expect(await countJobs()).toBe(1);
});

test("a day's calls of unknown numbers make a limited number of leads", async () => {
  await line.miss(stranger);
  await testApp.pool.query(
    `insert into inquiries (client_id, lead_id, source_id, first_name, submitted_at, received_at)
     select client_id, lead_id, source_id, '', submitted_at, received_at
     from inquiries, generate_series(1, 99) where client_id = $1`,
    [practice.clientId],
  );
  expect(await line.miss("+17275550190")).toBeNull();
  testApp.clock.forward(24 * 60 * minuteMs + 1);
  expect(await line.miss("+17275550190")).not.toBeNull();
});

test("an erasure clears the number, and a repeated request doesn't restore it", async () => {
  const lead = await practice.ask();
  const ringing = await line.call(lead.phone);
  await line.hangUp(ringing);
  const json = { name: "Ruth Whitfield" };
  await testApp.request("POST", `/api/leads/${lead._id}/erasures`, { ...practice, json });
  await line.call(lead.phone, { sid: ringing.sid });
  expect(await line.rows()).toMatchObject([{ phone: "", outcome: "missed" }]);
  expect(await line.leads()).toEqual([]);
});

test("a merged lead's calls are on the timeline of the lead that it was merged into", async () => {
  const older = await practice.ask();
  testApp.clock.forward(minuteMs);
  const newer = await practice.ask({ firstName: "Ruthie" });
  await line.miss(older.phone);
  const json = { otherId: newer._id };
  await testApp.request("POST", `/api/leads/${older._id}/merges`, { ...practice, json });
  expect(await line.entries(newer._id)).toEqual([{ kind: "call_missed", data: {} }]);
});

async function endPhones(change: Partial<typeof officePhones.$inferInsert>) {
  const isOwn = eq(officePhones.clientId, practice.clientId);
  await testApp.deps.db.update(officePhones).set(change).where(isOwn);
}

/** How many jobs may answer this practice's missed calls. */
async function countJobs(): Promise<number> {
  const { rows } = await testApp.pool.query(
    "select 1 from pgboss.job where name = 'answer-missed-call' and data ->> 'clientId' = $1",
    [practice.clientId],
  );
  return rows.length;
}
