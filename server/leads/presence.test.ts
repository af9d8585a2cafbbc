import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { leadPresence } from "#server/db/schema.ts";
import { type House, openHouse } from "#server/testing/house.ts";
import { signIn, signInClient } from "#server/testing/people.ts";

let house: House;
let practice: Awaited<ReturnType<typeof signInClient>>;
let phone: string;
let leadId: string;
beforeAll(async () => {
  house = await openHouse();
});
beforeEach(async () => {
  house.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(house);
  phone = await signIn(house, practice.email);
  leadId = (await makeInquiry(house.deps, practice.clientId)).lead._id;
});
afterAll(() => house.close());

test("the practice's other devices see who has a lead open; the device itself and strangers do not", async () => {
  const stranger = await signInClient(house);
  await open(phone);
  expect(await presentFor(practice.token)).toMatchObject([
    { leadId, name: "Dana", until: "2026-03-17T12:00:25.000Z" },
  ]);
  expect(await presentFor(phone)).toEqual([]);
  expect(await presentFor(stranger.token)).toEqual([]);
});

test("whoever leaves, is signed out or falls silent is gone within half a minute", async () => {
  await open(phone);
  await house.ask("DELETE", `/api/leads/${leadId}/presence`, { token: phone });
  expect(await presentFor(practice.token)).toEqual([]);

  await open(phone);
  house.clock.forward(20_000);
  await open(phone);
  house.clock.forward(20_000);
  expect(await presentFor(practice.token)).toHaveLength(1);
  house.clock.forward(5_000);
  expect(await presentFor(practice.token)).toEqual([]);

  await open(phone);
  await house.ask("DELETE", "/api/credentials", { token: phone });
  expect(await presentFor(practice.token)).toEqual([]);
});

test("other desks hear of it once, when somebody comes and when somebody goes", async () => {
  const heard: unknown[] = [];
  const stop = house.deps.deskEvents.subscribe(practice.clientId, (event) => {
    // The lead's own inquiry may be told of later than it was stored.
    if (event !== "refetch" && event.kind === "presence") heard.push(event);
  });
  const event = { clientId: practice.clientId, leadId, kind: "presence" };
  await open(phone);
  await open(phone);
  await expect.poll(() => heard).toEqual([event]);
  const leave = `/api/leads/${leadId}/presence`;
  await house.ask("DELETE", leave, { token: phone });
  await house.ask("DELETE", leave, { token: phone });
  await expect.poll(() => heard).toEqual([event, event]);
  stop();
});

test("nothing of it is kept: the next one who comes sweeps up", async () => {
  await open(phone);
  house.clock.forward(60_000);
  await open(practice.token);
  const rows = await house.deps.db.select().from(leadPresence);
  expect(rows.filter((row) => row.clientId === practice.clientId)).toHaveLength(1);
});

async function open(token: string): Promise<void> {
  const answer = await house.ask("POST", `/api/leads/${leadId}/presence`, { token });
  expect(answer.status).toBe(201);
}

async function presentFor(token: string) {
  return (await house.ask("GET", "/api/leads/presence", { token })).body.present;
}
