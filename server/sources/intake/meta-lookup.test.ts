// Looking up the pages and forms that a token can read, from which the owner picks.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makePlatformId } from "#server/db/make.ts";
import { GraphRefusal } from "#server/outside/graph.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { lookUpPages } from "./meta-lookup.ts";

const pageToken = "EAA-personsToken";
const gulf = { id: "11", name: "Gulf Dental", token: "EAA-gulf" };
const bay = { id: "12", name: "Bay Dental", token: "EAA-bay" };

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
  owner = await signInAdmin(testApp);
  practice = await signInClient(testApp);
});
beforeEach(() => {
  Object.assign(testApp.metaPages, { pages: [gulf, bay], refusal: null, refusals: {}, calls: [] });
  testApp.metaPages.forms = new Map([["12", [{ id: "121", name: "Aligners" }]]]);
});
afterAll(() => testApp.close());

test("a lookup returns several pages without forms, and the forms of a page once it is chosen, but never a token", async () => {
  const first = await lookUp({ pageToken });
  expect([first.status, first.body]).toEqual([
    200,
    {
      pages: [
        { _id: "11", name: "Gulf Dental" },
        { _id: "12", name: "Bay Dental" },
      ],
      forms: null,
    },
  ]);
  const chosen = await lookUp({ pageToken, page: "12" });
  expect(chosen.body.forms).toEqual([{ _id: "121", name: "Aligners" }]);
  expect(testApp.metaPages.calls.at(-1)).toEqual({ name: "listForms", token: "EAA-bay" });
  expect(JSON.stringify([first.body, chosen.body])).not.toContain("EAA");
});

test("a lookup returns a single page together with its forms", async () => {
  testApp.metaPages.pages = [bay];
  expect((await lookUp({ pageToken })).body.forms).toEqual([{ _id: "121", name: "Aligners" }]);
});

test.each([
  ["no page", {}, 409],
  ["a rejected token", { refusal: new GraphRefusal("Graph: Expired", false, true) }, 409],
  ["no response", { refusal: new GraphRefusal("Graph returned status 500", false) }, 503],
])("a lookup with %s returns an error", async (_, state, status) => {
  Object.assign(testApp.metaPages, { pages: [], ...state });
  expect((await lookUp({ pageToken })).status).toBe(status);
});

test("a lookup that doesn't get a response times out", async () => {
  testApp.metaPages.meanwhile = () => new Promise(() => undefined);
  await expect(lookUpPages(testApp.deps, { pageToken }, 20)).rejects.toMatchObject({
    code: "unavailable",
  });
  testApp.metaPages.meanwhile = async () => undefined;
});

test("a lookup of a Facebook page that the token can't read is rejected with a field error", async () => {
  expect(await lookUp({ pageToken, page: "13" })).toMatchObject({
    ...{ status: 422, body: { errors: { page: expect.any(String) } } },
  });
});

test("a person's token is replaced by the token of the page, or stored as typed if Meta doesn't return that", async () => {
  expect(await connectWith("12")).toBe("EAA-bay");
  testApp.metaPages.refusal = new GraphRefusal("Graph returned status 500", false);
  expect(await connectWith("12")).toBe(pageToken);
});

function lookUp(json: object) {
  return testApp.request("POST", "/api/admin/meta-pages", { token: owner.token, json });
}

/** Connects a form of the page. Returns the token that the check of the source then uses. */
async function connectWith(page: string) {
  const form = makePlatformId();
  const json = { kind: "meta", client: practice.clientId, name: "A form", page, form, pageToken };
  const { status } = await testApp.request("POST", "/api/admin/sources", {
    ...{ token: owner.token, json },
  });
  expect(status).toBe(201);
  testApp.metaPages.refusal = null;
  testApp.metaPages.calls = [];
  await testApp.runJobs();
  return testApp.metaPages.calls.find(({ name }) => name === "checkToken")?.token;
}
