// Assigning a lead to oneself or to a colleague.
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { signInClient, signInMember } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let mei: Awaited<ReturnType<typeof signInMember>>;
let leadId: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  practice = await signInClient(testApp);
  mei = await signInMember(testApp, practice.clientId);
  leadId = (await makeInquiry(testApp.deps, practice.clientId)).lead._id;
});
afterAll(() => testApp.close());

test("the timeline shows when a lead is assigned, reassigned and unassigned", async () => {
  expect((await assign(mei.accountId)).body.lead.assignee).toEqual({
    ...{ _id: mei.accountId, name: "Miguel" },
  });
  expect((await assign(mei.accountId)).status).toBe(200);
  expect((await assign(practice.accountId)).body.lead.assignee).toMatchObject({ name: "Dana" });
  expect((await assign(null)).body.lead.assignee).toBeNull();
  const { body } = await testApp.request("GET", `/api/leads/${leadId}`, { token: mei.token });
  const changes = body.timeline.flatMap(({ data }: { data: { assignee?: object } }) =>
    data.assignee ? [data.assignee] : [],
  );
  expect(changes).toEqual([
    { from: "Dana", to: "" },
    { from: "Miguel", to: "Dana" },
    { from: "", to: "Miguel" },
  ]);
});

test("a lead can be assigned only to a person who can log in to the practice", async () => {
  const other = await signInClient(testApp);
  await testApp.request("PATCH", `/api/clients/me/people/${mei.accountId}`, {
    ...{ token: practice.token, json: { isDeactivated: true } },
  });
  for (const id of [other.accountId, mei.accountId, randomUUID()]) {
    expect(await assign(id)).toMatchObject({ status: 422 });
  }
  const { body } = await testApp.request("GET", `/api/leads/${leadId}`, { token: practice.token });
  expect(body.lead.assignee).toBeNull();
});

test("the queue can be filtered by assignee", async () => {
  await makeInquiry(testApp.deps, practice.clientId);
  await assign(mei.accountId);
  const list = async (assignee: string) => {
    const path = `/api/leads/new?assignee=${assignee}&sort=next`;
    return (await testApp.request("GET", path, { token: mei.token })).body;
  };
  expect(await list(mei.accountId)).toMatchObject({ total: 1, leads: [{ _id: leadId }] });
  expect(await list(practice.accountId)).toMatchObject({ total: 0, leads: [] });
});

test("the list of possible assignees has only people who can log in", async () => {
  const ask = () => testApp.request("GET", "/api/clients/getClient", { token: practice.token });
  const names = async () =>
    (await ask()).body.person.colleagues.map(({ name }: { name: string }) => name);
  expect(await names()).toEqual(["Dana", "Miguel"]);
  await testApp.request("PATCH", `/api/clients/me/people/${mei.accountId}`, {
    ...{ token: practice.token, json: { isDeactivated: true } },
  });
  expect(await names()).toEqual(["Dana"]);
});

function assign(assignee: string | null) {
  const { token } = practice;
  return testApp.request("PATCH", `/api/leads/${leadId}`, { token, json: { assignee } });
}
