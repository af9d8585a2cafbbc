import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { leadPresence } from "#server/db/schema.ts";
import { signIn, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let phone: string;
let leadId: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  phone = await signIn(testApp, practice.email, "a phone");
  leadId = (await makeInquiry(testApp.deps, practice.clientId)).lead._id;
});
afterAll(() => testApp.close());

test("other devices of a practice see who has a lead open, but that device and other practices don't", async () => {
  const stranger = await signInClient(testApp);
  await open(phone);
  expect(await presentFor(practice.token)).toMatchObject([
    { leadId, name: "Dana", until: "2026-03-17T12:00:25.000Z" },
  ]);
  expect(await presentFor(phone)).toEqual([]);
  expect(await presentFor(stranger.token)).toEqual([]);
});

test("a device is no longer listed after it closes the lead, logs out, or hasn't reported for 25 seconds", async () => {
  await open(phone);
  await testApp.request("DELETE", `/api/leads/${leadId}/presence`, { token: phone });
  expect(await presentFor(practice.token)).toEqual([]);

  await open(phone);
  testApp.clock.forward(20_000);
  await open(phone);
  testApp.clock.forward(20_000);
  expect(await presentFor(practice.token)).toHaveLength(1);
  testApp.clock.forward(5_000);
  expect(await presentFor(practice.token)).toEqual([]);

  await open(phone);
  await testApp.request("DELETE", "/api/credentials", { token: phone });
  expect(await presentFor(practice.token)).toEqual([]);
});

test("other devices are notified once when a lead is opened and once when it's closed", async () => {
  const heard: unknown[] = [];
  const stop = testApp.deps.deskEvents.subscribe(practice.clientId, (event) => {
    // Ignores the event of the new inquiry, which may arrive late.
    if (event !== "refetch" && event.kind === "presence") heard.push(event);
  });
  const event = { clientId: practice.clientId, leadId, kind: "presence" };
  await open(phone);
  await open(phone);
  await expect.poll(() => heard).toEqual([event]);
  const leave = `/api/leads/${leadId}/presence`;
  await testApp.request("DELETE", leave, { token: phone });
  await testApp.request("DELETE", leave, { token: phone });
  await expect.poll(() => heard).toEqual([event, event]);
  stop();
});

test("opening a lead deletes the practice's expired presence rows, so there is no history", async () => {
  await open(phone);
  testApp.clock.forward(60_000);
  await open(practice.token);
  const rows = await testApp.deps.db.select().from(leadPresence);
  expect(rows.filter((row) => row.clientId === practice.clientId)).toHaveLength(1);
});

async function open(token: string): Promise<void> {
  const answer = await testApp.request("POST", `/api/leads/${leadId}/presence`, { token });
  expect(answer.status).toBe(201);
}

async function presentFor(token: string) {
  return (await testApp.request("GET", "/api/leads/presence", { token })).body.present;
}
