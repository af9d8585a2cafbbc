import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { clients } from "#server/db/schema.ts";
import { signIn, signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

// Reads that start before the session is looked up, because their token is known.
const readAhead = [
  "/api/leads/new",
  "/api/leads/cot",
  "/api/leads/count",
  "/api/leads/figures",
  "/api/leads/inquiries",
  "/api/leads/archive?list=leads",
];

let testApp: TestApp;
beforeAll(async () => {
  testApp = await openTestApp();
});
afterAll(() => testApp.close());

test.each(readAhead)("a cached token is rejected after a logout: %s", async (path) => {
  const { clientId, token } = await signInClient(testApp);
  await makeInquiry(testApp.deps, clientId, { firstName: "Marisol" });
  const headers = { Cookie: `clientToken=${token}` };
  for (let asked = 0; asked < 2; asked += 1) {
    expect((await testApp.request("GET", path, { headers })).status).toBe(200);
  }
  await testApp.request("DELETE", "/api/credentials", { headers });
  const refused = await testApp.request("GET", path, { headers });
  expect(refused.status).toBe(401);
  expect(Object.keys(refused.body).toSorted()).toEqual(["code", "message", "status"]);
  expect(refused.headers.get("Set-Cookie")).toMatch(/^clientToken=; Max-Age=0/);
});

test("a cached token of a suspended practice can't read leads", async () => {
  const { clientId, token } = await signInClient(testApp);
  const headers = { Authorization: `Bearer ${token}` };
  expect((await testApp.request("GET", "/api/leads/new", { headers })).status).toBe(200);
  await testApp.deps.db
    .update(clients)
    .set({ suspendedAt: testApp.deps.now() })
    .where(eq(clients.id, clientId));
  const refused = await testApp.request("GET", "/api/leads/new", { headers });
  expect(refused.status).toBe(403);
  expect(refused.body).not.toHaveProperty("leads");
  await testApp.deps.db.update(clients).set({ suspendedAt: null }).where(eq(clients.id, clientId));
  expect((await testApp.request("GET", "/api/leads/new", { headers })).status).toBe(200);
});

test("two practices with alternating requests each get only their own leads, and an invalid request is rejected", async () => {
  const [one, other] = [await signInClient(testApp), await signInClient(testApp)];
  await makeInquiry(testApp.deps, one.clientId, { firstName: "Marisol" });
  await makeInquiry(testApp.deps, other.clientId, { firstName: "Beatrice" });
  const namesFor = async (token: string) => {
    const headers = { Authorization: `Bearer ${token}` };
    const { body } = await testApp.request("GET", "/api/leads/new", { headers });
    return body.leads.map((lead: { firstName: string }) => lead.firstName);
  };
  for (let round = 0; round < 3; round += 1) {
    const names = await Promise.all([namesFor(one.token), namesFor(other.token)]);
    expect(names).toEqual([["Marisol"], ["Beatrice"]]);
  }
  const headers = { Authorization: `Bearer ${one.token}` };
  const refused = await testApp.request("GET", "/api/leads/new?limit=invalid", { headers });
  expect(refused.status).toBe(422);
});

test("?client= is rejected for a practice with a cached token and accepted for an owner", async () => {
  const [practice, owner] = [await signInClient(testApp), await signInAdmin(testApp)];
  const path = `/api/leads/new?client=${practice.clientId}`;
  const asPractice = { Authorization: `Bearer ${practice.token}` };
  expect((await testApp.request("GET", "/api/leads/new", { headers: asPractice })).status).toBe(
    200,
  );
  expect((await testApp.request("GET", path, { headers: asPractice })).status).toBe(403);
  const asOwner = { Authorization: `Bearer ${owner.token}` };
  for (let asked = 0; asked < 2; asked += 1) {
    expect((await testApp.request("GET", path, { headers: asOwner })).status).toBe(200);
    expect((await testApp.request("GET", "/api/leads/new", { headers: asOwner })).status).toBe(403);
  }
});

test("a new token works after the same person's old token was logged out", async () => {
  const { email, clientId, token } = await signInClient(testApp);
  await makeInquiry(testApp.deps, clientId);
  const ask = (bearer: string) =>
    testApp.request("GET", "/api/leads/new", { headers: { Authorization: `Bearer ${bearer}` } });
  await ask(token);
  await testApp.request("DELETE", "/api/credentials", {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect((await ask(token)).status).toBe(401);
  const renewed = await signIn(testApp, email);
  expect((await ask(renewed)).body.total).toBe(1);
});
