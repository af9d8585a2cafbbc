// For each field in `contract/lead-fields.ts`, checks every place that handles a lead's data.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { leadFieldLabels } from "#content/lead-fields.ts";
import { eachLeadField, leadFieldNames } from "#contract/lead-fields.ts";
import { makeCall, makeInquiry } from "#server/db/make.ts";
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

const person = { firstName: "Ada", lastName: "Quintero", phone: "(813) 555-0142" };
const first = eachLeadField((name) => `first ${name}`);
const second = eachLeadField((name) => `second ${name}`);

test("a lead added by hand stores these fields, and adding the same person again replaces their values", async () => {
  const { lead } = await ask("POST", "/api/leads", { ...person, ...first });
  expect(lead).toMatchObject(first);
  const again = await ask("POST", "/api/leads", { ...person, ...second });
  expect(again.lead).toMatchObject({ _id: lead._id, ...second });
  expect((await ask("GET", `/api/leads/${lead._id}`)).lead).toMatchObject(second);
  expect(await changesOf(lead._id)).toEqual([changed(first, second)]);
  // Omitted fields keep their values.
  expect((await ask("POST", "/api/leads", person)).lead).toMatchObject(second);
});

test("editing a field adds its old and new value to the timeline", async () => {
  const { lead } = await ask("POST", "/api/leads", { ...person, ...first });
  expect((await ask("PATCH", `/api/leads/${lead._id}`, second)).lead).toMatchObject(second);
  expect(await changesOf(lead._id)).toEqual([changed(first, second)]);
});

test("the tested fields include insurance and the best time to call", () => {
  expect(leadFieldNames).toEqual(expect.arrayContaining(["insurance", "bestTime"]));
});

test("the practice's export and the person's export contain each field", async () => {
  const { lead } = await ask("POST", "/api/leads", { ...person, ...first });
  const file = await testApp.api.request("http://localhost/api/leads/export.csv", {
    headers: { Authorization: `Bearer ${practice.token}` },
  });
  const csv = await file.text();
  const exported = await ask("POST", `/api/leads/${lead._id}/exports`);
  expect(exported.lead).toMatchObject(first);
  for (const name of leadFieldNames) {
    expect(csv).toContain(leadFieldLabels[name]);
    expect(csv).toContain(first[name]);
  }
});

test("erasing a lead clears each field", async () => {
  const { lead } = await ask("POST", "/api/leads", { ...person, ...first });
  await ask("POST", `/api/leads/${lead._id}/erasures`, { name: "Ada Quintero" });
  const { rows } = await testApp.pool.query("select * from leads where id = $1", [lead._id]);
  expect(rows).toHaveLength(1);
  for (const value of Object.values(first)) expect(Object.values(rows[0])).not.toContain(value);
});

const saying = (text: string) => ({ answers: [{ name: "message", values: [text] }] });

test("the list shows a lead's newest message until the lead is erased", async () => {
  const { clientId } = practice;
  const asks = (change: object) => makeInquiry(testApp.deps, clientId, { ...person, ...change });
  const { lead } = await asks(saying("A gap\n<b>in front</b>"));
  expect(lead.message).toBe("A gap <b>in front</b>");
  testApp.clock.forward(60_000);
  expect((await asks({ answers: [] })).lead.message).toBe("A gap <b>in front</b>");
  testApp.clock.forward(60_000);
  expect((await asks(saying("Tuesdays only"))).lead.message).toBe("Tuesdays only");
  // This inquiry was found late: it was submitted before the message that is shown.
  const submittedAt = new Date(testApp.clock.now.getTime() - 600_000);
  expect((await asks({ ...saying("Earlier"), submittedAt })).lead.message).toBe("Tuesdays only");
  const list = await ask("GET", "/api/leads/new?sort=next");
  expect(list.leads).toMatchObject([{ _id: lead._id, message: "Tuesdays only" }]);
  // The message isn't an editable field, so the timeline doesn't show that it changed.
  expect(await changesOf(lead._id)).toEqual([]);
  await ask("POST", `/api/leads/${lead._id}/erasures`, { name: "Ada Quintero" });
  const { rows } = await testApp.pool.query("select message from leads where id = $1", [lead._id]);
  expect(rows).toEqual([{ message: "" }]);
});

test("a new inquiry without a message clears the earlier one once the lead was called", async () => {
  const asks = (change: object) =>
    makeInquiry(testApp.deps, practice.clientId, { ...person, ...change });
  const { lead } = await asks(saying("I chipped a tooth"));
  testApp.clock.forward(60_000);
  const calledAt = new Date(testApp.clock.now);
  await makeCall(testApp.deps, practice, lead._id, { calledAt, outcome: "spoke" });
  testApp.clock.forward(60_000);
  expect((await asks({ answers: [] })).lead).toMatchObject({ _id: lead._id, message: "" });
});

test("a lead without a message shows the merged lead's message until the merge is undone", async () => {
  const { clientId } = practice;
  const older = await makeInquiry(testApp.deps, clientId, saying("A crown"));
  testApp.clock.forward(60_000);
  const newer = await makeInquiry(testApp.deps, clientId);
  const merges = `/api/leads/${newer.lead._id}/merges`;
  const merged = await ask("POST", merges, { otherId: older.lead._id });
  expect(merged.lead).toMatchObject({ _id: newer.lead._id, message: "A crown" });
  await ask("DELETE", `${merges}/${older.lead._id}`);
  const restored = await ask("GET", `/api/leads/${newer.lead._id}`);
  expect(restored.lead.message).toBe("");
});

async function changesOf(leadId: string) {
  const { timeline } = await ask("GET", `/api/leads/${leadId}`);
  const changes = timeline.filter((entry: { kind: string }) => entry.kind === "changed");
  return changes.map((entry: { data: unknown }) => entry.data);
}

function changed(from: typeof first, to: typeof first) {
  return eachLeadField((name) => ({ from: from[name], to: to[name] }));
}

async function ask(method: string, path: string, json?: object) {
  return (await testApp.request(method, path, { token: practice.token, json })).body;
}
