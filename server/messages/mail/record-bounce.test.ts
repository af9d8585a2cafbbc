import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { mailMessages } from "#content/messages.ts";
import { makeInquiry, makePractice } from "#server/db/make.ts";
import { clients, mailStops, mails } from "#server/db/schema.ts";
import { signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import type { BounceReport } from "./bounce-reports.ts";
import { queueMail } from "./mail.ts";
import { bounceKey, bounceUrl, recordBounce } from "./record-bounce.ts";

let testApp: TestApp;
let own: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp({ ORIGIN: "https://desk.example.com" });
  own = await signInClient(testApp);
});
beforeEach(async () => {
  await testApp.deps.db.delete(mails);
  await testApp.deps.db.delete(mailStops);
  testApp.receivedMails.length = 0;
  testApp.mailAnswers.length = 0;
});
afterAll(() => testApp.close());

test("a bounce posted to the webhook fails the email, and its timeline and log say why", async () => {
  const { leadId, mail } = await sentToLead("Jo@example.com");
  const answer = await post(brevoOf({ messageId: `<${mail.id}@desk.example.com>` }));
  expect(answer.status).toBe(204);
  const problem = mailMessages.bounced("550 5.1.1 No such user");
  expect(await theMail(mail.id)).toMatchObject({ state: "failed", problem });
  const { token } = own;
  const { body } = await testApp.request("GET", `/api/leads/${leadId}/emails`, { token });
  expect(body.emails[0]).toMatchObject({ state: "failed", problem });
  expect(body.stop).toMatchObject({ reason: "refused" });
  const page = await testApp.request("GET", `/api/leads/${leadId}`, { token });
  const kinds = page.body.timeline.map(({ kind }: { kind: string }) => kind);
  expect(kinds.filter((kind: string) => kind.startsWith("email_"))).toEqual([
    ...["email_failed", "email_sent", "email_queued"],
  ]);
  expect((await testApp.request("GET", "/api/mail/alarm", { token })).body.failed).toBe(1);
});

test("an email that came back is failed once, however often and early it is reported", async () => {
  const mail = await send("jo@example.com");
  const report = { ...aReport, messageId: `${mail.id.toUpperCase()}@DESK.example.com` };
  await Promise.all([report, report, aReport].map((one) => recordBounce(testApp.deps, one)));
  await recordBounce(testApp.deps, { ...report, reason: "Another reason" });
  expect(await theMail(mail.id)).toMatchObject({
    state: "failed",
    problem: mailMessages.bounced(aReport.reason),
  });

  // The report may be faster than our record of the mail server's answer.
  const { mailServer } = testApp.deps;
  testApp.deps.mailServer = {
    async deliver({ messageId }) {
      await recordBounce(testApp.deps, { ...aReport, messageId: messageId.slice(1, -1) });
      return { result: "sent" };
    },
  };
  const early = await send("jo@example.com");
  testApp.deps.mailServer = mailServer;
  expect(early).toMatchObject({ state: "failed", problem: mailMessages.bounced(aReport.reason) });
});

test("without our Message-ID, a report is about the last email that was sent to its recipient", async () => {
  const earlier = await send("jo@example.com");
  testApp.clock.forward(60_000);
  const last = await send("JO@example.com");
  testApp.clock.forward(60_000);
  const other = await send("ann.jo@example.com");
  const states = () =>
    Promise.all([earlier, last, other].map(async ({ id }) => (await theMail(id)).state));
  for (const messageId of [null, "010f@mail.service.example", `${earlier.id}@other.example.com`]) {
    await testApp.deps.db.update(mails).set({ state: "sent" });
    // However often it arrives.
    for (const report of [aReport, aReport]) {
      await recordBounce(testApp.deps, { ...report, messageId });
      expect(await states()).toEqual(["sent", "failed", "sent"]);
    }
  }
  // Another program's email may be what its words were about.
  await testApp.deps.db.update(mails).set({ state: "sent" });
  const rejected = { messageId: "010f@mail.service.example", isOfAddress: false };
  await recordBounce(testApp.deps, { ...aReport, ...rejected });
  expect(await states()).toEqual(["sent", "sent", "sent"]);
});

test("a report about another recipient, a received or a demo's email, or an older one, changes nothing", async () => {
  const mail = await send("jo@example.com");
  const messageId = `${mail.id}@desk.example.com`;
  const { clientId } = await makePractice(testApp.deps);
  await testApp.deps.db.update(clients).set({ isDemo: true }).where(eq(clients.id, clientId));
  const values = { kind: "t", subject: "s", text: "t", to: "demo@example.com" };
  const sent = { state: "sent", sentAt: testApp.clock.now } as const;
  const [demo] = await testApp.deps.db
    .insert(mails)
    .values({ ...values, clientId, ...sent })
    .returning();
  for (const report of [
    // A forged Message-ID.
    { messageId, recipient: "thief@example.com" },
    { messageId, isPermanent: false },
    { messageId: `${randomUUID()}@desk.example.com` },
    { messageId: `${demo?.id}@desk.example.com`, recipient: "demo@example.com" },
    { messageId: null, recipient: "demo@example.com" },
    { messageId: null, recipient: "%" },
  ]) {
    await recordBounce(testApp.deps, { ...aReport, ...report });
    expect([report, (await theMail(mail.id)).state]).toEqual([report, "sent"]);
    expect((await theMail(demo?.id ?? "")).state).toBe("sent");
  }
  testApp.clock.forward(5 * 24 * 60 * 60_000 + 1);
  await recordBounce(testApp.deps, { ...aReport, messageId: null });
  expect((await theMail(mail.id)).state).toBe("sent");
  await testApp.deps.db.update(mails).set({ state: "queued" });
  await recordBounce(testApp.deps, { ...aReport, messageId });
  expect((await theMail(mail.id)).state).toBe("queued");
});

test("only a bounce of the address itself stops automatic emails to it, and an opt-out stays one", async () => {
  const { leadId, mail } = await sentToLead("ann@example.com");
  const report = { ...aReport, recipient: "ann@example.com", isOfAddress: false };
  await recordBounce(testApp.deps, { ...report, messageId: `${mail.id}@desk.example.com` });
  expect((await theMail(mail.id)).state).toBe("failed");
  const stops = () => testApp.deps.db.select({ reason: mailStops.reason }).from(mailStops);
  expect(await stops()).toEqual([]);
  // The email has come back already, and now its address is rejected.
  await recordBounce(testApp.deps, { ...report, isOfAddress: true, messageId: null });
  expect(await stops()).toEqual([{ reason: "refused" }]);
  await testApp.deps.db.delete(mailStops);
  const { token } = own;
  await testApp.request("PUT", `/api/leads/${leadId}/mail-stop`, { token });
  await testApp.deps.db.update(mails).set({ state: "sent", sentAt: testApp.clock.now });
  await recordBounce(testApp.deps, { ...report, isOfAddress: true, messageId: null });
  expect(await stops()).toEqual([{ reason: "desk" }]);
});

test("the reason of a bounce is at most 200 characters of one line", async () => {
  const mail = await send("jo@example.com");
  const reason = `550\r\n\t5.1.1\u0000 ${"no ".repeat(400)}`;
  await recordBounce(testApp.deps, { ...aReport, messageId: null, reason });
  const { problem } = await theMail(mail.id);
  expect(problem).toBe(mailMessages.bounced(`550 5.1.1 ${"no ".repeat(400)}`.slice(0, 200)));
  expect(problem).toMatch(/^The mail server accepted it, but it came back later\. \P{Cc}+$/u);
});

test("an erased person's email stays without an address and a reason", async () => {
  const mail = await send("jo@example.com");
  const erased = { to: "", subject: "", text: "" };
  await testApp.deps.db.update(mails).set(erased);
  for (const messageId of [`${mail.id}@desk.example.com`, null]) {
    await recordBounce(testApp.deps, { ...aReport, messageId });
  }
  expect(await theMail(mail.id)).toMatchObject({ ...erased, state: "sent", problem: null });
});

test("a bounced email causes no other email, even if it was about a login", async () => {
  const mail = await send("jo@example.com", "recover");
  testApp.receivedMails.length = 0;
  await recordBounce(testApp.deps, aReport);
  await testApp.runJobs();
  expect((await theMail(mail.id)).state).toBe("failed");
  expect(testApp.receivedMails).toEqual([]);
  expect(await testApp.deps.db.$count(mails)).toBe(1);
});

test("a wrong key of the bounce webhook gets a 404, and another SECRET has another key", async () => {
  const { config } = testApp.deps;
  const key = bounceKey(config.secret);
  expect(key).toMatch(/^[\w-]{32}$/);
  expect(bounceUrl(config)).toBe(`https://desk.example.com/api/mail/bounces/${key}`);
  expect(bounceKey("another secret that is long enough")).not.toBe(key);
  const mail = await send("jo@example.com");
  const body = brevoOf({ messageId: `${mail.id}@desk.example.com` });
  const almost = (key.startsWith("A") ? "B" : "A") + key.slice(1);
  for (const wrong of ["a", key.slice(1), `${key}AAAA`, almost, "%00", "ä".repeat(32)]) {
    const answer = await post(body, wrong);
    expect([answer.status, answer.body.code]).toEqual([404, "not_found"]);
  }
  expect((await theMail(mail.id)).state).toBe("sent");
});

test("the right key gets a 204 whatever is posted, unless the body is too large", async () => {
  for (const body of ["", "{", "[]", "Subject: Hello\n\nHi", "\u0000", brevoOf({ email: "x" })]) {
    for (const type of ["application/json", "message/rfc822", "multipart/form-data; boundary=a"]) {
      expect((await post(body, undefined, type)).status).toBe(204);
    }
  }
  expect((await post("a".repeat(1_000_001))).status).toBe(413);
});

const aReport: BounceReport = {
  ...{ messageId: null, recipient: "jo@example.com", isPermanent: true, isOfAddress: true },
  reason: "550 5.1.1 No such user",
};

function brevoOf({ messageId = "", email = "jo@example.com" }): string {
  const { reason } = aReport;
  return JSON.stringify({ event: "hard_bounce", email, "message-id": messageId, reason });
}

function post(body: string, key = bounceKey(testApp.deps.config.secret), type = "text/plain") {
  const headers = { "Content-Type": type };
  return testApp.request("POST", `/api/mail/bounces/${key}`, { body, headers });
}

/** Sends one of the agency's emails. */
async function send(to: string, kind = "test") {
  const words = { subject: "Hello", text: "Words" };
  const id = await testApp.deps.db.transaction((tx) =>
    queueMail(testApp.deps, tx, { kind, to, words, fields: {} }),
  );
  await testApp.runJobs();
  return theMail(id ?? "");
}

async function sentToLead(email: string) {
  const { lead } = await makeInquiry(testApp.deps, own.clientId, { email });
  const json = { submissionId: randomUUID(), subject: "Hello", body: "<p>Words</p>" };
  const { token } = own;
  const { body } = await testApp.request("POST", `/api/leads/${lead._id}/emails`, { token, json });
  await testApp.runJobs();
  return { leadId: lead._id, mail: await theMail(body.email._id) };
}

async function theMail(id: string) {
  const [mail] = await testApp.deps.db.select().from(mails).where(eq(mails.id, id));
  if (!mail) throw new Error("The email no longer exists");
  return mail;
}
