import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { changeOpenHours } from "#server/people/open-hours.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

const day = [{ from: "08:00", to: "17:00" }];
const closed = Array.from({ length: 7 }, () => []);
const nineToFive = {
  timeZone: "America/New_York",
  week: [[], day, day, day, day, day, []],
  holidays: [],
};

// 9 pm on a Tuesday in Tampa, and nine minutes after the practice opens on Wednesday.
const evening = "2026-03-18T01:00:00.000Z";
const nextMorning = "2026-03-18T12:09:00.000Z";

test("a lead from 9 pm is on time by business hours if it is called within ten minutes of opening", async () => {
  await change(nineToFive);
  await askAt(evening);
  await callAt(nextMorning);
  expect(await onTime("wall")).toEqual({ lt10: 0, lt60: 0, other: 1 });
  expect(await onTime("open")).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test("a lead from 9 pm isn't late by business hours until an hour after opening", async () => {
  await change(nineToFive);
  await askAt(evening);
  testApp.clock.at("2026-03-18T12:59:59.999Z");
  expect(await onTime("open")).toEqual({ lt10: 0, lt60: 0, other: 0 });
  expect(await onTime("wall")).toEqual({ lt10: 0, lt60: 0, other: 1 });
  testApp.clock.at("2026-03-18T13:00:00.000Z");
  expect(await onTime("open")).toEqual({ lt10: 0, lt60: 0, other: 1 });
});

test("changing the opening hours doesn't affect clocks that started before the change", async () => {
  await askAt(evening);
  testApp.clock.at("2026-03-18T02:30:00.000Z");
  await change({ ...nineToFive, week: always });
  expect(await onTime("open")).toEqual({ lt10: 0, lt60: 0, other: 0 });
});

test("an inquiry that is received late uses the opening hours that were in effect when it was submitted", async () => {
  testApp.clock.at("2026-03-18T00:00:00.000Z");
  await change(nineToFive);
  testApp.clock.at("2026-03-18T02:30:00.000Z");
  await change({ ...nineToFive, week: always });
  await askAt(evening, "2026-03-18T02:31:00.000Z");
  await callAt(nextMorning);
  expect(await onTime("open")).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test("a practice that hasn't set its hours uses the default hours", async () => {
  await askAt(evening);
  await callAt(nextMorning);
  expect(await onTime("open")).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test("a practice that is always closed uses wall time in business hours mode", async () => {
  await change({ ...nineToFive, week: closed });
  await askAt(evening);
  await callAt("2026-03-18T01:20:00.000Z");
  await askAt("2026-03-18T02:00:00.000Z");
  testApp.clock.at("2026-03-18T03:00:00.000Z");
  expect(await onTime("open")).toEqual({ lt10: 0, lt60: 1, other: 1 });
});

test("the on-time figure says how many calls were logged after the fact", async () => {
  await askAt("2026-03-17T12:00:00.000Z");
  await callAt("2026-03-17T12:20:00.000Z", { calledAt: "2026-03-17T12:05:00.000Z" });
  await askAt("2026-03-17T12:30:00.000Z");
  await callAt("2026-03-17T12:31:00.000Z");
  expect(await figure("wall")).toEqual({
    timeDiff: { lt10: 2, lt60: 0, other: 0 },
    enteredLater: 1,
  });
});

test("a lead shows another name from an inquiry until the next inquiry has the lead's own name", async () => {
  const phone = "(813) 555-0133";
  await makeInquiry(testApp.deps, practice.clientId, { firstName: "Ana", phone });
  const luis = { firstName: "Luis", phone, email: "" };
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, luis);
  expect(lead).toMatchObject({ firstName: "Ana", askedAs: "Luis Quintero" });
  testApp.clock.forward(1000);
  const again = await makeInquiry(testApp.deps, practice.clientId, { firstName: "ANA", phone });
  expect(again.lead).toMatchObject({ _id: lead._id, askedAs: null });
});

const always = Array.from({ length: 7 }, () => [{ from: "00:00", to: "24:00" }]);

function change(hours: Parameters<typeof changeOpenHours>[3]) {
  const visitor = { address: "192.0.2.1", device: "Test" };
  return changeOpenHours(testApp.deps, visitor, practice, hours);
}

let newest = "";

async function askAt(submittedAt: string, receivedAt = submittedAt) {
  testApp.clock.at(receivedAt);
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, {
    submittedAt: new Date(submittedAt),
    receivedAt: new Date(receivedAt),
  });
  newest = lead._id;
}

async function callAt(at: string, more: Record<string, string> = {}) {
  testApp.clock.at(at);
  const answer = await testApp.request("POST", `/api/leads/${newest}/calls`, {
    token: practice.token,
    json: { _id: randomUUID(), outcome: "spoke", ...more },
  });
  expect(answer.status).toBe(201);
}

async function figure(reading: string) {
  const { token } = practice;
  return (await testApp.request("GET", `/api/leads/cot?reading=${reading}`, { token })).body;
}

const onTime = async (reading: string) => (await figure(reading)).timeDiff;
