import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { campaigns, leads } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { readByPlan } from "./row-reader.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test("rows read by plan equal the rows that Drizzle reads: timestamps, nulls and unmatched left joins", async () => {
  const { clientId } = await signInClient(testApp);
  await makeInquiry(testApp.deps, clientId);
  await makeInquiry(testApp.deps, clientId);
  const query = () =>
    testApp.deps.db
      .select({
        lead: leads,
        short: { id: leads.id, attempts: leads.attempts },
        campaign: campaigns,
        mixed: { campaignName: campaigns.name, leadId: leads.id },
        told: { answer: sql<number>`42` },
        startedAt: sql<Date>`${leads.startedAt}`.mapWith(leads.startedAt),
        twice: sql<number>`2 * ${leads.attempts}`.as("twice"),
      })
      .from(leads)
      .leftJoin(campaigns, sql`false`)
      .where(eq(leads.clientId, clientId))
      .orderBy(leads.id);
  const read = await readByPlan(query().prepare("read_by_plan")).execute();
  expect(read).toEqual(await query());
  expect(read).toHaveLength(2);
  expect(read[0]).toMatchObject({
    lead: { startedAt: expect.any(Date), firstCalledAt: null },
    campaign: null,
    mixed: { campaignName: null },
    told: { answer: 42 },
    startedAt: expect.any(Date),
    twice: 0,
  });
});
