// cspell:ignore escriban
// Texts that people send to a practice's number.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { alertWords } from "#content/alerts.ts";
import { clients, textStops, texts } from "#server/db/schema.ts";
import { findTextStop } from "#server/desk/phone/text-stops.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { signInAdmin } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { openTexting, personPhone } from "#server/testing/texting-practice.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof openTexting>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  // 10 am in Tampa.
  testApp.clock.at("2026-03-17T14:00:00.000Z");
  practice = await openTexting(testApp);
  testApp.pushes.length = 0;
  testApp.texts.length = 0;
});
afterAll(() => testApp.close());

const emptyTwiml = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

test("a lead's text is stored with the lead, and nothing is answered", async () => {
  const lead = await practice.ask();
  const media = { NumMedia: "2", MediaUrl0: "https://media.example.com/a", NumSegments: "3" };
  const { status, body } = await practice.receive(lead.phone, "Can I come at 4?", media);
  expect([status, body]).toEqual([200, emptyTwiml]);
  expect(await practice.rows()).toMatchObject([
    {
      ...{ leadId: lead._id, direction: "in", phone: lead.phone, body: "Can I come at 4?" },
      ...{ state: "received", mediaCount: 2, segments: 3, readAt: null },
    },
  ]);
  expect(await practice.kinds(lead._id)).toEqual(["text_received"]);
  expect(testApp.texts).toEqual([]);
});

test("a text doesn't stop the clock", async () => {
  const lead = await practice.ask();
  await practice.receive(lead.phone, "Please call me");
  const { body } = await testApp.request("GET", `/api/leads/${lead._id}`, practice);
  expect(body.lead).toMatchObject({ uncalledSince: lead.uncalledSince, state: "new" });
});

test("a text that is posted again is stored once", async () => {
  const lead = await practice.ask();
  const again = { MessageSid: `SM${randomUUID()}` };
  const answers = await Promise.all(
    [1, 2, 3].map(() => practice.receive(lead.phone, "Hello", again)),
  );
  expect(answers.map(({ body }) => body)).toEqual([emptyTwiml, emptyTwiml, emptyTwiml]);
  expect(await practice.rows()).toHaveLength(1);
  expect(await practice.kinds(lead._id)).toEqual(["text_received"]);
});

test("a wrong signature is rejected, and nothing is written", async () => {
  const lead = await practice.ask();
  const { status } = await practice.receive(lead.phone, "STOP", {}, "another token");
  expect(status).toBe(403);
  expect(await practice.rows()).toEqual([]);
  expect(await testApp.deps.db.$count(textStops, isOwn(textStops))).toBe(0);
});

test("a text to a number of no practice is answered, and nothing is written", async () => {
  const { status } = await practice.receive(personPhone(), "Hello", { To: "+18135550198" });
  expect(status).toBe(200);
  expect(await practice.rows()).toEqual([]);
});

test("a text reaches only the practice whose number it names", async () => {
  const other = await openTexting(testApp);
  const phone = personPhone();
  const [own, theirs] = [await practice.ask({ phone }), await other.ask({ phone })];
  await practice.receive(phone, "Hello");
  expect(await practice.rows()).toMatchObject([{ leadId: own._id }]);
  expect(await other.rows()).toEqual([]);
  expect(await other.kinds(theirs._id)).toEqual([]);
});

test("a number that two leads gave belongs to the one with the newest inquiry", async () => {
  const phone = personPhone();
  const older = await practice.ask({ phone, firstName: "Ruth" });
  testApp.clock.forward(60_000);
  const newer = await practice.ask({ phone, firstName: "Miguel" });
  expect(newer._id).not.toBe(older._id);
  await practice.receive(phone, "Hello");
  expect(await practice.rows()).toMatchObject([{ leadId: newer._id }]);
});

test("a number that a lead gave in an earlier inquiry is theirs, even if it was changed since", async () => {
  const lead = await practice.ask();
  const change = { phone: "(941) 555-0199" };
  await testApp.request("PATCH", `/api/leads/${lead._id}`, { ...practice, json: change });
  await practice.receive(lead.phone, "Hello");
  expect(await practice.rows()).toMatchObject([{ leadId: lead._id }]);
});

test("a merged lead's text goes to the lead that it was merged into", async () => {
  const older = await practice.ask();
  testApp.clock.forward(60_000);
  const newer = await practice.ask({ firstName: "Ruthie" });
  const merge = { otherId: newer._id };
  await testApp.request("POST", `/api/leads/${older._id}/merges`, { ...practice, json: merge });
  await practice.receive(older.phone, "Hello");
  expect(await practice.rows()).toMatchObject([{ leadId: newer._id }]);
});

test("an unknown number's text is unassigned, until a lead has the number", async () => {
  const phone = personPhone();
  await practice.receive(phone, "Do you take Delta?");
  expect(await practice.rows()).toMatchObject([{ leadId: null, phone }]);
  testApp.clock.forward(60_000);
  const lead = await practice.ask({ phone });
  expect(await practice.rows()).toMatchObject([{ leadId: lead._id }]);
  expect(await practice.kinds(lead._id)).toEqual(["text_received"]);
  await practice.receive(phone, "I just sent your form");
  const rows = await practice.rows();
  expect(rows.map(({ leadId }) => leadId)).toEqual([lead._id, lead._id]);
  expect(await practice.kinds(lead._id)).toEqual(["text_received", "text_received"]);
});

test("a text with characters that can't be stored is stored without them", async () => {
  const lead = await practice.ask();
  await practice.receive(lead.phone, `a\u0000b ${"😀".repeat(1200)}`);
  const [row] = await practice.rows();
  expect(row?.body.startsWith("ab 😀")).toBe(true);
  expect(row?.body.length).toBeLessThanOrEqual(2000);
  expect(row?.body.isWellFormed()).toBe(true);
});

test.each<Record<string, string>>([{ MessageSid: "" }, { From: "" }, { To: "" }])(
  "a post without a field that it needs stores nothing: %j",
  async (missing) => {
    const { status, body } = await practice.receive(personPhone(), "Hello", missing);
    expect([status, body]).toEqual([200, emptyTwiml]);
    expect(await practice.rows()).toEqual([]);
  },
);

test("the practice's devices are told of a text, without what it says or who wrote it", async () => {
  const lead = await practice.ask({ firstName: "Ruth" });
  await addDevice();
  await testApp.runJobs();
  testApp.pushes.length = 0;
  await practice.receive(lead.phone, "My tooth hurts");
  await testApp.runJobs();
  expect(testApp.pushes.map(({ payload }) => payload)).toMatchObject([
    { ...alertWords.text, url: `/lms/lead?id=${lead._id}`, isSilent: false },
  ]);
  expect(JSON.stringify(testApp.pushes)).not.toMatch(/Ruth|tooth/);
  // No email or text follows.
  testApp.clock.forward(60 * 60_000);
  await testApp.runJobs();
  expect(
    testApp.pushes.filter(({ payload }) => payload.title === alertWords.text.title),
  ).toHaveLength(1);
});

test("a text from an unknown number is announced once, unless it was read or is an hour old", async () => {
  await addDevice();
  testApp.pushes.length = 0;
  await practice.receive("+17275550142", "My tooth hurts");
  await testApp.runJobs();
  expect(testApp.pushes.map(({ payload }) => payload)).toMatchObject([
    { ...alertWords.text, url: "/lms/texts", isSilent: false },
  ]);
  expect(JSON.stringify(testApp.pushes)).not.toMatch(/7275550142|tooth/);
  testApp.pushAnswers.push({ result: "later", problem: "unreachable", retryAfterSeconds: 5 });
  testApp.clock.forward(5 * 60_000);
  await practice.receive("+17275550142", "Hello?");
  testApp.clock.forward(5000);
  await testApp.runJobs();
  expect(testApp.pushes).toHaveLength(3);
  testApp.clock.forward(5 * 60_000);
  await practice.receive("+17275550142", "Are you there?");
  await testApp.deps.db.update(texts).set({ readAt: testApp.clock.now }).where(isOwn(texts));
  await practice.receive("+17275550143", "Hello");
  testApp.clock.forward(60 * 60_000);
  await testApp.runJobs();
  expect(testApp.pushes).toHaveLength(3);
});

test.each(["a lead", "an unknown number"])(
  "while a text of %s is unread, no other one is announced for five minutes",
  async (who) => {
    await addDevice();
    const phone = who === "a lead" ? (await practice.ask()).phone : "+17275550144";
    await testApp.runJobs();
    testApp.pushes.length = 0;
    for (const seconds of [0, 60, 299]) {
      testApp.clock.forward(seconds * 1000);
      await practice.receive(phone, "Hello?");
      await testApp.runJobs();
    }
    expect(testApp.pushes).toHaveLength(1);
    await testApp.deps.db.update(texts).set({ readAt: testApp.clock.now }).where(isOwn(texts));
    await practice.receive(phone, "Thanks");
    await testApp.runJobs();
    expect(testApp.pushes).toHaveLength(2);
  },
);

test("an opt-out to a number that the practice had before counts", async () => {
  const lead = await practice.ask();
  const owner = await signInAdmin(testApp);
  const path = `/api/admin/clients/${practice.clientId}/phone-number`;
  const json = { phoneNumber: "+18635550199" };
  expect((await testApp.request("PUT", path, { token: owner.token, json })).status).toBe(200);
  await practice.receive(lead.phone, "Do you take Delta?");
  expect(await practice.rows()).toEqual([]);
  await practice.receive(lead.phone, "STOP");
  expect(await practice.rows()).toEqual([]);
  expect((await practice.write(lead._id, "Hello")).status).toBe(409);
});

test("an opt-out alerts nobody", async () => {
  const lead = await practice.ask();
  await addDevice();
  await testApp.runJobs();
  testApp.pushes.length = 0;
  await practice.receive("+17275550142", "STOP");
  await practice.receive(lead.phone, "STOP", { OptOutType: "STOP" });
  await testApp.runJobs();
  expect(testApp.pushes).toEqual([]);
});

test.each([
  ["STOP", { OptOutType: "STOP" }, "keyword"],
  ["stop", {}, "keyword"],
  ["Adiós", { OptOutType: "STOP" }, "keyword"],
  ["please stop texting me", {}, "words"],
  ["No me escriban más", {}, "words"],
])("“%s” opts out, is shown on the lead, and isn't answered", async (said, more, reason) => {
  const lead = await practice.ask();
  const { body } = await practice.receive(lead.phone, said, more);
  expect(body).toBe(emptyTwiml);
  const { refusal } = await practice.textsOf(lead._id);
  expect(refusal).toBe("opted_out");
  expect(await practice.kinds(lead._id)).toEqual(["text_received", "texts_stopped"]);
  const detail = await testApp.request("GET", `/api/leads/${lead._id}`, practice);
  expect(detail.body.textsStoppedAt).toBe(testApp.clock.now.toISOString());
  const [stop] = await testApp.deps.db.select().from(textStops).where(isOwn(textStops));
  expect(stop?.reason).toBe(reason);
  await testApp.runJobs();
  expect(testApp.texts).toEqual([]);
});

test("an opt-out counts once, and for every lead with the number", async () => {
  const phone = personPhone();
  const first = await practice.ask({ phone, firstName: "Ruth" });
  testApp.clock.forward(60_000);
  const second = await practice.ask({ phone, firstName: "Miguel" });
  expect(second._id).not.toBe(first._id);
  await practice.receive(phone, "STOP");
  await practice.receive(phone, "stop texting me");
  for (const { _id } of [first, second]) {
    expect((await practice.textsOf(_id)).refusal).toBe("opted_out");
  }
  expect(await practice.kinds(second._id)).toEqual([
    ...["text_received", "texts_stopped", "text_received"],
  ]);
});

test("START lets texts go out again, but the phones still don't ring", async () => {
  const lead = await practice.ask();
  await practice.receive(lead.phone, "STOP");
  await practice.receive(lead.phone, "START");
  expect((await practice.textsOf(lead._id)).refusal).toBeNull();
  const stop = await findTextStop(testApp.deps, practice.clientId, lead.phone);
  expect(stop?.allowedAt).toEqual(testApp.clock.now);
  await practice.receive(lead.phone, "stop please");
  expect((await practice.textsOf(lead._id)).refusal).toBe("opted_out");
});

test("a START that is posted again doesn't undo a later STOP", async () => {
  const lead = await practice.ask();
  const start = { MessageSid: `SM${randomUUID()}` };
  await practice.receive(lead.phone, "STOP");
  await practice.receive(lead.phone, "START", start);
  await practice.receive(lead.phone, "STOP");
  await practice.receive(lead.phone, "START", start);
  expect((await practice.textsOf(lead._id)).refusal).toBe("opted_out");
});

test("YES isn't taken as opting back in, unless the provider says so", async () => {
  const lead = await practice.ask();
  await practice.receive(lead.phone, "STOP");
  await practice.receive(lead.phone, "yes");
  expect((await practice.textsOf(lead._id)).refusal).toBe("opted_out");
  await practice.receive(lead.phone, "yes", { OptOutType: "START" });
  expect((await practice.textsOf(lead._id)).refusal).toBeNull();
});

test("an opt-out of a practice doesn't stop another practice's texts", async () => {
  const other = await openTexting(testApp);
  const phone = personPhone();
  await practice.ask({ phone });
  const theirs = await other.ask({ phone });
  await practice.receive(phone, "STOP");
  expect((await other.textsOf(theirs._id)).refusal).toBeNull();
});

test("an opt-out outlives the erasure of the person, and a repeated text doesn't restore them", async () => {
  const lead = await practice.ask();
  const once = { MessageSid: `SM${randomUUID()}` };
  await practice.receive(lead.phone, "My tooth hurts", once);
  await practice.receive(lead.phone, "STOP");
  const json = { name: "Ruth Whitfield" };
  await testApp.request("POST", `/api/leads/${lead._id}/erasures`, { ...practice, json });
  await practice.receive(lead.phone, "My tooth hurts", once);
  const rows = await practice.rows();
  expect(rows.map(({ phone, body }) => phone + body)).toEqual(["", ""]);
  testApp.clock.forward(60_000);
  const again = await practice.ask({ phone: lead.phone });
  expect((await practice.textsOf(again._id)).refusal).toBe("opted_out");
});

test("a practice that the agency no longer works for stores no text, but an opt-out counts", async () => {
  const lead = await practice.ask();
  const isThis = eq(clients.id, practice.clientId);
  await testApp.deps.db.update(clients).set({ suspendedAt: testApp.clock.now }).where(isThis);
  await practice.receive(lead.phone, "STOP");
  expect(await practice.rows()).toEqual([]);
  const stop = await findTextStop(testApp.deps, practice.clientId, lead.phone);
  expect(stop).toMatchObject({ reason: "keyword", allowedAt: null });
});

test("while texts are turned off, a text is stored all the same", async () => {
  const lead = await practice.ask();
  const isThis = eq(clients.id, practice.clientId);
  await testApp.deps.db.update(clients).set({ textsOnAt: null }).where(isThis);
  await practice.receive(lead.phone, "Hello");
  expect(await practice.textsOf(lead._id)).toMatchObject({
    ...{ refusal: "off", texts: [{ body: "Hello", direction: "in" }] },
  });
});

test("without a provider, no post is accepted", async () => {
  const none = await openTestApp({ SMS_ACCOUNT_SID: "", SMS_AUTH_TOKEN: "", SMS_FROM: "" });
  const { status } = await none.request("POST", "/api/texts/inbound", {
    body: "MessageSid=SM1&From=%2B17275550142&To=%2B18635550142&Body=Hello",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(status).toBe(403);
  expect(await none.deps.db.$count(texts, isOwn(texts))).toBe(0);
  await none.close();
});

function isOwn(table: typeof texts | typeof textStops) {
  return eq(table.clientId, practice.clientId);
}

async function addDevice() {
  const endpoint = `https://push.example.com/${randomUUID()}`;
  const json = { ...aDevice, endpoint };
  await testApp.request("POST", "/api/alerts/devices", { token: practice.token, json });
}
