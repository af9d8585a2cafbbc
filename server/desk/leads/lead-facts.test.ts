// For each fact in `contract/lead-facts.ts`, checks every place that handles a lead's data.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { leadFactLabels } from "#content/lead-fields.ts";
import { eachLeadFact, leadFactNames } from "#contract/lead-facts.ts";
import { makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
let leadId: string;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  practice = await signInClient(testApp);
  leadId = (await makeInquiry(testApp.deps, practice.clientId, { firstName: "Ada" })).lead._id;
});
afterAll(() => testApp.close());

const yes = eachLeadFact(() => true);
const no = eachLeadFact(() => false);
const said = () => ({ at: testApp.clock.now.toISOString(), by: expect.stringMatching(/^Dana /) });

test("a fact shows who recorded it first and when, until it is removed, and the timeline shows both changes", async () => {
  const { lead } = await ask("PATCH", `/api/leads/${leadId}`, { facts: yes });
  expect(lead.facts).toEqual(eachLeadFact(said));
  const first = lead.facts;
  testApp.clock.forward(60_000);
  // Recording it again doesn't change who recorded it first.
  const again = await ask("PATCH", `/api/leads/${leadId}`, { facts: yes, interest: "Crowns" });
  expect(again.lead).toMatchObject({ facts: first, interest: "Crowns" });
  const taken = await ask("PATCH", `/api/leads/${leadId}`, { facts: no });
  expect(taken.lead.facts).toEqual(eachLeadFact(() => null));
  const { timeline } = await ask("GET", `/api/leads/${leadId}`);
  const changes = timeline.flatMap(({ kind, data }: { kind: string; data: object }) =>
    kind === "changed" && leadFactNames.some((name) => name in data) ? [data] : [],
  );
  expect(changes).toEqual([
    eachLeadFact(() => ({ from: "yes", to: "" })),
    eachLeadFact(() => ({ from: "", to: "yes" })),
  ]);
});

test.each([[{ facts: { unheardOf: true } }], [{ facts: { insuranceVerified: "yes" } }]])(
  "%j doesn't change any fact",
  async (json) => {
    await testApp.request("PATCH", `/api/leads/${leadId}`, { token: practice.token, json });
    const { lead } = await ask("GET", `/api/leads/${leadId}`);
    expect(lead.facts).toEqual(eachLeadFact(() => null));
  },
);

test("the practice's export and the person's export contain each fact, and an erasure clears it", async () => {
  await ask("PATCH", `/api/leads/${leadId}`, { facts: yes });
  const file = await testApp.api.request("http://localhost/api/leads/export.csv", {
    headers: { Authorization: `Bearer ${practice.token}` },
  });
  const csv = await file.text();
  for (const name of leadFactNames) expect(csv).toContain(leadFactLabels[name]);
  expect(csv).toContain(`Dana Whitfield, ${testApp.clock.now.toISOString()}`);
  const exported = await ask("POST", `/api/leads/${leadId}/exports`);
  expect(exported.lead.facts).toEqual(eachLeadFact(said));
  await ask("POST", `/api/leads/${leadId}/erasures`, {
    name: `${exported.lead.firstName} ${exported.lead.lastName}`,
  });
  const { rows } = await testApp.pool.query("select facts from leads where id = $1", [leadId]);
  expect(rows).toEqual([{ facts: {} }]);
});

async function ask(method: string, path: string, json?: object) {
  const { body } = await testApp.request(method, path, {
    token: practice.token,
    ...(json && { json }),
  });
  return body;
}
