import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCall, makeEnquiry } from "#server/db/make.ts";
import { type House, openHouse } from "#server/testing/house.ts";
import { signInClient } from "#server/testing/people.ts";

type Practice = Awaited<ReturnType<typeof signInClient>>;

let house: House;
let practice: Practice;
beforeAll(async () => {
  house = await openHouse();
});
beforeEach(async () => {
  house.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(house);
});
afterAll(() => house.close());

test("uncalled counts the queue's running clocks, whatever is searched for", async () => {
  const { clientId, token } = practice;
  const stranger = await signInClient(house);
  await makeEnquiry(house.deps, stranger.clientId);
  await makeEnquiry(house.deps, clientId, { lastName: "Waiting" });
  await makeEnquiry(house.deps, clientId, { isTest: true });
  const called = await makeEnquiry(house.deps, clientId);
  const archived = await makeEnquiry(house.deps, clientId);
  const deleted = await makeEnquiry(house.deps, clientId);
  const reopened = await makeEnquiry(house.deps, clientId, { email: "again@example.com" });
  const now = house.clock.now;
  await makeCall(house.deps, practice, called.lead._id, { calledAt: now, outcome: "no_answer" });
  await makeCall(house.deps, practice, reopened.lead._id, { calledAt: now, outcome: "booked" });
  house.clock.forward(1000);
  await makeEnquiry(house.deps, clientId, { email: "again@example.com" });
  await house.ask("POST", `/api/leads/${archived.lead._id}/archive`, {
    token,
    json: { reason: "no answer for a month" },
  });
  await house.ask("DELETE", `/api/leads/${deleted.lead._id}`, { token });

  expect(await newLeads()).toMatchObject({ total: 4, uncalled: 2 });
  expect(await newLeads("?search=waiting")).toMatchObject({ total: 1, uncalled: 2 });
  expect(await newLeads(`?search=${randomUUID()}`)).toMatchObject({ total: 0, uncalled: 2 });
});

async function newLeads(query = "") {
  return (await house.ask("GET", `/api/leads/new${query}`, { token: practice.token })).body;
}
