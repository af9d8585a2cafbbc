// Figures for each person at a practice.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallOutcome } from "#contract/call-outcomes.ts";
import { makeCall, makeInquiry, makePerson } from "#server/db/make.ts";
import { recordCall } from "#server/desk/calls/calls.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

test("people are listed by name with their number of calls and the median time to their first calls", async () => {
  const zoe = await makePerson(testApp.deps, practice.clientId, { firstName: "Zoe" });
  const abe = await makePerson(testApp.deps, practice.clientId, { firstName: "Abe" });
  const quiet = await makePerson(testApp.deps, practice.clientId, { firstName: "Quiet" });
  for (const minutes of [2, 4, 30]) await calledAfter(minutes, zoe, "spoke");
  const lead = await calledAfter(8, abe, "no_answer");
  // Zoe calls a lead that Abe has already called.
  await call(lead, zoe, "booked", 60);
  await calledAfter(5, abe, "booked", { isTest: true });

  expect(await figures()).toEqual([
    person("Abe", { attempts: 1, reached: 0, booked: 0, firstCalls: 1, medianMinutes: 8 }),
    person("Dana", { attempts: 0, reached: 0, booked: 0, firstCalls: 0, medianMinutes: null }),
    person("Quiet", { attempts: 0, reached: 0, booked: 0, firstCalls: 0, medianMinutes: null }),
    person("Zoe", { attempts: 4, reached: 4, booked: 1, firstCalls: 3, medianMinutes: 4 }),
  ]);

  // A deactivated person is listed only if they made calls in the period.
  for (const { accountId } of [quiet, abe]) {
    await testApp.request("PATCH", `/api/clients/me/people/${accountId}`, {
      token: practice.token,
      json: { isDeactivated: true },
    });
  }
  expect((await figures()).map(({ name }) => name.split(" ")[0])).toEqual(["Abe", "Dana", "Zoe"]);
  const tomorrow = new Date(testApp.clock.now.getTime() + dayMs).toISOString();
  const later = await figures(`?from=${encodeURIComponent(tomorrow)}`);
  expect(later.map(({ name, attempts }) => [name.split(" ")[0], attempts])).toEqual([
    ["Dana", 0],
    ["Zoe", 0],
  ]);
});

test("a call counts for the person who started it, and a result that someone else enters is counted separately", async () => {
  const own = await signInClient(testApp);
  const mei = await makePerson(testApp.deps, own.clientId, { firstName: "Mei" });
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  const _id = randomUUID();
  const tools = { ...testApp.deps, jobs: null };
  await recordCall(tools, own, lead._id, { _id });
  await recordCall(tools, mei, lead._id, { _id, outcome: "booked" });
  const { body } = await testApp.request("GET", "/api/leads/figures/people", { token: own.token });
  expect(body.people).toMatchObject([
    { _id: own.accountId, attempts: 1, booked: 1, resultsForOthers: 0 },
    { _id: mei.accountId, attempts: 0, booked: 0, resultsForOthers: 1 },
  ]);
});

test("calls that were undone and calls by another practice don't count", async () => {
  const own = await signInClient(testApp);
  const other = await signInClient(testApp);
  const { lead } = await makeInquiry(testApp.deps, own.clientId);
  const made = { calledAt: testApp.clock.now, outcome: "booked" as const };
  const { call } = await makeCall(testApp.deps, own, lead._id, made);
  const theirs = await makeInquiry(testApp.deps, other.clientId);
  await makeCall(testApp.deps, other, theirs.lead._id, made);
  const ask = () => testApp.request("GET", "/api/leads/figures/people", { token: own.token });
  expect((await ask()).body.people).toMatchObject([{ _id: own.accountId, attempts: 1 }]);
  await testApp.request("POST", `/api/leads/${lead._id}/calls/${call._id}/voidings`, {
    token: own.token,
  });
  expect((await ask()).body.people).toMatchObject([
    { _id: own.accountId, attempts: 0, firstCalls: 0 },
  ]);
});

type Caller = { clientId: string; accountId: string };

async function calledAfter(minutes: number, by: Caller, outcome: CallOutcome, change = {}) {
  const submittedAt = new Date(testApp.clock.now.getTime() - 2 * 60 * minuteMs);
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { submittedAt, ...change });
  await call(lead._id, by, outcome, minutes);
  return lead._id;
}

async function call(leadId: string, by: Caller, outcome: CallOutcome, minutes: number) {
  const since = testApp.clock.now.getTime() - 2 * 60 * minuteMs;
  const calledAt = new Date(since + minutes * minuteMs);
  await makeCall(testApp.deps, by, leadId, { calledAt, outcome });
}

type Listed = { _id: string; name: string; attempts: number };

async function figures(query = ""): Promise<Listed[]> {
  const path = `/api/leads/figures/people${query}`;
  return (await testApp.request("GET", path, { token: practice.token })).body.people;
}

function person(firstName: string, counts: object) {
  return {
    resultsForOthers: 0,
    _id: expect.any(String),
    isDeactivated: false,
    name: expect.stringContaining(firstName),
    ...counts,
  };
}
