// A login in a browser that is still logged in, for example from another tab.
import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { madePassword, makeOwner, makePerson, makePractice } from "#server/db/make.ts";
import { pushDevices, sessions } from "#server/db/schema.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

const here = `deviceToken=${"h".repeat(43)}`;
const there = `deviceToken=${"t".repeat(43)}`;

test("a new login ends the browser's previous session, but not sessions in other browsers", async () => {
  const { email } = await makePractice(testApp.deps);
  const elsewhere = await logIn(email, there);
  const before = await logIn(email, here);
  const after = await logIn(email, here);
  expect(await Promise.all([before, after, elsewhere].map(isIn))).toEqual([false, true, true]);
});

test("a new login also ends another person's session in the same browser", async () => {
  const [one, other] = [await makePractice(testApp.deps), await makePractice(testApp.deps)];
  const before = await logIn(one.email, here);
  const after = await logIn(other.email, here);
  expect(await Promise.all([before, after].map(isIn))).toEqual([false, true]);
  // A late response to that person's tab doesn't clear the new cookie.
  const late = await testApp.request("GET", "/api/clients/getClient", {
    headers: { Cookie: `clientToken=${before}` },
  });
  expect([late.status, late.headers.get("Set-Cookie")]).toEqual([401, null]);
});

test("an owner and a person at a practice can use the same browser without logging each other out", async () => {
  const [practice, owner] = [await makePractice(testApp.deps), await makeOwner(testApp.deps)];
  const person = await logIn(practice.email, here);
  await logIn(owner.email, here);
  expect(await isIn(person)).toBe(true);
});

test("a rejected login doesn't end a session", async () => {
  const { email } = await makePractice(testApp.deps);
  const before = await logIn(email, here);
  expect(await logIn(email, here, "not the password")).toBeUndefined();
  expect(await isIn(before)).toBe(true);
});

test("five simultaneous logins in one browser leave one session open", async () => {
  const { email } = await makePractice(testApp.deps);
  const tokens = await Promise.all(Array.from({ length: 5 }, () => logIn(email, here)));
  const open = await Promise.all(tokens.map(isIn));
  expect(open.filter(Boolean)).toHaveLength(1);
});

test("a new login keeps the same person's notifications and turns off another person's", async () => {
  const { email, clientId, accountId } = await makePractice(testApp.deps);
  const { email: colleague } = await makePerson(testApp.deps, clientId);
  await addDevice(await logIn(email, here));
  const working = () => workingDevices(clientId);
  await logIn(email, here);
  expect(await working()).toEqual([accountId]);
  await logIn(colleague, here);
  expect(await working()).toEqual([]);
});

async function logIn(email: string, Cookie: string, password = madePassword) {
  const json = { email, password };
  const answer = await testApp.request("POST", "/api/credentials", { json, headers: { Cookie } });
  return answer.body.token as string;
}

async function isIn(token: string) {
  return (await testApp.request("GET", "/api/clients/getClient", { token })).status === 200;
}

async function addDevice(token: string) {
  const added = await testApp.request("POST", "/api/alerts/devices", { token, json: aDevice });
  expect(added.status).toBe(201);
}

/** Returns the accounts whose browsers get the practice's notifications. */
async function workingDevices(clientId: string): Promise<string[]> {
  const rows = await testApp.deps.db
    .select({ accountId: pushDevices.accountId })
    .from(pushDevices)
    .innerJoin(sessions, eq(sessions.id, pushDevices.sessionId))
    .where(and(eq(pushDevices.clientId, clientId), isNull(sessions.endedAt)));
  return rows.map(({ accountId }) => accountId);
}
