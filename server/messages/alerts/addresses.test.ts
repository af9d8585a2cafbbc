import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { fieldMessages } from "#content/messages.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  practice = await signInClient(testApp);
  testApp.texts.length = 0;
});
afterAll(() => testApp.close());

const email = { kind: "email", address: "Desk@Example.com" };
const number = { kind: "text", address: "(813) 555-0142" };

test("an email address is confirmed with the code that was emailed to it", async () => {
  const [added] = (await add(email)).body.alerts.addresses;
  expect(added).toMatchObject({ kind: "email", address: "desk@example.com", isConfirmed: false });
  await testApp.runJobs();
  const mail = testApp.receivedMails.at(-1);
  expect(mail?.to).toBe("desk@example.com");
  const code = codeIn(mail?.text);
  expect((await confirm(added._id, code)).body.alerts).toMatchObject({
    ...{ addresses: [{ isConfirmed: true }], isReachable: true },
  });
  // A second confirmation has no effect, even with a wrong code.
  expect((await confirm(added._id, "000000")).status).toBe(201);
});

test("a US number is confirmed with the code that was texted to it", async () => {
  const [added] = (await add(number)).body.alerts.addresses;
  expect(testApp.texts).toMatchObject([{ to: "+18135550142" }]);
  await confirm(added._id, codeIn(testApp.texts[0]?.body));
  expect((await read()).addresses).toMatchObject([{ address: "+18135550142", isConfirmed: true }]);
});

test("five wrong codes invalidate the code, and a new code works", async () => {
  const [added] = (await add(number)).body.alerts.addresses;
  const code = codeIn(testApp.texts[0]?.body);
  const wrong = code === "000000" ? "000001" : "000000";
  for (let tries = 0; tries < 5; tries += 1) {
    const { status, body } = await confirm(added._id, wrong);
    expect([status, body.errors.code]).toEqual([422, fieldMessages.wrong_code]);
  }
  expect((await confirm(added._id, code)).body.errors.code).toBe(fieldMessages.dead_code);
  await add(number);
  expect((await confirm(added._id, codeIn(testApp.texts[1]?.body))).status).toBe(201);
});

test("a confirmation code expires after fifteen minutes and isn't stored in plain text", async () => {
  const [added] = (await add(number)).body.alerts.addresses;
  const code = codeIn(testApp.texts[0]?.body);
  const { rows } = await testApp.pool.query("select * from alert_addresses where id = $1", [
    added._id,
  ]);
  expect(JSON.stringify(rows)).not.toContain(code);
  testApp.clock.forward(15 * 60_000);
  expect((await confirm(added._id, code)).status).toBe(422);
});

test.each(["+1 876 555 0142", "+1 416 555 0142", "+44 20 7946 0142", "888 555 0142", "call me"])(
  "%s is rejected as a number for texts",
  async (address) => {
    const { status, body } = await add({ kind: "text", address });
    expect([status, Object.keys(body.errors)]).toEqual([422, ["address"]]);
    expect(testApp.texts).toEqual([]);
  },
);

test("adding a number requires an SMS provider", async () => {
  const withoutTexts = await openTestApp({
    ...{ SMS_ACCOUNT_SID: "", SMS_AUTH_TOKEN: "", SMS_FROM: "" },
  });
  const { token } = await signInClient(withoutTexts);
  const settings = await withoutTexts.request("GET", "/api/alerts", { token });
  expect(settings.body.hasTexts).toBe(false);
  const refused = await withoutTexts.request("POST", "/api/alerts/addresses", {
    token,
    json: number,
  });
  expect(refused.status).toBe(422);
  await withoutTexts.close();
});

test("a number that opted out is marked, and works again once it's confirmed with a new code", async () => {
  testApp.textAnswers.push({ result: "refused", problem: "opted_out" });
  expect((await add(number)).status).toBe(409);
  const [added] = (await read()).addresses;
  expect(added).toMatchObject({ problem: "opted_out", isConfirmed: false });
  await add(number);
  await confirm(added._id, codeIn(testApp.texts.at(-1)?.body));
  expect((await read()).addresses).toMatchObject([{ problem: null, isConfirmed: true }]);
});

test("a test alert goes only to a confirmed address", async () => {
  const [added] = (await add(number)).body.alerts.addresses;
  const send = () =>
    testApp.request("POST", `/api/alerts/addresses/${added._id}/tests`, { token: practice.token });
  expect((await send()).status).toBe(409);
  await confirm(added._id, codeIn(testApp.texts[0]?.body));
  expect((await send()).status).toBe(201);
  expect(testApp.texts.at(-1)?.body).toContain("test");
});

test("a removed address is gone, and re-adding it requires a new confirmation", async () => {
  const [added] = (await add(number)).body.alerts.addresses;
  await confirm(added._id, codeIn(testApp.texts[0]?.body));
  const path = `/api/alerts/addresses/${added._id}`;
  await testApp.request("DELETE", path, { token: practice.token });
  expect((await read()).addresses).toEqual([]);
  expect((await add(number)).body.alerts.addresses).toMatchObject([{ isConfirmed: false }]);
});

test("a practice has at most ten alert addresses", async () => {
  for (let added = 0; added < 10; added += 1) {
    await add({ kind: "email", address: `desk-${added}@example.com` });
  }
  expect((await add({ kind: "email", address: "eleven@example.com" })).status).toBe(409);
});

function add(json: object) {
  return testApp.request("POST", "/api/alerts/addresses", { token: practice.token, json });
}

function confirm(id: string, code: string) {
  const path = `/api/alerts/addresses/${id}/confirmations`;
  return testApp.request("POST", path, { token: practice.token, json: { code } });
}

async function read() {
  return (await testApp.request("GET", "/api/alerts", { token: practice.token })).body;
}

function codeIn(text = ""): string {
  return /\b\d{6}\b/.exec(text)?.[0] ?? "";
}
