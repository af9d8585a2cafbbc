// Which people count in a campaign's costs, even if someone wants the costs to look better.
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCall, makeCampaign, makeCampaignDays, makeInquiry } from "#server/db/make.ts";
import { leads } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let campaignId: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  // 8 am in Tampa.
  testApp.clock.at("2026-03-17T12:00:00.000Z");
  practice = await signInClient(testApp);
  campaignId = await add("Spring", [{ day: "2026-03-17", spendCents: 10_000, clicks: 40 }]);
});
afterAll(() => testApp.close());

test("spend is divided by the number of people who inquired, were called, or booked", async () => {
  for (const outcome of [null, "no_answer", "spoke", "booked"] as const) await ask(outcome);
  expect((await costs()).campaigns).toMatchObject([
    {
      ...{ name: "Spring", spendCents: 10_000, spendDays: 1, clicks: 40, leadsWithoutSpend: 0 },
      ...{ leads: 4, called: 3, booked: 1, perLead: 2500, perCalled: 3333, perBooked: 10_000 },
    },
  ]);
});

test("test leads, walk-ins and people from other campaigns don't lower a campaign's costs", async () => {
  await ask();
  await makeInquiry(testApp.deps, practice.clientId, { campaignId, isTest: true });
  const { token } = practice;
  const json = { firstName: "Walk-in", phone: "(813) 555-0199" };
  await testApp.request("POST", "/api/leads", { token, json });
  await makeInquiry(testApp.deps, practice.clientId);
  expect((await costs()).total).toMatchObject({ leads: 1, perLead: 10_000 });
});

test("a person who inquires again counts once per campaign and once in the total", async () => {
  const person = { phone: "(813) 555-0166" };
  const other = await add("Summer", [{ day: "2026-03-17", spendCents: 2000 }]);
  await ask("spoke", person);
  await ask("spoke", person);
  await ask("booked", { ...person, campaignId: other });
  const { campaigns, total } = await costs();
  expect(campaigns).toMatchObject([
    { name: "Spring", leads: 1, booked: 0, perLead: 10_000, perBooked: "nobody" },
    { name: "Summer", leads: 1, booked: 1, perLead: 2000 },
  ]);
  expect(total).toMatchObject({ spendCents: 12_000, leads: 1, booked: 1, perLead: 12_000 });
});

test("a booking that was undone doesn't count in the costs, but a deleted lead does", async () => {
  const { leadId, callId } = await ask("booked");
  const { token } = practice;
  const archived = { token, json: { reason: "moved" } };
  expect((await testApp.request("POST", `/api/leads/${leadId}/archive`, archived)).status).toBe(
    201,
  );
  expect((await costs()).total).toMatchObject({ leads: 1, called: 1, booked: 1, perLead: 10_000 });
  const undone = `/api/leads/${leadId}/calls/${callId}/voidings`;
  expect((await testApp.request("POST", undone, { token })).status).toBe(201);
  await testApp.deps.db
    .update(leads)
    .set({ deletedAt: testApp.clock.now })
    .where(eq(leads.clientId, practice.clientId));
  expect((await costs()).total).toMatchObject({ leads: 1, called: 0, booked: 0, perLead: 10_000 });
});

test("people from days without recorded spend don't count in the costs, and their number is shown separately", async () => {
  await ask();
  testApp.clock.at("2026-03-18T12:00:00.000Z");
  await ask("booked");
  const period = "?from=2026-03-17T04:00:00Z&to=2026-03-21T04:00:00Z";
  const { total, periodDays } = await costs(period);
  expect(periodDays).toBe(2);
  expect(total).toMatchObject({
    ...{ leads: 1, booked: 0, leadsWithoutSpend: 1, spendDays: 1, perLead: 10_000 },
    ...{ firstSpendDay: "2026-03-17", lastSpendDay: "2026-03-17" },
  });
  expect((await costs("?from=2026-03-18T04:00:00Z")).total).toMatchObject({
    ...{ spendCents: null, leads: 0, leadsWithoutSpend: 1, perLead: "no_spend" },
  });
  expect((await costs("?to=2026-03-17T04:00:00Z")).campaigns).toEqual([]);
});

test("a lead costs nothing if its campaign spent zero, and its cost is unknown if no spend is recorded", async () => {
  const free = await add("Brand", [{ day: "2026-03-17", spendCents: 0 }]);
  const unknown = await add("Word of mouth", []);
  await ask("spoke", { campaignId: free });
  await ask("spoke", { campaignId: unknown });
  const { campaigns } = await costs();
  const named = (name: string) => campaigns.find((one: { name: string }) => one.name === name);
  expect(named("Brand")).toMatchObject({
    ...{ spendCents: 0, perLead: 0, perCalled: 0, perBooked: "nobody" },
  });
  expect(named("Word of mouth")).toMatchObject({ spendCents: null, perLead: "no_spend" });
});

test("a lead from 11 pm counts on the practice's local day", async () => {
  testApp.clock.at("2026-03-18T03:00:00.000Z");
  await ask();
  expect((await costs()).total).toMatchObject({ leads: 1, leadsWithoutSpend: 0 });
});

async function add(name: string, days: Parameters<typeof makeCampaignDays>[2]): Promise<string> {
  const { clientId } = practice;
  const made = await makeCampaign(testApp.deps, { clientId, name, platform: "meta" });
  await makeCampaignDays(testApp.deps, { clientId, ...made }, days);
  return made.campaignId;
}

async function ask(
  outcome: "no_answer" | "spoke" | "booked" | null = null,
  person: { phone?: string; campaignId?: string } = {},
) {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { campaignId, ...person });
  testApp.clock.forward(60_000);
  if (!outcome) return { leadId: lead._id, callId: "" };
  const made = { calledAt: testApp.clock.now, outcome };
  const { call } = await makeCall(testApp.deps, practice, lead._id, made);
  testApp.clock.forward(60_000);
  return { leadId: lead._id, callId: call._id };
}

async function costs(query = "") {
  const path = `/api/leads/figures/costs${query}`;
  return (await testApp.request("GET", path, { token: practice.token })).body;
}
