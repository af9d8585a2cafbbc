import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry } from "#server/db/make.ts";
import { mailStops, mails } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { stopMail } from "./mail-stops.ts";
import { handoffLimitSeconds, markLostHandoffs } from "./mail-sweeps.ts";

let testApp: TestApp;
let own: Awaited<ReturnType<typeof signInClient>>;
let other: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp({ MAIL_FROM: "hello@agency.example.com" });
  own = await signInClient(testApp);
  other = await signInClient(testApp);
});
beforeEach(async () => {
  await testApp.deps.db.delete(mails);
  await testApp.deps.db.delete(mailStops);
  testApp.receivedMails.length = 0;
  testApp.mailAnswers.length = 0;
});
afterAll(() => testApp.close());

test("an email to a lead is sent in the practice's name, with its merge fields filled in", async () => {
  const leadId = await makeLead({ firstName: "Ada", email: "ada@example.com" });
  const { status, body } = await write(leadId);
  expect(status).toBe(201);
  expect(body.email).toMatchObject({
    state: "queued",
    to: "ada@example.com",
    by: "Dana Whitfield",
  });
  await testApp.runJobs();
  expect(testApp.receivedMails[0]).toMatchObject({
    to: "ada@example.com",
    from: { name: "Bayshore Family Dental", address: "hello@agency.example.com" },
    replyTo: own.email,
    subject: "For Ada",
    headers: undefined,
  });
  expect(testApp.receivedMails[0]?.html).toContain("Hello <strong>Ada</strong>");
  expect(testApp.receivedMails[0]?.text).toContain("Hello Ada");
  const [sent] = (await list(leadId)).emails;
  expect(sent).toMatchObject({ state: "sent", subject: "For Ada" });
  expect(sent?.firstWords).toContain("Hello Ada");
  expect(sent?.firstWords).not.toContain("\n");
});

test("the sender name and Reply-To come from the profile", async () => {
  const json = { senderName: "Dr. Whitfield’s team", replyTo: "front@example.com" };
  const change = async (to: object) => {
    await testApp.request("PATCH", "/api/clients/me", { token: own.token, json: to });
    // Discards the email that notifies the managers of the change.
    await testApp.runJobs();
    testApp.receivedMails.length = 0;
  };
  await change(json);
  await write(await makeLead());
  await testApp.runJobs();
  expect(testApp.receivedMails[0]).toMatchObject({
    from: { name: "Dr. Whitfield’s team" },
    replyTo: "front@example.com",
  });
  await change({ senderName: "", replyTo: "" });
});

test("a repeated submission, even a simultaneous one, sends one email", async () => {
  const leadId = await makeLead();
  const submissionId = randomUUID();
  const answers = await Promise.all([1, 2].map(() => write(leadId, { submissionId })));
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(answers[0]?.body.email._id).toBe(answers[1]?.body.email._id);
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(1);
});

test("a lead's input can't run scripts in an email, fill in merge fields, or add a recipient", async () => {
  const typed = '<script>x()</script>{{ practice.name }}" onload="x()';
  const leadId = await makeLead({ firstName: typed });
  await write(leadId);
  await testApp.runJobs();
  const [mail] = testApp.receivedMails;
  expect(mail?.html).not.toContain("<script>x()");
  expect(mail?.html).toContain("&lt;script&gt;x()&lt;/script&gt;{{ practice.name }}");
  expect(mail?.subject).toBe(`For ${typed}`);
  expect(mail?.to).not.toContain(",");
});

test("a line break in a subject or in a lead's name doesn't get into the email's subject", async () => {
  const broken = "Ada\r\nBcc: thief@example.com";
  const leadId = await makeLead({ firstName: broken });
  expect((await write(leadId, { subject: broken })).status).toBe(422);
  expect((await write(leadId)).status).toBe(201);
  await testApp.runJobs();
  expect(testApp.receivedMails).toMatchObject([
    { subject: expect.stringMatching(/^For Ada[^\r\n]*$/), to: expect.stringMatching(/^[^,\s]+$/) },
  ]);
});

test("an error in a merge field is reported for its input, and the email isn't stored", async () => {
  const leadId = await makeLead();
  const { status, body } = await write(leadId, { subject: "{{ lead.x }}" });
  expect(status).toBe(422);
  expect(body.errors.subject).toContain("no field called “x”");
  expect((await list(leadId)).emails).toEqual([]);
});

test("an email goes to the lead's latest address, or to another of its addresses if chosen", async () => {
  const phone = "(813) 555-0170";
  const [home, work] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
  const leadId = await makeLead({ firstName: "Ada", phone, email: home });
  await makeLead({ firstName: "Ada", phone, email: work });
  expect((await list(leadId)).addresses).toEqual([work, home]);
  expect((await write(leadId)).body.email.to).toBe(work);
  expect((await write(leadId, { to: home })).body.email.to).toBe(home);
  const stranger = await write(leadId, { to: "stranger@example.com" });
  expect([stranger.status, Object.keys(stranger.body.errors)]).toEqual([422, ["to"]]);
  // An address that the practice enters comes first.
  const json = { email: "right@example.com" };
  await testApp.request("PATCH", `/api/leads/${leadId}`, { token: own.token, json });
  expect((await list(leadId)).addresses).toEqual(["right@example.com", work]);
});

test("the family member who inquired last is greeted by name, even at a shared address", async () => {
  const phone = "(813) 555-0171";
  const shared = `${randomUUID()}@example.com`;
  const leadId = await makeLead({ firstName: "Maria", lastName: "Lopez", phone, email: shared });
  await makeLead({ firstName: "Leo", lastName: "Lopez", phone, email: shared });
  expect((await write(leadId)).body.email).toMatchObject({ to: shared, subject: "For Leo" });
  await makeLead({ firstName: "Ana", lastName: "Lopez", phone, email: "" });
  expect((await write(leadId)).body.email).toMatchObject({ to: shared, subject: "For Ana" });
  const preview = await testApp.request("POST", "/api/templates/previews", {
    token: own.token,
    json: { kind: "email", subject: "For {{ lead.firstName }}", body: "<p>Hi</p>", leadId },
  });
  expect(preview.body).toMatchObject({ subject: "For Ana", to: shared });
});

test("a lead without an address can't get an email", async () => {
  const leadId = await makeLead({ email: "" });
  expect(await write(leadId)).toMatchObject({
    status: 409,
    body: { message: "This lead has no email address." },
  });
});

test.each([
  [{ result: "sent" }, "sent", ["email_sent", "email_queued"]],
  [{ result: "later", problem: "451 busy" }, "queued", ["email_queued"]],
  [{ result: "refused", problem: "550 no" }, "failed", ["email_failed", "email_queued"]],
  [{ result: "unknown", problem: "lost" }, "unknown", ["email_unknown", "email_queued"]],
] as const)(
  "after the delivery result %j, the email is %s, and the timeline shows it",
  async (result, state, kinds) => {
    const leadId = await makeLead();
    await write(leadId);
    testApp.mailAnswers.push(result);
    await testApp.runJobs();
    expect((await list(leadId)).emails[0].state).toBe(state);
    expect(await mailEvents(leadId)).toEqual(kinds);
  },
);

test("open pages are notified of every change to an email's state", async () => {
  const leadId = await makeLead();
  const heard: unknown[] = [];
  const end = testApp.deps.deskEvents.subscribe(own.clientId, (event) => {
    if (event !== "refetch" && event.kind === "lead") heard.push(event.leadId);
  });
  await write(leadId);
  await testApp.runJobs();
  // The email is queued, then sending, then sent.
  await expect.poll(() => heard).toEqual([leadId, leadId, leadId]);
  end();
});

test("an email interrupted by a crash is unknown, and only a person can resend it", async () => {
  const leadId = await makeLead();
  const { body } = await write(leadId);
  const path = `/api/leads/${leadId}/emails/${body.email._id}/resendings`;
  const resend = () => testApp.request("POST", path, { token: own.token });
  expect((await resend()).status).toBe(404);
  await testApp.deps.db.update(mails).set({ state: "sending", sendingAt: testApp.clock.now });
  testApp.clock.forward((handoffLimitSeconds + 1) * 1000);
  await markLostHandoffs(testApp.deps);
  await testApp.runJobs();
  expect(testApp.receivedMails).toEqual([]);
  expect((await list(leadId)).emails[0].state).toBe("unknown");
  const answers = await Promise.all([resend(), resend()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
  await testApp.runJobs();
  expect(testApp.receivedMails).toHaveLength(1);
  expect(await mailEvents(leadId)).toEqual([
    "email_sent",
    "email_queued",
    "email_unknown",
    "email_queued",
  ]);
});

test("only a rejection of the address itself stops automatic emails to it", async () => {
  const leadId = await makeLead();
  await write(leadId);
  testApp.mailAnswers.push({ result: "refused", problem: "535 login", isOfAddress: false });
  await testApp.runJobs();
  expect((await list(leadId)).stop).toBeNull();
  await write(leadId);
  testApp.mailAnswers.push({ result: "refused", problem: "550 no such user", isOfAddress: true });
  await testApp.runJobs();
  expect((await list(leadId)).stop).toMatchObject({ reason: "refused" });
});

test("the practice can stop and allow automatic emails, but can't override an unsubscribe", async () => {
  const leadId = await makeLead();
  const change = (method: string) =>
    testApp.request(method, `/api/leads/${leadId}/mail-stop`, { token: own.token });
  expect((await change("PUT")).body.stop).toMatchObject({ reason: "desk" });
  expect((await change("DELETE")).status).toBe(200);
  expect((await list(leadId)).stop).toBeNull();
  const email = await addressOf(leadId);
  await stopMail(testApp.deps, { clientId: own.clientId, email, reason: "unsubscribed" });
  expect((await change("DELETE")).status).toBe(409);
  expect((await list(leadId)).stop).toMatchObject({ reason: "unsubscribed" });
});

test("email problems count toward the warning until they are fixed", async () => {
  const leadId = await makeLead();
  const { body } = await write(leadId);
  testApp.mailAnswers.push({ result: "unknown", problem: "lost" });
  await testApp.runJobs();
  const alarm = async () =>
    (await testApp.request("GET", "/api/mail/alarm", { token: own.token })).body;
  expect(await alarm()).toEqual({ failed: 0, unknown: 1, waiting: 0 });
  const path = `/api/leads/${leadId}/emails/${body.email._id}/resendings`;
  await testApp.request("POST", path, { token: own.token });
  testApp.clock.forward(11 * 60_000);
  expect(await alarm()).toEqual({ failed: 0, unknown: 0, waiting: 1 });
  await testApp.runJobs();
  expect(await alarm()).toEqual({ failed: 0, unknown: 0, waiting: 0 });
  const others = await testApp.request("GET", "/api/mail/alarm", { token: other.token });
  expect(others.body).toEqual({ failed: 0, unknown: 0, waiting: 0 });
});

test("a practice's mail log shows its leads' names and not another practice's emails", async () => {
  const leadId = await makeLead({ firstName: "Ada", lastName: "Byron" });
  await write(leadId);
  const log = async (token: string, query = "") =>
    (await testApp.request("GET", `/api/mail${query}`, { token })).body.emails;
  expect(await log(own.token)).toMatchObject([{ leadName: "Ada Byron", leadId, state: "queued" }]);
  expect(await log(own.token, "?state=failed")).toEqual([]);
  expect(await log(other.token)).toEqual([]);
});

type Change = Parameters<typeof makeInquiry>[2];

async function makeLead(change: Change = {}): Promise<string> {
  return (await makeInquiry(testApp.deps, own.clientId, change)).lead._id;
}

function write(leadId: string, change: object = {}) {
  const words = {
    subject: 'For {{ lead.firstName | default: "you" }}',
    body: "<p>Hello <strong>{{ lead.firstName }}</strong></p>",
  };
  const json = { submissionId: randomUUID(), ...words, ...change };
  return testApp.request("POST", `/api/leads/${leadId}/emails`, { token: own.token, json });
}

async function list(leadId: string) {
  return (await testApp.request("GET", `/api/leads/${leadId}/emails`, { token: own.token })).body;
}

async function mailEvents(leadId: string): Promise<string[]> {
  const { body } = await testApp.request("GET", `/api/leads/${leadId}`, { token: own.token });
  const kinds = body.timeline.map((entry: { kind: string }) => entry.kind);
  return kinds.filter((kind: string) => kind.startsWith("email_"));
}

async function addressOf(leadId: string): Promise<string> {
  return (await testApp.request("GET", `/api/leads/${leadId}`, { token: own.token })).body.lead
    .email;
}
