// Alert settings, devices and addresses, as the profile uses them.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aDevice } from "#server/testing/access-matrix.ts";
import { signIn, signInAdmin, signInClient, signInMember } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  practice = await signInClient(testApp);
  testApp.pushes.length = 0;
  testApp.texts.length = 0;
});
afterAll(() => testApp.close());

test("a new practice has no devices or addresses, and the same push key as every other practice", async () => {
  const other = await signInClient(testApp);
  const [mine, theirs] = [await read(practice.token), await read(other.token)];
  expect(mine).toMatchObject({
    ...{ hasTexts: true, hasMail: true, showsCampaign: false, devices: [], addresses: [] },
    ...{ defaultEmail: practice.email, isReachable: false },
  });
  expect(Buffer.from(mine.pushKey, "base64url")).toHaveLength(65);
  expect(theirs.pushKey).toBe(mine.pushKey);
  const { rows } = await testApp.pool.query("select private_key from vapid_keys");
  expect(rows).toEqual([{ private_key: expect.stringMatching(/^sealed:v1:/) }]);
});

test("sending a subscription again updates the device, and a new endpoint in the session replaces the device", async () => {
  await add(practice.token, "one");
  const [device] = (await add(practice.token, "one")).body.alerts.devices;
  expect(device).toMatchObject({ isThisDevice: true, alertsWhenClosed: false, problem: null });
  const again = await add(practice.token, "two");
  expect(again.body.alerts.devices).toHaveLength(1);
  expect(again.body.alerts.devices[0]._id).not.toBe(device._id);
  expect(again.body.alerts.isReachable).toBe(true);
});

test("a browser that logs in to another practice moves its notifications there", async () => {
  const other = await signInClient(testApp);
  await add(practice.token, "shared");
  await add(other.token, "shared");
  expect((await read(practice.token)).devices).toEqual([]);
  expect((await read(other.token)).devices).toHaveLength(1);
});

test("the opt-in for night alerts is reset when another person logs in to the browser", async () => {
  const [device] = (await add(practice.token, "handed-over")).body.alerts.devices;
  await testApp.request("PATCH", `/api/alerts/devices/${device._id}`, {
    ...{ token: practice.token, json: { alertsWhenClosed: true } },
  });
  const kept = (await add(practice.token, "handed-over")).body.alerts.devices;
  expect(kept).toMatchObject([{ alertsWhenClosed: true }]);
  const colleague = await signInMember(testApp, practice.clientId);
  const next = (await add(colleague.token, "handed-over")).body.alerts.devices;
  expect(next).toMatchObject([{ alertsWhenClosed: false }]);
});

test("a device is removed when its session ends or its practice is suspended", async () => {
  const second = await signIn(testApp, practice.email, "a phone");
  await add(second, "second");
  expect((await read(practice.token)).devices).toMatchObject([{ isThisDevice: false }]);
  await testApp.request("DELETE", "/api/credentials", { token: second });
  expect((await read(practice.token)).devices).toEqual([]);
  await add(await signIn(testApp, practice.email, "a PC"), "third");
  expect((await read(practice.token)).devices).toHaveLength(1);
  // Logs out everywhere else.
  await testApp.request("DELETE", "/api/clients/me/devices", { token: practice.token });
  expect((await read(practice.token)).devices).toEqual([]);
  await add(practice.token, "first");
  const owner = await signInAdmin(testApp);
  const suspension = `/api/admin/clients/${practice.clientId}/suspension`;
  await testApp.request("POST", suspension, { token: owner.token });
  await testApp.request("DELETE", suspension, { token: owner.token });
  expect((await read(await signIn(testApp, practice.email, "a tablet"))).devices).toEqual([]);
});

test.each([
  ["an unknown host", "https://push.example.org/x"],
  ["a host that only ends like a known one", "https://evilpush.example.com/x"],
  ["plain http", "http://push.example.com/x"],
  ["a password", "https://me:me@push.example.com/x"],
  ["another port", "https://push.example.com:8443/x"],
  ["the server's own machine", "https://127.0.0.1/x"],
])("an endpoint with %s is rejected", async (_, endpoint) => {
  const json = { ...aDevice, endpoint };
  const { status } = await testApp.request("POST", "/api/alerts/devices", {
    token: practice.token,
    json,
  });
  expect(status).toBe(422);
});

test("a practice can change and remove its device, and another practice can't do either", async () => {
  const [device] = (await add(practice.token, "mine")).body.alerts.devices;
  const path = `/api/alerts/devices/${device._id}`;
  const json = { alertsWhenClosed: true };
  const other = await signInClient(testApp);
  expect((await testApp.request("PATCH", path, { token: other.token, json })).status).toBe(404);
  expect((await testApp.request("DELETE", path, { token: other.token })).status).toBe(404);
  const changed = await testApp.request("PATCH", path, { token: practice.token, json });
  expect(changed.body.alerts.devices).toMatchObject([json]);
  await testApp.request("DELETE", path, { token: practice.token });
  expect((await read(practice.token)).devices).toEqual([]);
  expect((await testApp.request("DELETE", path, { token: practice.token })).status).toBe(404);
});

test("a test notification goes to the device, and a failure shows as the device's problem", async () => {
  const [device] = (await add(practice.token, "tested")).body.alerts.devices;
  const send = () =>
    testApp.request("POST", `/api/alerts/devices/${device._id}/tests`, { token: practice.token });
  expect((await send()).status).toBe(201);
  expect(testApp.pushes).toMatchObject([{ payload: { _id: device._id, tag: "test" } }]);
  testApp.pushAnswers.push({ result: "later", problem: "busy" });
  expect((await send()).status).toBe(409);
  expect(await read(practice.token)).toMatchObject({
    devices: [{ problem: "busy" }],
    isReachable: false,
  });
  expect((await send()).body.alerts.devices[0].problem).toBeNull();
  testApp.pushAnswers.push({ result: "gone" });
  expect((await send()).status).toBe(409);
  expect((await read(practice.token)).devices).toEqual([]);
});

test("a browser's subscription is remembered until someone removes the device", async () => {
  expect((await read(practice.token)).subscription).toBeNull();
  const [device] = (await add(practice.token, "kept")).body.alerts.devices;
  const endpoint = "https://push.example.com/kept";
  expect((await read(practice.token)).subscription).toEqual({ endpoint, isGone: false });
  const second = await signIn(testApp, practice.email, "a phone");
  expect((await read(second)).subscription).toBeNull();
  const path = `/api/alerts/devices/${device._id}`;
  const asThis = { token: practice.token };
  await testApp.request("PATCH", path, { ...asThis, json: { isGone: true } });
  expect(await read(practice.token)).toMatchObject({
    ...{ devices: [], subscription: { endpoint, isGone: true }, isReachable: false },
  });
  const [again] = (await add(practice.token, "renewed")).body.alerts.devices;
  expect((await read(practice.token)).subscription).toMatchObject({ isGone: false });
  testApp.pushAnswers.push({ result: "gone" });
  await testApp.request("POST", `/api/alerts/devices/${again._id}/tests`, asThis);
  expect((await read(practice.token)).subscription).toMatchObject({ isGone: true });
  const [last] = (await add(practice.token, "last")).body.alerts.devices;
  await testApp.request("DELETE", `/api/alerts/devices/${last._id}`, asThis);
  expect((await read(practice.token)).subscription).toBeNull();
});

test("changing the secret creates new push keys and removes every device", async () => {
  await add(practice.token, "old");
  const before = await read(practice.token);
  await testApp.pool.query("update vapid_keys set private_key = 'sealed:v1:AAAA'");
  await testApp.request("GET", "/api/alerts", { token: practice.token });
  const after = await read(practice.token);
  expect(after.pushKey).not.toBe(before.pushKey);
  expect(after).toMatchObject({ devices: [], subscription: { isGone: true } });
});

test("the setting that shows the campaign in alerts is saved", async () => {
  const json = { showsCampaign: true };
  await testApp.request("PATCH", "/api/alerts", { token: practice.token, json });
  expect(await read(practice.token)).toMatchObject(json);
});

async function read(token: string) {
  return (await testApp.request("GET", "/api/alerts", { token })).body;
}

function add(token: string, name: string) {
  const json = { ...aDevice, endpoint: `https://push.example.com/${name}` };
  return testApp.request("POST", "/api/alerts/devices", { token, json });
}

test("a manager can send a test to the default alert address, but a member can't", async () => {
  testApp.receivedMails.length = 0;
  const colleague = await signInMember(testApp, practice.clientId);
  const ask = (token: string) => testApp.request("POST", "/api/alerts/tests", { token });
  expect((await ask(colleague.token)).status).toBe(403);
  expect((await ask(practice.token)).status).toBe(201);
  await testApp.runJobs();
  expect(testApp.receivedMails.map(({ to, subject }) => [to, subject])).toEqual([
    [practice.email, "This is a test of your lead alerts"],
  ]);
});
