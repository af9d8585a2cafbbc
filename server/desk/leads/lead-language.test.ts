// Checks every place that handles a lead's data for its language. cspell:ignore Idioma preferido
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

const person = { firstName: "Rosa", lastName: "Delgado", phone: "(813) 555-0142" };

test("a lead's language is unknown at first, and can be set, changed and cleared by hand", async () => {
  const { lead } = await ask("POST", "/api/leads", person);
  expect(lead.language).toBe(null);
  const path = `/api/leads/${lead._id}`;
  for (const [sent, language] of [
    ["es", "es"],
    ["en", "en"],
    ["", null],
    ["es", "es"],
    [null, null],
  ] as const) {
    expect((await ask("PATCH", path, { language: sent })).lead.language).toBe(language);
  }
  expect((await ask("PATCH", path, { firstName: "Ana" })).lead.language).toBe(null);
  const refused = await testApp.request("PATCH", path, {
    ...{ token: practice.token, json: { language: "fr" } },
  });
  expect([refused.status, refused.body.errors]).toEqual([422, { language: expect.any(String) }]);
  expect(await changesOf(lead._id)).toEqual([
    { firstName: { from: "Rosa", to: "Ana" } },
    { language: { from: "es", to: "" } },
    { language: { from: "", to: "es" } },
    { language: { from: "en", to: "" } },
    { language: { from: "es", to: "en" } },
    { language: { from: "", to: "es" } },
  ]);
});

test("a lead can be added with a language, and keeps it when the same person is added again without one", async () => {
  const { lead } = await ask("POST", "/api/leads", { ...person, language: "es" });
  expect(lead.language).toBe("es");
  expect((await ask("POST", "/api/leads", { ...person, language: "" })).lead.language).toBe("es");
  expect((await ask("POST", "/api/leads", { ...person, language: "en" })).lead.language).toBe("en");
});

test("the list and both exports contain a lead's language, and erasing the lead clears it", async () => {
  const answers = [{ name: "Idioma preferido", values: ["Español"] }];
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { ...person, answers });
  expect((await ask("GET", "/api/leads/new?sort=next")).leads).toMatchObject([{ language: "es" }]);
  const file = await testApp.api.request("http://localhost/api/leads/export.csv", {
    headers: { Authorization: `Bearer ${practice.token}` },
  });
  const [header = "", row = ""] = (await file.text()).split("\r\n");
  expect([header.split(",").at(-1), row.split(",").at(-1)]).toEqual(["Language", "Spanish"]);
  const exported = await ask("POST", `/api/leads/${lead._id}/exports`);
  expect(exported.lead.language).toBe("es");
  await ask("POST", `/api/leads/${lead._id}/erasures`, { name: "Rosa Delgado" });
  const { rows } = await testApp.pool.query("select language from leads where id = $1", [lead._id]);
  expect(rows).toEqual([{ language: null }]);
});

test("a lead without a language takes the merged lead's language until the merge is undone", async () => {
  const { clientId } = practice;
  const speaks = (name: string) => ({ answers: [{ name: "language", values: [name] }] });
  const older = await makeInquiry(testApp.deps, clientId, speaks("es"));
  testApp.clock.forward(60_000);
  const newer = await makeInquiry(testApp.deps, clientId);
  const merges = `/api/leads/${newer.lead._id}/merges`;
  expect((await ask("POST", merges, { otherId: older.lead._id })).lead.language).toBe("es");
  await ask("DELETE", `${merges}/${older.lead._id}`);
  expect((await ask("GET", `/api/leads/${newer.lead._id}`)).lead.language).toBe(null);
  await ask("PATCH", `/api/leads/${newer.lead._id}`, { language: "en" });
  const keep = { language: "other" };
  const chosen = await ask("POST", merges, { otherId: older.lead._id, keep });
  expect(chosen.lead.language).toBe("es");
});

async function changesOf(leadId: string) {
  const { timeline } = await ask("GET", `/api/leads/${leadId}`);
  const changes = timeline.filter((entry: { kind: string }) => entry.kind === "changed");
  return changes.map((entry: { data: unknown }) => entry.data);
}

async function ask(method: string, path: string, json?: object) {
  return (await testApp.request(method, path, { token: practice.token, json })).body;
}
