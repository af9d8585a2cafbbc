import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("the practice's own activity completes each first step, and undoing its only call reopens the step for calls", async () => {
  const practice = await signInClient(testApp);
  const other = await signInClient(testApp);
  const { token } = practice;
  const steps = async (token: string) =>
    (await testApp.request("GET", "/api/clients/me/first-steps", { token })).body;
  const none = { hasHours: false, hasLead: false, hasCall: false };
  expect(await steps(token)).toEqual(none);

  const path = "/api/clients/me/hours";
  const { timeZone, week } = (await testApp.request("GET", path, { token })).body;
  await testApp.request("PUT", path, { token, json: { timeZone, week, holidays: [] } });
  expect(await steps(token)).toEqual({ ...none, hasHours: true });

  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  expect(await steps(token)).toEqual({ hasHours: true, hasLead: true, hasCall: false });
  const calledAt = testApp.deps.now();
  const call = { calledAt, outcome: "spoke" } as const;
  const made = await makeCall(testApp.deps, practice, lead._id, call);
  expect(await steps(token)).toEqual({ hasHours: true, hasLead: true, hasCall: true });
  expect(await steps(other.token)).toEqual(none);

  const voidings = `/api/leads/${lead._id}/calls/${made.call._id}/voidings`;
  expect((await testApp.request("POST", voidings, { token, json: {} })).status).toBe(201);
  expect(await steps(token)).toEqual({ hasHours: true, hasLead: true, hasCall: false });
});
