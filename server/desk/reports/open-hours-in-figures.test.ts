// Short opening hours improve every figure by business hours, so the figures also show how short
// they were.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { usualWeek } from "#contract/open-hours.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-02-01T05:00:00.000Z");
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

const oneHour = [[{ from: "03:00", to: "04:00" }], [], [], [], [], [], []];

async function change(week: object, at: string) {
  testApp.clock.at(at);
  const { token } = practice;
  const json = { timeZone: "America/New_York", week, holidays: [] };
  expect((await testApp.request("PUT", "/api/clients/me/hours", { token, json })).status).toBe(200);
}

async function openHoursIn(query: string): Promise<number | null> {
  const { token } = practice;
  const { body } = await testApp.request("GET", `/api/leads/figures?${query}`, { token });
  return body.openHoursPerWeek;
}

test("business-hours figures show the usual weekly hours if a practice hasn't set its own, and all-hours figures show none", async () => {
  expect(await openHoursIn("reading=open")).toBe(45);
  expect(await openHoursIn("reading=wall")).toBeNull();
});

test("the figures show the shortest weekly hours in the period, even if they applied for only one day", async () => {
  await change(oneHour, "2026-03-10T12:00:00.000Z");
  await change(usualWeek, "2026-03-11T12:00:00.000Z");
  testApp.clock.at("2026-04-20T12:00:00.000Z");
  const within = (from: string, to: string) =>
    openHoursIn(`reading=open&from=${from}T05:00:00.000Z&to=${to}T05:00:00.000Z`);
  expect(await within("2026-03-01", "2026-04-01")).toBe(1);
  expect(await within("2026-02-01", "2026-03-01")).toBe(45);
  expect(await within("2026-04-01", "2026-04-15")).toBe(45);
  expect(await openHoursIn("reading=open")).toBe(1);
});

test("the monthly report shows the shortest weekly hours too", async () => {
  await change(oneHour, "2026-02-10T12:00:00.000Z");
  testApp.clock.at("2026-04-20T12:00:00.000Z");
  const { token } = practice;
  const { body } = await testApp.request("GET", "/api/leads/month?month=2026-03", { token });
  const { open, wall } = body.figures;
  expect([open.openHoursPerWeek, wall.openHoursPerWeek]).toEqual([1, null]);
});
