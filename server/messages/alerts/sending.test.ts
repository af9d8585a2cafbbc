// How alerts are sent: provider responses, replacement after a call, bursts, and the timeline.
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { makeFormSource, makeOpenHours } from "#server/db/make.ts";
import { receiveInquiry } from "#server/desk/inquiries/receive-inquiry.ts";
import { AppError } from "#server/errors.ts";
import type { Rule } from "#server/http/limits.ts";
import { sweepMail } from "#server/messages/mail/mail.jobs.ts";
import type { PushAnswer } from "#server/outside/push.ts";
import { signWebhook } from "#server/outside/twilio.ts";
import { aDevice } from "#server/testing/access-matrix.ts";
import { signIn, signInClient } from "#server/testing/people.ts";
import { shareDevice, sharedPin } from "#server/testing/shared-device.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { sweepAlerts } from "./alert-sweeps.ts";
import { alertPractice } from "./due-alerts.ts";
import { sendAlert } from "./send-alert.ts";

let testApp: TestApp;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-17T16:00:00.000Z");
  practice = await signInClient(testApp);
  const hours = { timeZone: "America/New_York", from: "08:00", to: "17:00" };
  await makeOpenHours(testApp.deps, practice.clientId, hours);
  await testApp.runJobs();
  for (const list of [testApp.pushes, testApp.receivedMails, testApp.texts]) list.length = 0;
});
afterAll(() => testApp.close());

test("the lead's timeline shows when an alert was accepted, shown and opened", async () => {
  const deviceId = await addDevice("phone");
  const leadId = await ask();
  await after(0);
  const id = testApp.pushes[0]?.payload._id;
  expect(await timeline(leadId)).toMatchObject([
    { kind: "alert_sent", data: { channel: "push", to: expect.any(String), step: "now" } },
  ]);
  testApp.clock.forward(700);
  for (const report of ["shown", "shown", "opened", "opened"]) {
    expect((await post(`/api/alerts/${id}/${report}`)).status).toBe(201);
  }
  expect((await timeline(leadId)).map(({ kind }) => kind)).toEqual([
    ...["alert_sent", "alert_shown", "alert_opened"],
  ]);
  const { rows } = await testApp.pool.query("select alerted_at from inquiries where lead_id = $1", [
    leadId,
  ]);
  expect(rows).toEqual([{ alerted_at: testApp.clock.now }]);
  const { devices } = (await testApp.request("GET", "/api/alerts", { token: practice.token })).body;
  expect(devices).toMatchObject([{ _id: deviceId, lastShownAt: testApp.clock.now.toISOString() }]);
  expect((await post(`/api/alerts/${crypto.randomUUID()}/shown`)).status).toBe(404);
  const other = await signInClient(testApp);
  const foreign = { token: other.token, json: {} };
  expect((await testApp.request("POST", `/api/alerts/${id}/shown`, foreign)).status).toBe(404);
});

test("an accepted push alone doesn't mark the lead as alerted", async () => {
  await addDevice("phone");
  const leadId = await ask();
  await after(0);
  const { rows } = await testApp.pool.query("select alerted_at from inquiries where lead_id = $1", [
    leadId,
  ]);
  expect(rows).toEqual([{ alerted_at: null }]);
});

test("a shared device's report counts only while the device is unlocked", async () => {
  const token = await shareDevice(testApp, practice.token);
  await addDevice("front-desk", token);
  const leadId = await ask();
  await after(0);
  const shown = `/api/alerts/${testApp.pushes[0]?.payload._id}/shown`;
  const asDevice = (path: string, json: object) =>
    testApp.request("POST", path, { token, json }).then(({ status }) => status);
  await asDevice("/api/shared-device/locks", {});
  expect(await asDevice(shown, {})).toBe(403);
  expect((await timeline(leadId)).map(({ kind }) => kind)).toEqual(["alert_sent"]);
  await asDevice("/api/shared-device/unlocks", { accountId: practice.accountId, pin: sharedPin });
  expect(await asDevice(shown, {})).toBe(201);
  expect((await timeline(leadId)).map(({ kind }) => kind)).toEqual(["alert_sent", "alert_shown"]);
});

const permanent: [string, PushAnswer, object[]][] = [
  ["sent to an expired subscription", { result: "gone" }, []],
  ["rejected", { result: "refused", problem: "refused" }, [{ problem: "refused" }]],
  ["too large", { result: "refused", problem: "too_large" }, [{ problem: "too_large" }]],
];

test.each(permanent)(
  "a push notification that is %s isn't retried, and the timeline shows that it failed",
  async (_, answer, devices) => {
    await addDevice("phone");
    const leadId = await ask();
    testApp.pushAnswers.push(answer);
    await after(0);
    await after(2 * minute);
    expect(testApp.pushes).toHaveLength(1);
    expect((await timeline(leadId)).map(({ kind }) => kind)).toEqual(["alert_refused"]);
    const settings = await testApp.request("GET", "/api/alerts", { token: practice.token });
    expect(settings.body.devices).toMatchObject(devices);
  },
);

test("a push to a busy service is retried after the delay that the service asks for, with the same topic", async () => {
  await addDevice("phone");
  const leadId = await ask();
  testApp.pushAnswers.push({ result: "later", problem: "busy", retryAfterSeconds: 30 });
  await after(0);
  await after(29_999);
  await sendQueued();
  expect(testApp.pushes).toHaveLength(1);
  testApp.clock.forward(1);
  await sendQueued();
  expect(testApp.pushes).toHaveLength(2);
  expect(testApp.pushes[1]?.topic).toBe(testApp.pushes[0]?.topic);
  expect((await timeline(leadId)).map(({ kind }) => kind)).toEqual(["alert_sent"]);
});

test("a push to an unreachable service is retried for at most 60 minutes", async () => {
  await addDevice("phone");
  const leadId = await ask();
  const pauses: number[] = [];
  for (let minutes = 0; minutes < 70; minutes += 1) {
    testApp.pushAnswers.splice(0, 1, { result: "later", problem: "unreachable" });
    const before = testApp.pushes.length;
    await after(minutes === 0 ? 0 : minute);
    await sweep();
    if (testApp.pushes.length > before) pauses.push(minutes);
  }
  testApp.pushAnswers.length = 0;
  expect(pauses.length).toBeGreaterThan(4);
  expect(pauses.length).toBeLessThan(20);
  expect(pauses.at(-1)).toBeLessThan(60);
  expect((await timeline(leadId)).filter(({ kind }) => kind === "alert_refused")).toHaveLength(1);
});

test("a call silently replaces the notifications on other devices, once", async () => {
  await addDevice("phone");
  const laptop = await signIn(testApp, practice.email, "a phone");
  await addDevice("laptop", laptop);
  const leadId = await ask();
  await after(0);
  const json = { _id: crypto.randomUUID() };
  const path = `/api/leads/${leadId}/calls`;
  await testApp.request("POST", path, { token: laptop, json });
  await after(0);
  await testApp.request("POST", path, { token: laptop, json: { ...json, outcome: "spoke" } });
  await after(0);
  const [first, second, called, ...rest] = testApp.pushes;
  expect([first, second].map((one) => one?.payload.isSilent)).toEqual([false, false]);
  expect(called).toMatchObject({
    ...{ endpoint: "https://push.example.com/phone", topic: first?.topic },
    payload: { title: "Called by Dana", isSilent: true, tag: `lead-${leadId}` },
  });
  expect(rest).toEqual([]);
  expect((await timeline(leadId)).filter(({ kind }) => kind === "alert_sent")).toHaveLength(2);
});

test("the first five leads in a minute send separate notifications, and later ones share one message", async () => {
  await addDevice("phone");
  const leadIds: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    leadIds.push(await ask());
    await after(100);
  }
  expect(testApp.pushes).toHaveLength(5);
  await after(10_000);
  const [burst, ...more] = testApp.pushes.slice(5);
  expect(burst?.payload).toMatchObject({
    ...{ title: "12 new leads", tag: "leads", url: "/lms/dashboard" },
  });
  expect(more).toEqual([]);
  // Each lead has its own timeline entry.
  for (const leadId of leadIds) {
    expect((await timeline(leadId)).map(({ kind }) => kind)).toEqual(["alert_sent"]);
  }
  await post(`/api/alerts/${burst?.payload._id}/shown`);
  expect((await timeline(leadIds[11] ?? "")).map(({ kind }) => kind)).toContain("alert_shown");
  // Each later alert step sends one email for all the leads.
  await after(5 * minute);
  await after(minute);
  expect(testApp.receivedMails.map(({ subject }) => subject)).toEqual(["12 new leads"]);
  await after(5 * minute);
  expect(testApp.receivedMails).toMatchObject([
    {},
    { subject: "Bayshore Family Dental hasn’t called 12 leads" },
  ]);
});

test("a burst notification counts only people who are still waiting, each person once", async () => {
  await addDevice("phone");
  const called = [await ask(), await ask(), await ask()];
  await ask({ email: "marisol@example.com" });
  await ask();
  await after(100);
  expect(testApp.pushes).toHaveLength(5);
  for (const leadId of called) {
    await post(`/api/leads/${leadId}/calls`, { _id: crypto.randomUUID(), outcome: "no_answer" });
  }
  testApp.pushes.length = 0;
  await ask({ email: "marisol@example.com" });
  for (let count = 0; count < 4; count += 1) await ask();
  await after(0);
  await after(10_000);
  const news = testApp.pushes.filter(({ payload }) => !payload.isSilent);
  expect(news.map(({ payload }) => payload.title)).toEqual(["6 new leads"]);
});

test("leads that didn't need an alert at opening don't turn the next lead into a burst", async () => {
  await addDevice("phone");
  testApp.clock.at("2026-03-18T02:00:00.000Z");
  for (let count = 0; count < 6; count += 1) await post(`/api/leads/${await ask()}/sightings`);
  testApp.clock.at("2026-03-18T12:00:00.000Z");
  await after(0);
  expect(testApp.pushes).toEqual([]);
  await ask();
  await after(1000);
  expect(testApp.pushes.map(({ payload }) => payload.title)).toEqual(["New lead: Marisol"]);
});

test("a flood of leads sends five notifications, then about one message a minute", async () => {
  await addDevice("phone");
  for (let count = 0; count < 40; count += 1) {
    await ask();
    await after(3000);
  }
  await after(60_000);
  const bursts = testApp.pushes.filter(({ payload }) => payload.tag === "leads");
  expect(testApp.pushes.length - bursts.length).toBe(5);
  expect(bursts.length).toBeLessThanOrEqual(4);
});

test("overnight leads share one message at opening", async () => {
  await addDevice("phone");
  testApp.clock.at("2026-03-18T02:00:00.000Z");
  for (let count = 0; count < 7; count += 1) await ask();
  testApp.clock.at("2026-03-18T12:00:00.000Z");
  await after(0);
  expect(testApp.pushes.map(({ payload }) => payload.title)).toEqual(["7 new leads"]);
});

test("an alert email delayed by the mail server isn't sent once someone has called the lead", async () => {
  await addEmail("desk@example.com");
  const called = await ask();
  testApp.mailAnswers.push({ result: "later", problem: "busy" });
  await after(5 * minute);
  expect(testApp.receivedMails).toHaveLength(1);
  await post(`/api/leads/${called}/calls`, { _id: crypto.randomUUID(), outcome: "no_answer" });
  await sweepMail(testApp.deps);
  await after(minute);
  expect(testApp.receivedMails).toHaveLength(1);
  expect((await timeline(called)).at(-1)).toMatchObject({
    ...{ kind: "alert_refused", data: { channel: "email" } },
  });
});

test("a push retry waits while someone is calling the lead and is dropped once the lead has been seen", async () => {
  await addDevice("phone");
  const leadId = await ask();
  testApp.pushAnswers.push({ result: "later", problem: "busy", retryAfterSeconds: 30 });
  await after(0);
  const _id = crypto.randomUUID();
  await post(`/api/leads/${leadId}/calls`, { _id });
  await after(31_000);
  expect(testApp.pushes).toHaveLength(1);
  await post(`/api/leads/${leadId}/calls/${_id}/voidings`);
  await after(11 * minute);
  expect(testApp.pushes).toHaveLength(1);
});

test("emails and texts go to confirmed addresses, and the timeline shows the email's delivery", async () => {
  await addNumber();
  await addEmail("desk@example.com");
  const leadId = await ask();
  testApp.mailAnswers.push({ result: "refused", problem: "no such user" });
  await after(5 * minute);
  expect(testApp.receivedMails.map(({ to }) => to)).toEqual(["desk@example.com"]);
  expect(testApp.texts).toMatchObject([
    { to: "+18135550142", body: expect.stringMatching(/^New lead: Marisol\. Call now: http/) },
  ]);
  const entries = await timeline(leadId);
  expect(entries).toHaveLength(2);
  expect(entries).toEqual(
    expect.arrayContaining([
      { kind: "alert_sent", data: { channel: "text", to: "+18135550142", step: "unseen" } },
      { kind: "alert_refused", data: { channel: "email", to: "desk@example.com", step: "unseen" } },
    ]),
  );
});

test("an email address or number with a pending code doesn't get alerts", async () => {
  await post("/api/alerts/addresses", { kind: "text", address: "8135550142" });
  await post("/api/alerts/addresses", { kind: "email", address: "desk@example.com" });
  await testApp.runJobs();
  for (const list of [testApp.receivedMails, testApp.texts]) list.length = 0;
  await ask();
  await after(5 * minute);
  expect(testApp.texts).toEqual([]);
  // The alert goes to the manager's own email address instead.
  expect(testApp.receivedMails.map(({ to }) => to)).toEqual([practice.email]);
});

test("a text with unknown delivery is never resent, and a report from Twilio then sets its state", async () => {
  await addNumber();
  const leadId = await ask();
  testApp.textAnswers.push({ result: "unknown" });
  await after(5 * minute);
  for (let times = 0; times < 3; times += 1) {
    await after(minute);
    await sweep();
  }
  expect(testApp.texts).toHaveLength(1);
  expect((await timeline(leadId)).map(({ kind }) => kind)).toContain("alert_unknown");
  expect((await report({ MessageSid: "SM1", MessageStatus: "delivered" })).status).toBe(200);
  expect((await timeline(leadId)).map(({ kind }) => kind)).toContain("alert_sent");
});

test("texts rejected by the daily limit are on the timeline, and the practice and the owner are notified once a day", async () => {
  await addNumber();
  const { body: unused } = await testApp.request("GET", "/api/alerts", { token: practice.token });
  expect(unused.textsResumeAt).toBeNull();
  await useUpTexts();
  const leadId = await ask();
  await ask();
  await after(5 * minute);
  await ask();
  await after(5 * minute);
  expect(testApp.texts).toEqual([]);
  const refused = (await timeline(leadId)).filter(({ kind }) => kind === "alert_refused");
  expect(refused).toMatchObject([{ data: { channel: "text", problem: "limit" } }]);
  const notices = () =>
    testApp.receivedMails
      .filter(({ subject }) => subject.includes("today’s text limit"))
      .map(({ to, subject }) => ({ to, subject }));
  const once = [
    { to: practice.email, subject: "You’ve reached today’s text limit" },
    {
      to: expect.not.stringMatching(practice.email),
      subject: "Bayshore Family Dental has reached today’s text limit",
    },
  ];
  expect(notices()).toEqual(once);
  const day = 24 * 60 * minute;
  const { body: used } = await testApp.request("GET", "/api/alerts", { token: practice.token });
  const left = Date.parse(used.textsResumeAt) - testApp.clock.now.getTime();
  expect(left > 0 && left <= day).toBe(true);
  // The next day has its own limit.
  testApp.clock.forward(day);
  await testApp.pool.query("delete from rate_limits where key like 'textsPerPractice%'");
  await useUpTexts();
  await ask();
  await after(5 * minute);
  expect(notices()).toEqual([...once, ...once]);
});

test("a flood of leads from one form doesn't use up other leads' texts, and managers are notified once", async () => {
  await addNumber();
  const { sourceId } = await makeFormSource(testApp.deps, practice.clientId);
  await useUp("textsPerForm");
  for (let lead = 0; lead < 3; lead += 1) {
    await ask({ sourceId });
    await after(5 * minute);
  }
  expect(testApp.texts).toEqual([]);
  const told = testApp.receivedMails.filter(({ subject }) => subject.includes("text limit"));
  expect(told.map(({ to }) => to)).toEqual([practice.email, expect.any(String)]);
  expect(told[0]?.text).toContain("A web form at Bayshore Family Dental has reached");
  await ask();
  await after(5 * minute);
  expect(testApp.texts).toHaveLength(1);
});

test("a person who inquires repeatedly before being called triggers only one text", async () => {
  await addNumber();
  for (let time = 0; time < 3; time += 1) {
    await ask({ email: "again@example.com" });
    await after(5 * minute);
  }
  expect(testApp.texts).toHaveLength(1);
});

test("a text that the provider can't accept yet is retried later", async () => {
  await addNumber();
  await ask();
  testApp.textAnswers.push({ result: "later" });
  await after(5 * minute);
  await after(61_000);
  await sweep();
  expect(testApp.texts).toHaveLength(2);
});

test.each([
  ["opted out", { ErrorCode: "21610" }, "opted_out"],
  ["can't be reached", { ErrorCode: "30003" }, "refused"],
])("a number that %s doesn't get more texts", async (_, fields, problem) => {
  await addNumber();
  const leadId = await ask();
  await after(5 * minute);
  await report({ MessageSid: "SM1", MessageStatus: "undelivered", ...fields });
  expect((await timeline(leadId)).map(({ kind }) => kind)).toContain("alert_refused");
  const settings = await testApp.request("GET", "/api/alerts", { token: practice.token });
  expect(settings.body.addresses).toMatchObject([{ problem }]);
  await ask();
  await after(5 * minute);
  expect(testApp.texts).toHaveLength(1);
});

test("a failure that is reported again doesn't mark a number that was confirmed again since", async () => {
  await addNumber();
  await ask();
  await after(5 * minute);
  const fields = { MessageSid: "SM1", MessageStatus: "undelivered", ErrorCode: "30003" };
  const path = statusPath();
  const fail = () => send(path, fields, sign(path, fields, "sms auth token"));
  await fail();
  await addNumber();
  expect((await fail()).status).toBe(200);
  const { body } = await testApp.request("GET", "/api/alerts", { token: practice.token });
  expect(body.addresses).toMatchObject([{ problem: null, isConfirmed: true }]);
});

test("a delivery report without a valid Twilio signature is rejected", async () => {
  await addNumber();
  await ask();
  await after(5 * minute);
  const fields = { MessageSid: "SM1", MessageStatus: "failed", ErrorCode: "21610" };
  expect((await report(fields, "another token")).status).toBe(403);
  const [path, signature] = [statusPath(), sign(statusPath(), fields, "sms auth token")];
  const changed = { ...fields, MessageStatus: "delivered" };
  expect((await send(path, changed, signature)).status).toBe(403);
  expect((await send(`${path}&message=x`, fields, signature)).status).toBe(403);
  expect((await send(path, fields, "")).status).toBe(403);
  const settings = await testApp.request("GET", "/api/alerts", { token: practice.token });
  expect(settings.body.addresses).toMatchObject([{ problem: null }]);
});

test("a push interrupted by a crash is resent, but an interrupted text isn't", async () => {
  await addDevice("phone");
  await addNumber();
  await ask();
  await after(5 * minute);
  await testApp.pool.query(
    `update alerts set state = 'sending', sending_at = $1
     where channel in ('push', 'text') and client_id = $2`,
    [testApp.clock.now, practice.clientId],
  );
  const [pushes, texts] = [testApp.pushes.length, testApp.texts.length];
  await after(minute + 1000);
  await sweep();
  await after(0);
  expect([testApp.pushes.length - pushes, testApp.texts.length - texts]).toEqual([1, 0]);
  expect(testApp.pushes.at(-1)?.topic).toBe(testApp.pushes[0]?.topic);
});

test("a sweep sends due alerts and messages whose jobs were lost", async () => {
  await addDevice("phone");
  await ask();
  await testApp.pool.query("delete from pgboss.job where name = 'alert-practice'");
  testApp.clock.forward(2 * minute);
  await sweep();
  expect(testApp.pushes).toHaveLength(1);
  await ask();
  await alertPractice(testApp.deps, practice.clientId);
  await testApp.pool.query("delete from pgboss.job where name = 'send-alert'");
  testApp.clock.forward(2 * minute);
  await sweep();
  expect(testApp.pushes).toHaveLength(2);
});

const minute = 60_000;

async function after(milliseconds: number) {
  testApp.clock.forward(milliseconds);
  await alertPractice(testApp.deps, practice.clientId);
  await testApp.runJobs();
}

async function sweep() {
  await sweepAlerts(testApp.deps);
  await testApp.runJobs();
}

/** Runs the practice's queued messages, as their jobs do at their time. */
async function sendQueued() {
  const { clientId } = practice;
  const { rows } = await testApp.pool.query<{ id: string }>(
    "select distinct message_id as id from alerts where client_id = $1 and state = 'queued'",
    [clientId],
  );
  for (const { id } of rows) await sendAlert(testApp.deps, { clientId, messageId: id });
}

async function ask({
  email = `${crypto.randomUUID()}@example.com`,
  sourceId = null,
}: {
  email?: string;
  sourceId?: string | null;
} = {}): Promise<string> {
  const { lead } = await testApp.deps.db.transaction((tx) =>
    receiveInquiry(testApp.deps, tx, {
      ...{ clientId: practice.clientId, sourceId, campaignId: null },
      person: {
        ...{ firstName: "Marisol", lastName: "Quintero", answers: [] },
        ...{ email, phone: "" },
      },
      ...{ submittedAt: testApp.clock.now, receivedAt: testApp.clock.now, isTest: false },
    }),
  );
  return lead._id;
}

async function addDevice(name: string, token = practice.token): Promise<string> {
  const json = { ...aDevice, endpoint: `https://push.example.com/${name}` };
  const { body } = await testApp.request("POST", "/api/alerts/devices", { token, json });
  const own = body.alerts.devices.find((one: { isThisDevice: boolean }) => one.isThisDevice);
  return own._id;
}

async function addNumber() {
  const added = await post("/api/alerts/addresses", { kind: "text", address: "8135550142" });
  const code = /\d{6}/.exec(testApp.texts.at(-1)?.body ?? "")?.[0];
  await post(`/api/alerts/addresses/${added.body.alerts.addresses[0]._id}/confirmations`, { code });
  testApp.texts.length = 0;
}

async function useUpTexts() {
  await testApp.deps.limits.count("textsPerPractice", practice.clientId);
  // The limits don't use the test's clock. This leaves twelve hours until texts resume.
  await testApp.pool.query(
    `update rate_limits set points = 1000000, expire = expire - 12 * 60 * 60000::bigint
     where key like 'textsPerPractice%'`,
  );
}

/** Makes this limit reject every count; other limits work as usual. */
async function useUp(rule: Rule) {
  const { limits } = testApp.deps;
  onTestFinished(() => {
    testApp.deps.limits = limits;
  });
  testApp.deps.limits = {
    ...limits,
    async count(counted, ...of) {
      if (counted === rule) throw new AppError("too_many_requests", { retryAfterSeconds: 3600 });
      await limits.count(counted, ...of);
    },
  };
}

async function addEmail(address: string) {
  const added = await post("/api/alerts/addresses", { kind: "email", address });
  await testApp.runJobs();
  const code = /\d{6}/.exec(testApp.receivedMails.at(-1)?.text ?? "")?.[0];
  const { _id } = added.body.alerts.addresses.at(-1);
  await post(`/api/alerts/addresses/${_id}/confirmations`, { code });
  testApp.receivedMails.length = 0;
}

function post(path: string, json: object = {}) {
  return testApp.request("POST", path, { token: practice.token, json });
}

/** The lead's timeline entries about alerts, oldest first. */
async function timeline(leadId: string): Promise<{ kind: string; data: object }[]> {
  const { rows } = await testApp.pool.query(
    "select kind, data from timeline where lead_id = $1 and kind like 'alert%' order by id",
    [leadId],
  );
  return rows;
}

/** The status callback URL of the last text, without its origin. */
function statusPath(): string {
  const { pathname, search } = new URL(testApp.texts.at(-1)?.statusCallback ?? "");
  return `${pathname}${search}`;
}

function sign(path: string, fields: Record<string, string>, authToken: string): string {
  return signWebhook(authToken, `${testApp.deps.config.origin}${path}`, Object.entries(fields));
}

function report(fields: Record<string, string>, authToken = "sms auth token") {
  return send(statusPath(), fields, sign(statusPath(), fields, authToken));
}

function send(path: string, fields: Record<string, string>, signature: string) {
  return testApp.request("POST", path, {
    body: new URLSearchParams(fields).toString(),
    headers: {
      "Content-Type": "application/x-www-form-urlencoded",
      "X-Twilio-Signature": signature,
    },
  });
}
