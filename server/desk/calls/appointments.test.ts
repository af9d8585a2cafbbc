import { afterAll, beforeAll, expect, test } from "vitest";
import { makeCall, makeInquiry } from "#server/db/make.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
  practice = await signInClient(testApp);
});
afterAll(() => testApp.close());

// The test clock starts at noon UTC on March 17, 2026.
const soon = "2026-03-24T18:30:00.000Z";

test("an appointment can be set and removed, and is shown on the call, in the timeline and in the export", async () => {
  const { leadId, callId } = await booked();
  const path = `leads/${leadId}/calls/${callId}/appointment`;
  expect((await ask("PUT", path, { appointmentAt: soon })).status).toBe(200);
  // Setting the same appointment again doesn't add a second timeline entry.
  await ask("PUT", path, { appointmentAt: soon });
  const { body } = await ask("GET", `leads/${leadId}`);
  expect(body.calls).toMatchObject([{ _id: callId, appointmentAt: soon }]);
  expect(entries(body)).toEqual([{ callId, appointmentAt: soon }]);
  expect(await exported()).toContain("2026-03-24 14:30:00 EDT");
  await ask("PUT", path, { appointmentAt: null });
  const removed = (await ask("GET", `leads/${leadId}`)).body;
  expect(removed.calls).toMatchObject([{ appointmentAt: null }]);
  expect(entries(removed)).toHaveLength(2);
  expect(await exported()).not.toContain("14:30:00");
});

test("an appointment in the past or too far ahead is rejected", async () => {
  const { leadId, callId } = await booked();
  const path = `leads/${leadId}/calls/${callId}/appointment`;
  for (const appointmentAt of ["2026-03-17T12:00:00.000Z", "2026-01-01T00:00:00.000Z"]) {
    const { status, body } = await ask("PUT", path, { appointmentAt });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ appointmentAt: "That date has passed." });
  }
  const late = await ask("PUT", path, { appointmentAt: "2028-03-17T12:00:00.000Z" });
  expect(late.status).toBe(422);
});

test("an undone call can't have an appointment", async () => {
  const { leadId, callId } = await booked();
  await ask("POST", `leads/${leadId}/calls/${callId}/voidings`);
  const path = `leads/${leadId}/calls/${callId}/appointment`;
  expect((await ask("PUT", path, { appointmentAt: soon })).status).toBe(409);
});

async function booked() {
  const { now } = testApp.clock;
  const submittedAt = new Date(now.getTime() - 60_000);
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { submittedAt });
  const { call } = await makeCall(testApp.deps, practice, lead._id, {
    calledAt: now,
    outcome: "booked",
  });
  return { leadId: lead._id, callId: call._id };
}

function entries({ timeline }: { timeline: { kind: string; data: object }[] }) {
  return timeline.filter(({ kind }) => kind === "appointment_set").map(({ data }) => data);
}

async function exported(): Promise<string> {
  const file = await testApp.api.request("http://localhost/api/leads/export.csv", {
    headers: { Authorization: `Bearer ${practice.token}` },
  });
  return file.text();
}

function ask(method: string, path: string, json?: object) {
  return testApp.request(method, `/api/${path}`, { token: practice.token, json });
}
