// A lead's alert ladder: the alerts that a practice gets about an inquiry. The tests set the clock.
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, inject, test } from "vitest";
import { makeCall, makeCampaign, makeOpenHours } from "#server/db/make.ts";
import { receiveInquiry } from "#server/desk/inquiries/receive-inquiry.ts";
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

test("a new lead alerts the device immediately, the email address after five minutes, and the owner after ten", async () => {
  const { leadId } = await ask({ firstName: "marisol" });
  await after(0);
  expect(testApp.pushes).toMatchObject([
    {
      endpoint: "https://push.example.com/phone",
      ttlSeconds: 3600,
      topic: expect.stringMatching(/^[\w-]{32}$/),
      payload: {
        ...{ title: "New lead: Marisol", body: "Form submitted at 12:00 pm", isSilent: false },
        ...{ url: `/lms/lead?id=${leadId}#call`, tag: `lead-${leadId}` },
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

test("the alert is sent to the devices of two sessions, and repeated jobs don't resend it", async () => {
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

test("at night only devices that opted in are alerted immediately; the other devices are alerted at opening", async () => {
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

test("a lead that was seen at night doesn't trigger an alert at opening", async () => {
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

test("a call stops the alerts, and undoing the call resumes them", async () => {
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

test("the owner isn't alerted during a call, and is alerted ten minutes later if the call has no result", async () => {
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

test.each(Object.entries(stops))("a lead that is %s doesn't alert anyone", async (_, stop) => {
  const { leadId } = await ask();
  expect((await stop(leadId)).status).toBeLessThan(300);
  for (const wait of [0, 5, 5]) await after(wait * minute);
  expect([testApp.pushes, testApp.receivedMails]).toEqual([[], []]);
});

test("a restored lead's alerts continue with the next step", async () => {
  const { leadId } = await ask();
  await stops.archived(leadId);
  await after(6 * minute);
  await post(`/api/leads/${leadId}/restore`, {});
  await after(4 * minute);
  expect(testApp.receivedMails).toMatchObject([
    { subject: expect.stringContaining("hasn’t called") },
  ]);
});

test("test leads and leads added by hand don't alert anyone", async () => {
  await ask({ isTest: true });
  await post("/api/leads", { firstName: "Jo", phone: "8135550143" });
  for (const wait of [0, 5, 5]) await after(wait * minute);
  expect([testApp.pushes, testApp.receivedMails]).toEqual([[], []]);
});

test("a callback alerts once at its time, and a moved callback doesn't alert at its old time", async () => {
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

test("undoing a call that moved a callback restores the callback's original alert time", async () => {
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

test("a callback alerts once, even if an earlier inquiry had a callback at another time", async () => {
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

test("a push shows the campaign only if the practice has turned that setting on", async () => {
  const { campaignId } = await makeCampaign(testApp.deps, {
    ...{ clientId: practice.clientId, name: "Implants in May", platform: "meta" },
  });
  const payloads: string[] = [];
  for (const showsCampaign of [null, true, false]) {
    if (showsCampaign !== null) {
      const json = { showsCampaign };
      const { body } = await testApp.request("PATCH", "/api/alerts", {
        ...{ token: practice.token, json },
      });
      expect(body.alerts.showsCampaign).toBe(showsCampaign);
    }
    await ask({ campaignId });
    await after(0);
    payloads.push(JSON.stringify(testApp.pushes.at(-1)?.payload));
  }
  expect(payloads.map((payload) => payload.includes("Implants in May"))).toEqual([
    ...[false, true, false],
  ]);
});

test("a push notification omits a name that doesn't look like a name", async () => {
  await ask({ firstName: "Win $5 at evil.example" });
  await after(0);
  expect(testApp.pushes[0]?.payload.title).toBe("New lead");
});

test("the owner's email shows the time in the practice's time zone", async () => {
  practice = await signInClient(testApp);
  const hours = { timeZone: "America/Los_Angeles", from: "08:00", to: "17:00" };
  await makeOpenHours(testApp.deps, practice.clientId, hours);
  await ask();
  await after(10 * minute);
  // The practice's email is due too, and the two are delivered in any order.
  const toOwner = testApp.receivedMails.find(({ subject }) => subject.includes("hasn’t called"));
  expect(toOwner?.text).toContain("at 9:00 am PDT");
});

// Plays random histories minute by minute on nights when the clocks change, and compares each alert
// and the minute in which it was sent with a model.

const acts = ["see", "call", "promise", "undo", "archive", "restore", "refuse", "allow"] as const;
type Act = (typeof acts)[number];

const nights = [Date.parse("2026-03-08T04:00:00Z"), Date.parse("2026-11-01T04:00:00Z")];
const someHistory = fc.record({
  startsAt: fc
    .tuple(fc.constantFrom(...nights), fc.integer({ min: 0, max: 8 * 60 }))
    .map(([night, minutes]) => night + minutes * minute),
  hours: fc.constantFrom(
    { timeZone: "America/New_York", from: "00:00", to: "24:00" },
    { timeZone: "America/New_York", from: "03:30", to: "17:00" },
    { timeZone: "America/Chicago", from: "01:00", to: "03:05" },
    { timeZone: "America/Los_Angeles", from: "00:10", to: "04:15" },
  ),
  // Pairs of a tick's index and the action that happens at that tick.
  history: fc.array(fc.tuple(fc.integer({ min: 0, max: 10 }), fc.constantFrom(...acts)), {
    ...{ minLength: 2, maxLength: 10, size: "max" },
  }),
});

test("each needed alert is sent exactly once, in any order of events, even when clocks change", async () => {
  const property = fc.asyncProperty(someHistory, async ({ startsAt, hours, history }) => {
    testApp.clock.at(new Date(startsAt).toISOString());
    practice = await signInClient(testApp);
    await makeOpenHours(testApp.deps, practice.clientId, hours);
    await addDevice(`phone of ${practice.clientId}`.replaceAll(" ", "-"));
    const { leadId, inquiryId } = await ask();
    const model = makeModel();
    const expected: string[] = [];
    for (const [index, tick] of ticksOf(startsAt, hours).entries()) {
      testApp.clock.at(new Date(tick.at).toISOString());
      expected.push(...model.sentAt(tick).map((step) => `${step} ${minutesTo(tick.at)}`));
      await after(0);
      // Actions happen between two alert steps, never at the time of a step.
      testApp.clock.forward(minute / 2);
      for (const [, act] of history.filter(([at]) => at === index)) {
        if (!model.may(act)) continue;
        const callBackAt = new Date(testApp.clock.now.getTime() + 2 * minute);
        const { status } = await does[act](leadId, callBackAt);
        expect([act, status]).toEqual([act, expect.toBeOneOf([200, 201])]);
        model.note(act, callBackAt.getTime());
      }
    }
    const { rows } = await testApp.pool.query<{ step: string; created_at: Date }>(
      "select step, created_at from alerts where inquiry_id = $1 and step <> 'called'",
      [inquiryId],
    );
    const sent = rows.map((row) => `${row.step} ${minutesTo(row.created_at.getTime())}`);
    expect(sent.toSorted()).toEqual(expected.toSorted());

    function minutesTo(at: number) {
      return Math.floor((at - startsAt) / minute);
    }
  });
  await fc.assert(property, { numRuns: inject("isLong") ? 200 : 8 });
}, 900_000);

type Tick = { at: number; isOpen: boolean; openMinutes: number };

/**
 * Counts minutes within business hours by the practice's local time, independently of the code
 * under test.
 */
function ticksOf(startsAt: number, hours: { timeZone: string; from: string; to: string }): Tick[] {
  const clock = new Intl.DateTimeFormat("en-GB", {
    ...{ timeZone: hours.timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  });
  const isOpenAt = (at: number) => {
    const time = clock.format(at);
    return time >= hours.from && time < hours.to;
  };
  const ticks: Tick[] = [];
  let openMinutes = 0;
  for (let at = startsAt; openMinutes < 13; at += minute) {
    const isOpen = isOpenAt(at);
    // Includes the closing minute, when a step may be due.
    if (isOpen || at === startsAt || isOpenAt(at - minute)) ticks.push({ at, isOpen, openMinutes });
    if (isOpen) openMinutes += 1;
  }
  return ticks;
}

function makeModel() {
  const is = { seen: false, called: false, archived: false, refused: false };
  let promisedAt: number | null = null;
  const isOver = new Set<string>();
  const isDue: Record<string, (tick: Tick) => boolean> = {
    now: ({ isOpen }) => isOpen,
    unseen: ({ openMinutes }) => openMinutes >= 5,
    uncalled: ({ openMinutes }) => openMinutes >= 10,
  };
  let isFirst = true;
  const isNeeded = (step: string, isAtReceipt: boolean) =>
    !is.archived && !is.refused && !is.called && (step === "uncalled" || isAtReceipt || !is.seen);
  return {
    sentAt(tick: Tick): string[] {
      const sent: string[] = [];
      for (const [step, due] of Object.entries(isDue)) {
        if (isOver.has(step) || !due(tick)) continue;
        isOver.add(step);
        if (isNeeded(step, step === "now" && isFirst)) sent.push(step);
      }
      isFirst = false;
      if (promisedAt !== null && tick.at >= promisedAt) {
        promisedAt = null;
        if (is.called && !is.archived && !is.refused) sent.push("callback");
      }
      return sent;
    },
    /** Whether the lead desk offers the action in this state. */
    may(act: Act): boolean {
      if (act === "undo") return is.called && !is.archived;
      if (act === "call" || act === "promise") return !is.called && !is.archived && !is.refused;
      if (act === "restore") return is.archived;
      if (act === "archive") return !is.archived;
      if (act === "see") return !is.archived;
      return act === "allow" ? is.refused : !is.refused;
    },
    note(act: Act, callBackAt: number) {
      if (act === "see" || act === "call" || act === "promise") is.seen = true;
      if (act === "call" || act === "promise") is.called = true;
      if (act === "promise") promisedAt = callBackAt;
      if (act === "undo") [is.called, promisedAt] = [false, null];
      if (act === "archive" || act === "restore") is.archived = act === "archive";
      if (act === "refuse" || act === "allow") is.refused = act === "refuse";
    },
  };
}

let callId = "";

function call(leadId: string, result: object) {
  callId = crypto.randomUUID();
  return post(`/api/leads/${leadId}/calls`, { _id: callId, ...result });
}

const permit = (leadId: string, isAllowed: boolean) =>
  post(`/api/leads/${leadId}/call-permissions`, { isAllowed, reason: "asked us" });

const does: Record<Act, (leadId: string, at: Date) => Promise<{ status: number }>> = {
  see: (leadId) => open(leadId),
  call: (leadId) => call(leadId, { outcome: "no_answer" }),
  promise: (leadId, callBackAt) => call(leadId, { outcome: "call_back", callBackAt }),
  undo: (leadId) => post(`/api/leads/${leadId}/calls/${callId}/voidings`, {}),
  archive: (leadId) => post(`/api/leads/${leadId}/archive`, { reason: "later" }),
  restore: (leadId) => post(`/api/leads/${leadId}/restore`, {}),
  refuse: (leadId) => permit(leadId, false),
  allow: (leadId) => permit(leadId, true),
};

const minute = 60_000;

/** Advances the clock and runs the jobs that are then due, as the running app does. */
async function after(milliseconds: number) {
  testApp.clock.forward(milliseconds);
  await alertPractice(testApp.deps, practice.clientId);
  await testApp.runJobs();
}

type Asked = { firstName?: string; email?: string; isTest?: boolean; campaignId?: string };

async function ask(change: Asked = {}) {
  const { lead, inquiryId } = await testApp.deps.db.transaction((tx) =>
    receiveInquiry(testApp.deps, tx, {
      ...{ clientId: practice.clientId, sourceId: null },
      campaignId: change.campaignId ?? null,
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
