import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { changeOpenHours } from "#server/accounts/open-hours.ts";
import { makeInquiry } from "#server/db/make.ts";
import { type House, openHouse } from "#server/testing/house.ts";
import { signInClient } from "#server/testing/people.ts";

let house: House;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  house = await openHouse();
});
beforeEach(async () => {
  house.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(house);
});
afterAll(() => house.close());

const day = [{ from: "08:00", to: "17:00" }];
const closed = Array.from({ length: 7 }, () => []);
const nineToFive = {
  timeZone: "America/New_York",
  week: [[], day, day, day, day, day, []],
  holidays: [],
};

// Tuesday, nine in the evening in Tampa, and nine minutes after the next opening.
const evening = "2026-03-18T01:00:00.000Z";
const nextMorning = "2026-03-18T12:09:00.000Z";

test("a lead of nine in the evening is on time in open hours when it is called first thing", async () => {
  await change(nineToFive);
  await askAt(evening);
  await callAt(nextMorning);
  expect(await onTime("wall")).toEqual({ lt10: 0, lt60: 0, other: 1 });
  expect(await onTime("open")).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test("overnight nobody is late in open hours; an hour after opening it is", async () => {
  await change(nineToFive);
  await askAt(evening);
  house.clock.at("2026-03-18T12:59:59.999Z");
  expect(await onTime("open")).toEqual({ lt10: 0, lt60: 0, other: 0 });
  expect(await onTime("wall")).toEqual({ lt10: 0, lt60: 0, other: 1 });
  house.clock.at("2026-03-18T13:00:00.000Z");
  expect(await onTime("open")).toEqual({ lt10: 0, lt60: 0, other: 1 });
});

test("hours that are changed afterwards move nothing that had begun before", async () => {
  await askAt(evening);
  house.clock.at("2026-03-18T02:30:00.000Z");
  await change({ ...nineToFive, week: always });
  expect(await onTime("open")).toEqual({ lt10: 0, lt60: 0, other: 0 });
});

test("an inquiry that reaches us late is judged by the hours of when it was sent", async () => {
  house.clock.at("2026-03-18T00:00:00.000Z");
  await change(nineToFive);
  house.clock.at("2026-03-18T02:30:00.000Z");
  await change({ ...nineToFive, week: always });
  await askAt(evening, "2026-03-18T02:31:00.000Z");
  await callAt(nextMorning);
  expect(await onTime("open")).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test("a practice that named no hours is taken to keep the usual ones", async () => {
  await askAt(evening);
  await callAt(nextMorning);
  expect(await onTime("open")).toEqual({ lt10: 1, lt60: 0, other: 0 });
});

test("a practice that closes on paper is judged by the wall clock in open hours too", async () => {
  await change({ ...nineToFive, week: closed });
  await askAt(evening);
  await callAt("2026-03-18T01:20:00.000Z");
  await askAt("2026-03-18T02:00:00.000Z");
  house.clock.at("2026-03-18T03:00:00.000Z");
  expect(await onTime("open")).toEqual({ lt10: 0, lt60: 1, other: 1 });
});

test("the figure says how many of its calls were entered later", async () => {
  await askAt("2026-03-17T12:00:00.000Z");
  await callAt("2026-03-17T12:20:00.000Z", { calledAt: "2026-03-17T12:05:00.000Z" });
  await askAt("2026-03-17T12:30:00.000Z");
  await callAt("2026-03-17T12:31:00.000Z");
  expect(await figure("wall")).toEqual({
    timeDiff: { lt10: 2, lt60: 0, other: 0 },
    enteredLater: 1,
  });
});

test("a name unlike the lead's is said until the person asks by the known one again", async () => {
  const phone = "(813) 555-0133";
  await makeInquiry(house.deps, practice.clientId, { firstName: "Ana", phone });
  const { lead } = await makeInquiry(house.deps, practice.clientId, { firstName: "Luis", phone });
  expect(lead).toMatchObject({ firstName: "Ana", askedAs: "Luis Quintero" });
  house.clock.forward(1000);
  const again = await makeInquiry(house.deps, practice.clientId, { firstName: "ANA", phone });
  expect(again.lead).toMatchObject({ _id: lead._id, askedAs: null });
});

const always = Array.from({ length: 7 }, () => [{ from: "00:00", to: "24:00" }]);

function change(hours: Parameters<typeof changeOpenHours>[3]) {
  const visitor = { address: "192.0.2.1", device: "Test" };
  return changeOpenHours(house.deps, visitor, practice, hours);
}

let newest = "";

async function askAt(submittedAt: string, receivedAt = submittedAt) {
  house.clock.at(receivedAt);
  const { lead } = await makeInquiry(house.deps, practice.clientId, {
    submittedAt: new Date(submittedAt),
    receivedAt: new Date(receivedAt),
  });
  newest = lead._id;
}

async function callAt(at: string, more: Record<string, string> = {}) {
  house.clock.at(at);
  const answer = await house.ask("POST", `/api/leads/${newest}/calls`, {
    token: practice.token,
    json: { _id: randomUUID(), outcome: "spoke", ...more },
  });
  expect(answer.status).toBe(201);
}

async function figure(reading: string) {
  const { token } = practice;
  return (await house.ask("GET", `/api/leads/cot?reading=${reading}`, { token })).body;
}

const onTime = async (reading: string) => (await figure(reading)).timeDiff;
