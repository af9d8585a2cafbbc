// The ladder: what a practice gets about an inquiry, with the clock in the test's hands.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeCall, makeOpenHours } from "#server/db/make.ts";
import { receiveInquiry } from "#server/inquiries/receive-inquiry.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { signIn, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { alertPractice } from "./due-alerts.ts";

const noon = "2026-03-17T16:00:00.000Z";
let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at(noon);
  practice = await signInClient(testApp);
  const hours = { timeZone: "America/New_York", from: "08:00", to: "17:00" };
  await makeOpenHours(testApp.deps, practice.clientId, hours);
  await addDevice("phone");
  await testApp.runJobs();
  testApp.pushes.length = 0;
  testApp.receivedMails.length = 0;
  testApp.texts.length = 0;
});
afterAll(() => testApp.close());

test("a new lead is on the device at once, in an email after five minutes, and the owner knows after ten", async () => {
  const { leadId } = await ask({ firstName: "marisol" });
  await after(0);
  expect(testApp.pushes).toMatchObject([
    {
      endpoint: "https://push.example.com/phone",
      ttlSeconds: 3600,
      topic: expect.stringMatching(/^[\w-]{32}$/),
      payload: {
        ...{ title: "New lead: Marisol", body: "Form sent at 12:00 pm", isSilent: false },
        ...{ url: `/lms/lead?id=${leadId}`, tag: `lead-${leadId}` },
      },
    },
  ]);
  await after(5 * minute - 2000);
  expect(testApp.receivedMails).toEqual([]);
  await after(2000);
  expect(testApp.receivedMails).toMatchObject([
    { to: practice.email, subject: "New lead: Marisol" },
  ]);
  expect(testApp.receivedMails[0]?.text).toContain(`/lms/lead?id=${leadId}`);
  await after(5 * minute);
  expect(testApp.receivedMails).toMatchObject([
    {},
    { subject: "Bayshore Family Dental hasn’t called Marisol" },
  ]);
  await after(60 * minute);
  expect([testApp.pushes.length, testApp.receivedMails.length]).toEqual([1, 2]);
});

test("a second session's device gets it too, and a burst of jobs sends nothing twice", async () => {
  await addDevice("laptop", await signIn(testApp, practice.email, "a phone"));
  await ask();
  await after(0);
  for (let times = 0; times < 3; times += 1) await alertPractice(testApp.deps, practice.clientId);
  await after(0);
  expect(testApp.pushes.map(({ endpoint }) => endpoint).toSorted()).toEqual([
    "https://push.example.com/laptop",
    "https://push.example.com/phone",
  ]);
});

test("at night only devices that want it hear at once, and the others at opening", async () => {
  const token = await signIn(testApp, practice.email, "a phone");
  const night = await addDevice("night", token);
  const path = `/api/alerts/devices/${night}`;
  await testApp.request("PATCH", path, { token, json: { alertsWhenClosed: true } });
  testApp.clock.at("2026-03-18T02:00:00.000Z");
  await ask();
  await after(0);
  expect(sentTo()).toEqual(["night"]);
  testApp.clock.at("2026-03-18T11:59:00.000Z");
  await after(0);
  expect(sentTo()).toEqual(["night"]);
  testApp.clock.at("2026-03-18T12:00:00.000Z");
  await after(0);
  expect(sentTo()).toEqual(["night", "phone"]);
  await after(5 * minute);
  expect(testApp.receivedMails).toHaveLength(1);
});

test("seen at night: nothing at opening", async () => {
  testApp.clock.at("2026-03-18T02:00:00.000Z");
  const { leadId } = await ask();
  await open(leadId);
  testApp.clock.at("2026-03-18T12:00:00.000Z");
  await after(0);
  await after(5 * minute);
  expect([testApp.pushes, testApp.receivedMails]).toEqual([[], []]);
  await after(5 * minute);
  expect(testApp.receivedMails).toMatchObject([
    { subject: expect.stringContaining("hasn’t called") },
  ]);
});

test("called: nothing more; undone: the ladder goes on", async () => {
  const { leadId } = await ask();
  await after(0);
  const called = await makeCall(testApp.deps, practice, leadId, {
    ...{ calledAt: testApp.clock.now, outcome: "no_answer" },
  });
  await after(5 * minute);
  expect(testApp.receivedMails).toEqual([]);
  const voiding = `/api/leads/${leadId}/calls/${called.call._id}/voidings`;
  await testApp.request("POST", voiding, { token: practice.token });
  await after(5 * minute);
  expect(testApp.receivedMails).toMatchObject([
    { subject: expect.stringContaining("hasn’t called") },
  ]);
});

test("while somebody is on the phone the owner isn't told; without a result, ten minutes later", async () => {
  const { leadId } = await ask();
  await after(9 * minute);
  const json = { _id: crypto.randomUUID() };
  await testApp.request("POST", `/api/leads/${leadId}/calls`, { token: practice.token, json });
  await after(minute);
  expect(testApp.receivedMails.filter(({ subject }) => subject.includes("hasn’t"))).toEqual([]);
  await after(9 * minute);
  expect(testApp.receivedMails.filter(({ subject }) => subject.includes("hasn’t"))).toHaveLength(1);
});

const stops = {
  "do not call": (leadId: string) =>
    post(`/api/leads/${leadId}/call-permissions`, { isAllowed: false, reason: "asked us" }),
  archived: (leadId: string) => post(`/api/leads/${leadId}/archive`, { reason: "moved away" }),
  deleted: (leadId: string) =>
    testApp.request("DELETE", `/api/leads/${leadId}`, { token: practice.token }),
  erased: (leadId: string) => post(`/api/leads/${leadId}/erasures`, { name: "Marisol Quintero" }),
};

test.each(Object.entries(stops))("a lead that is %s alerts nobody", async (_, stop) => {
  const { leadId } = await ask();
  expect((await stop(leadId)).status).toBeLessThan(300);
  for (const wait of [0, 5, 5]) await after(wait * minute);
  expect([testApp.pushes, testApp.receivedMails]).toEqual([[], []]);
});

test("an archived lead that is restored goes on with its next step", async () => {
  const { leadId } = await ask();
  await stops.archived(leadId);
  await after(6 * minute);
  await post(`/api/leads/${leadId}/restore`, {});
  await after(4 * minute);
  expect(testApp.receivedMails).toMatchObject([
    { subject: expect.stringContaining("hasn’t called") },
  ]);
});

test("a test, and a lead that was added by hand, alert nobody", async () => {
  await ask({ isTest: true });
  await post("/api/leads", { firstName: "Jo", phone: "8135550143" });
  for (const wait of [0, 5, 5]) await after(wait * minute);
  expect([testApp.pushes, testApp.receivedMails]).toEqual([[], []]);
});

test("a callback alerts at its time, once, and not at a time that it was moved from", async () => {
  const { leadId } = await ask();
  await after(0);
  const callBackAt = new Date(testApp.clock.now.getTime() + 30 * minute);
  const _id = crypto.randomUUID();
  await post(`/api/leads/${leadId}/calls`, { _id, outcome: "call_back", callBackAt });
  const later = new Date(callBackAt.getTime() + 30 * minute);
  await post(`/api/leads/${leadId}/callback`, { callBackAt: later });
  testApp.pushes.length = 0;
  await after(30 * minute);
  expect(callbacks()).toEqual([]);
  await after(30 * minute);
  await after(minute);
  expect(callbacks()).toEqual(["Call back Marisol now"]);
  const again = new Date(testApp.clock.now.getTime() + 10 * minute);
  await post(`/api/leads/${leadId}/callback`, { callBackAt: again });
  await after(10 * minute);
  expect(callbacks()).toHaveLength(2);
});

test("a call that moved a callback is undone: the callback alerts at its first time", async () => {
  const { leadId } = await ask();
  const first = new Date(testApp.clock.now.getTime() + 30 * minute);
  const calls = `/api/leads/${leadId}/calls`;
  await post(calls, { _id: crypto.randomUUID(), outcome: "call_back", callBackAt: first });
  const moved = { _id: crypto.randomUUID(), outcome: "call_back" };
  await after(minute);
  await post(calls, { ...moved, callBackAt: new Date(first.getTime() + 30 * minute) });
  await post(`${calls}/${moved._id}/voidings`, {});
  await after(29 * minute);
  expect(callbacks()).toEqual(["Call back Marisol now"]);
  expect(testApp.pushes.at(-1)?.ttlSeconds).toBe(3600);
  await after(30 * minute);
  expect(callbacks()).toHaveLength(1);
});

test("a callback alerts once, also if an earlier inquiry had one at another time", async () => {
  const email = "marisol.again@example.com";
  const { leadId } = await ask({ email });
  const calls = `/api/leads/${leadId}/calls`;
  const later = new Date(testApp.clock.now.getTime() + 60 * minute);
  await post(calls, { _id: crypto.randomUUID(), outcome: "call_back", callBackAt: later });
  await after(minute);
  await ask({ email });
  const sooner = new Date(testApp.clock.now.getTime() + 20 * minute);
  await after(minute);
  await post(calls, { _id: crypto.randomUUID(), outcome: "call_back", callBackAt: sooner });
  for (let minutes = 0; minutes < 70; minutes += 10) await after(10 * minute);
  expect(callbacks()).toHaveLength(1);
});

test("the campaign is named only where the practice wants it, and a name that isn't one never", async () => {
  const { body } = await testApp.request("PATCH", "/api/alerts", {
    ...{ token: practice.token, json: { showsCampaign: false } },
  });
  expect(body.alerts.showsCampaign).toBe(false);
  await ask({ firstName: "Win $5 at evil.example" });
  await after(0);
  expect(testApp.pushes[0]?.payload.title).toBe("New lead");
});

const acts = ["see", "call", "archive", "restore", "doNotCall", "mayCall", "wait"] as const;

test("in any order of events no step alerts twice, or while it is not needed", async () => {
  const someActs = fc.array(fc.constantFrom(...acts), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(someActs, async (history) => {
      testApp.clock.at(noon);
      testApp.receivedMails.length = 0;
      testApp.pushes.length = 0;
      const { leadId, inquiryId } = await ask();
      await after(0);
      for (const act of [...history, "wait", "wait", "wait", "wait"] as const)
        await does[act](leadId);
      const { rows } = await testApp.pool.query(
        "select step, count(*)::int from alerts where inquiry_id = $1 and step <> 'called' group by 1",
        [inquiryId],
      );
      expect(rows.filter(({ count }) => count > 1)).toEqual([]);
      expect(testApp.receivedMails.length).toBeLessThanOrEqual(2);
      // Nobody reacted within five or ten minutes.
      if (history.every((act) => act === "wait")) expect(testApp.receivedMails).toHaveLength(2);
      await post(`/api/leads/${leadId}/archive`, { reason: "over" });
    }),
    { numRuns: 12 },
  );
}, 60_000);

const does: Record<(typeof acts)[number], (leadId: string) => Promise<unknown>> = {
  see: (leadId) => open(leadId),
  call: (leadId) =>
    post(`/api/leads/${leadId}/calls`, { _id: crypto.randomUUID(), outcome: "no_answer" }),
  archive: (leadId) => post(`/api/leads/${leadId}/archive`, { reason: "later" }),
  restore: (leadId) => post(`/api/leads/${leadId}/restore`, {}),
  doNotCall: (leadId) =>
    post(`/api/leads/${leadId}/call-permissions`, { isAllowed: false, reason: "asked us" }),
  mayCall: (leadId) =>
    post(`/api/leads/${leadId}/call-permissions`, { isAllowed: true, reason: "asked again" }),
  wait: () => after(3 * minute),
};

const minute = 60_000;

/** What a running product does when this much time has passed. */
async function after(milliseconds: number) {
  testApp.clock.forward(milliseconds);
  await alertPractice(testApp.deps, practice.clientId);
  await testApp.runJobs();
}

async function ask(change: { firstName?: string; email?: string; isTest?: boolean } = {}) {
  const { lead, inquiryId } = await testApp.deps.db.transaction((tx) =>
    receiveInquiry(testApp.deps, tx, {
      ...{ clientId: practice.clientId, sourceId: null, campaignId: null },
      person: {
        ...{ firstName: change.firstName ?? "Marisol", lastName: "Quintero" },
        email: change.email ?? `${crypto.randomUUID()}@example.com`,
        ...{ phone: "", answers: [] },
      },
      ...{ submittedAt: testApp.clock.now, receivedAt: testApp.clock.now },
      isTest: change.isTest ?? false,
    }),
  );
  return { leadId: lead._id, inquiryId };
}

async function addDevice(name: string, token = practice.token): Promise<string> {
  const json = { ...aDevice, endpoint: `https://push.example.com/${name}` };
  const { body } = await testApp.request("POST", "/api/alerts/devices", { token, json });
  const own = body.alerts.devices.find((one: { isThisDevice: boolean }) => one.isThisDevice);
  return own._id;
}

function post(path: string, json: object) {
  return testApp.request("POST", path, { token: practice.token, json });
}

const open = (leadId: string) => post(`/api/leads/${leadId}/sightings`, {});
const sentTo = () => testApp.pushes.map(({ endpoint }) => endpoint.split("/").at(-1));
const callbacks = () =>
  testApp.pushes
    .map(({ payload }) => payload.title)
    .filter((title) => title.startsWith("Call back"));
