// A practice's own phones: a call speaks a code, which confirms the phone.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fieldMessages, officePhoneMessages } from "#content/messages.ts";
import { maxOfficePhones, maxRingDelaySeconds } from "#contract/rings.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { actionIn, postSigned } from "#server/testing/signed-post.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  practice = await signInClient(testApp);
  testApp.voice.calls.length = 0;
});
afterAll(() => testApp.close());

const frontDesk = { name: "Front desk", phone: "(813) 555-0150" };

test("a phone is called, speaks its code after a key, and is confirmed with it", async () => {
  const { status, body } = await add(frontDesk);
  expect([status, body.office.phones]).toMatchObject([
    201,
    [{ name: "Front desk", phone: "+18135550150", isConfirmed: false, problem: null }],
  ]);
  expect(testApp.voice.calls).toMatchObject([{ to: "+18135550150", from: "+18135550100" }]);
  const [phone] = body.office.phones;
  const confirmed = await confirm(phone._id, await hearCode());
  expect(confirmed.body.office.phones).toMatchObject([{ isConfirmed: true }]);
  // Confirming it again changes nothing.
  expect((await confirm(phone._id, "000000")).status).toBe(201);
});

test("the call comes from the practice's own number if it has one", async () => {
  await testApp.pool.query("update clients set phone_number = '+18135550199' where id = $1", [
    practice.clientId,
  ]);
  await add(frontDesk);
  expect(testApp.voice.calls).toMatchObject([{ from: "+18135550199" }]);
});

test("a voicemail or a wrong key doesn't get the code", async () => {
  await add(frontDesk);
  const { text, keyUrl } = await answer();
  expect(text).not.toMatch(/\d(, \d){5}/);
  expect(text).toMatch(/<\/Gather><Hangup\/><\/Response>$/);
  for (const Digits of ["5", ""]) {
    const { body } = await postSigned(testApp, keyUrl, { CallSid: "CA1", Digits });
    expect(body).not.toContain("<Say>");
  }
});

test("a code is spoken only with Twilio's signature, the phone's token and before the code expires", async () => {
  await add(frontDesk);
  const { keyUrl } = await answer();
  const forged = await postSigned(testApp, keyUrl, { Digits: "1" }, "another token");
  expect(forged.status).toBe(403);
  const other = await signInClient(testApp);
  for (const [name, value] of [
    ["token", "made up"],
    ["practice", other.clientId],
    ["phone", other.clientId],
    ["phone", "no id"],
    ["step", "later"],
  ] as const) {
    const url = new URL(keyUrl);
    url.searchParams.set(name, value);
    const { status, body } = await postSigned(testApp, url.href, { Digits: "1" });
    expect([name, status, body.includes("<Say>")]).toEqual([name, 200, false]);
  }
  testApp.clock.forward(15 * 60_000);
  expect((await postSigned(testApp, keyUrl, { Digits: "1" })).body).not.toContain("<Say>");
});

test("five wrong codes void the code, and a new call's code confirms the phone", async () => {
  const [added] = (await add(frontDesk)).body.office.phones;
  const code = await hearCode();
  const wrong = code === "000000" ? "000001" : "000000";
  for (let tries = 0; tries < 5; tries += 1) {
    const { status, body } = await confirm(added._id, wrong);
    expect([status, body.errors.code]).toEqual([422, fieldMessages.wrong_code]);
  }
  expect((await confirm(added._id, code)).body.errors.code).toBe(fieldMessages.dead_code);
  await add(frontDesk);
  const next = await hearCode();
  expect(next).not.toBe(code);
  expect((await confirm(added._id, next)).status).toBe(201);
});

test("a code expires after fifteen minutes, and isn't stored", async () => {
  const [added] = (await add(frontDesk)).body.office.phones;
  const code = await hearCode();
  const { rows } = await testApp.pool.query("select * from office_phones where id = $1", [
    added._id,
  ]);
  expect(JSON.stringify(rows)).not.toContain(code);
  testApp.clock.forward(15 * 60_000);
  expect((await confirm(added._id, code)).body.errors.code).toBe(fieldMessages.dead_code);
});

test.each([
  ...["911", "+1 876 555 0142", "+1 416 555 0142", "+44 20 7946 0142", "900 555 0142"],
  ...["888 555 0142", "813 555 0142 ext. 5", "call me"],
])("%s isn't called", async (phone) => {
  const { status, body } = await add({ name: "Desk", phone });
  expect([status, Object.keys(body.errors)]).toEqual([422, ["phone"]]);
  expect(testApp.voice.calls).toEqual([]);
});

test("phones can't be added unless a country is configured", async () => {
  const off = await openTestApp({ CALL_COUNTRIES: "" });
  const { token } = await signInClient(off);
  const { body } = await off.request("GET", "/api/office-phones", { token });
  expect(body).toMatchObject({ hasCalls: false, phones: [] });
  const refused = await off.request("POST", "/api/office-phones", { token, json: frontDesk });
  expect(refused.status).toBe(422);
  await off.close();
});

test("a phone that the provider doesn't call shows the problem, and works again after a new call", async () => {
  testApp.voice.answers.push({ result: "refused", problem: "blocked" });
  expect((await add(frontDesk)).status).toBe(409);
  const [added] = await list();
  expect(added).toMatchObject({ problem: "blocked", isConfirmed: false });
  await add(frontDesk);
  await confirm(added?._id ?? "", await hearCode());
  expect(await list()).toMatchObject([{ problem: null, isConfirmed: true }]);
});

test("an outage of the provider isn't stored as the phone's problem", async () => {
  testApp.voice.answers.push({ result: "later" });
  expect((await add(frontDesk)).status).toBe(409);
  expect(await list()).toMatchObject([{ problem: null }]);
});

test("a confirmed phone that is added again gets the new name and isn't called", async () => {
  const [added] = (await add(frontDesk)).body.office.phones;
  await confirm(added._id, await hearCode());
  await add({ ...frontDesk, name: "Reception" });
  expect(testApp.voice.calls).toHaveLength(1);
  expect(await list()).toMatchObject([{ name: "Reception", isConfirmed: true }]);
});

test("phones ring in the order that the practice chose, followed by the others", async () => {
  for (const line of [1, 2, 3]) await add({ name: `Desk ${line}`, phone: `813 555 015${line}` });
  const names = async () => (await list()).map(({ name }) => name);
  expect(await names()).toEqual(["Desk 1", "Desk 2", "Desk 3"]);
  const ids = (await list()).map(({ _id }) => _id);
  expect((await order([ids[2], ids[2]])).status).toBe(200);
  expect(await names()).toEqual(["Desk 3", "Desk 1", "Desk 2"]);
  expect((await order([practice.clientId])).status).toBe(404);
});

test("ringing can be turned on only with a confirmed phone and the practice's own number", async () => {
  const on = { isOn: true, delaySeconds: 45 };
  const [added] = (await add(frontDesk)).body.office.phones;
  const ringing = async () => (await getPhones()).ringing;
  expect(await ringing()).toEqual({ isOn: false, delaySeconds: 0 });
  const without = await ring(on);
  expect([without.status, without.body.message]).toEqual([409, officePhoneMessages.noNumber]);
  const owner = await signInAdmin(testApp);
  await testApp.request("PUT", `/api/admin/clients/${practice.clientId}/phone-number`, {
    ...{ token: owner.token, json: { phoneNumber: "813-555-0177" } },
  });
  const unconfirmed = await ring(on);
  expect([unconfirmed.status, unconfirmed.body.message]).toEqual([
    ...[409, officePhoneMessages.noPhone],
  ]);
  await confirm(added._id, await hearCode());
  const { status, body } = await ring(on);
  expect([status, body.message]).toEqual([200, officePhoneMessages.turnedOn]);
  expect(body.office).toMatchObject({ number: "+18135550177", ringing: on });
  // Turning it on again keeps the time when it was first turned on.
  testApp.clock.forward(1000);
  await ring({ ...on, delaySeconds: 0 });
  const off = { isOn: false, delaySeconds: 30 };
  expect((await ring(off)).body.office.ringing).toEqual(off);
  expect(await ringing()).toEqual(off);
});

test("the audit log has each change of the phones that ring, and of the ringing", async () => {
  await testApp.pool.query("update clients set phone_number = '+18135550188' where id = $1", [
    practice.clientId,
  ]);
  const [desk] = (await add(frontDesk)).body.office.phones;
  // Not a phone that rings yet.
  expect(await audited()).toEqual([]);
  await confirm(desk._id, await hearCode());
  const office = { name: "Office", phone: "(813) 555-0151" };
  const second = (await add(office)).body.office.phones.at(-1);
  await confirm(second._id, await hearCode());
  await ring({ isOn: true, delaySeconds: 30 });
  await ring({ isOn: true, delaySeconds: 30 });
  await order([second._id]);
  const path = `/api/office-phones/${desk._id}`;
  await testApp.request("DELETE", path, { token: practice.token });
  await ring({ isOn: false, delaySeconds: 30 });
  const [one, other] = ["Front desk +18135550150", "Office +18135550151"];
  expect(await audited()).toEqual([
    ["officePhones", null, one],
    ["officePhones", one, `${one}, ${other}`],
    ["rings", null, "30 s"],
    ["officePhones", `${one}, ${other}`, `${other}, ${one}`],
    ["officePhones", `${other}, ${one}`, other],
    ["rings", "30 s", null],
  ]);
});

test("delays that are negative, fractional or too long are rejected", async () => {
  for (const delaySeconds of [-1, 0.5, maxRingDelaySeconds + 1]) {
    expect((await ring({ isOn: false, delaySeconds })).status).toBe(422);
  }
});

test("a removed phone must be confirmed again if it is added again", async () => {
  const [added] = (await add(frontDesk)).body.office.phones;
  await confirm(added._id, await hearCode());
  const path = `/api/office-phones/${added._id}`;
  await testApp.request("DELETE", path, { token: practice.token });
  expect(await list()).toEqual([]);
  expect((await testApp.request("DELETE", path, { token: practice.token })).status).toBe(404);
  expect((await add(frontDesk)).body.office.phones).toMatchObject([{ isConfirmed: false }]);
});

test(`a practice has at most ${maxOfficePhones} phones, even if they are added at once`, async () => {
  const added = Array.from({ length: maxOfficePhones + 2 }, (_, line) =>
    add({ name: "Desk", phone: `813 555 016${line}` }),
  );
  const statuses = (await Promise.all(added)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  expect(await list()).toHaveLength(maxOfficePhones);
});

function add(json: object) {
  return testApp.request("POST", "/api/office-phones", { token: practice.token, json });
}

function confirm(id: string, code: string) {
  const path = `/api/office-phones/${id}/confirmations`;
  return testApp.request("POST", path, { token: practice.token, json: { code } });
}

function order(phoneIds: (string | undefined)[]) {
  const json = { phoneIds };
  return testApp.request("PUT", "/api/office-phones/order", { token: practice.token, json });
}

function ring(json: object) {
  return testApp.request("PUT", "/api/office-phones/ringing", { token: practice.token, json });
}

async function getPhones() {
  return (await testApp.request("GET", "/api/office-phones", { token: practice.token })).body;
}

async function list(): Promise<{ _id: string; name: string }[]> {
  return (await getPhones()).phones;
}

/** Returns the fields that the audit log has as changed, oldest first, with their old and new values. */
async function audited() {
  const { rows } = await testApp.pool.query<{ changes: string }>(
    "select detail->>'changes' as changes from audit_entries where client_id = $1 and action in ('office_phones_changed', 'rings_changed') order by id",
    [practice.clientId],
  );
  return rows
    .flatMap(
      ({ changes }) => JSON.parse(changes) as { field: string; from: unknown; to: unknown }[],
    )
    .map(({ field, from, to }) => [field, from, to]);
}

/** Answers the newest call. Returns what it says, and the URL for a key. */
async function answer() {
  const { answerUrl = "" } = testApp.voice.calls.at(-1) ?? {};
  const { body: text } = await postSigned(testApp, answerUrl, { CallSid: "CA1" });
  return { text, keyUrl: actionIn(text) };
}

async function hearCode(): Promise<string> {
  const { keyUrl } = await answer();
  const { body } = await postSigned(testApp, keyUrl, { CallSid: "CA1", Digits: "1" });
  return (/\d(?:, \d){5}/.exec(body)?.[0] ?? "").replaceAll(", ", "");
}
