// A practice's monthly report on the first: when it's sent and to whom, that it's sent once, the
// owner's comment, and how to stop it.
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { notSentMessages } from "#content/messages.ts";
import { makeCall, makeInquiry, makePerson, makePractice } from "#server/db/make.ts";
import { accounts, auditEntries, clients, mails } from "#server/db/schema.ts";
import { signIn, signInAdmin, signInMember } from "#server/testing/people.ts";
import { readPdf } from "#server/testing/read-pdf.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";
import { sendMonthMails } from "./month-mail.ts";

const dayMs = 24 * 60 * 60_000;
const [ny, phoenix] = ["America/New_York", "America/Phoenix"] as const;
/** 8 am in Tampa on March 1. */
const first = "2026-03-01T13:00:00.000Z";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-02-11T15:00:00.000Z");
  testApp.receivedMails.length = 0;
  owner = await signInAdmin(testApp);
});
// Each test has its own practices.
afterEach(async () => {
  await testApp.deps.db.update(clients).set({ suspendedAt: new Date(0) });
});
afterAll(() => testApp.close());

test.each([
  ["in winter", "2026-02-20T15:00:00.000Z", "2026-03-01T12:59:00.000Z", first],
  ["in spring", "2026-03-20T15:00:00.000Z", "2026-04-01T11:59:00.000Z", "2026-04-01T12:00:00.000Z"],
  // The clocks change the night before.
  ["in fall", "2026-10-20T15:00:00.000Z", "2026-11-01T12:59:00.000Z", "2026-11-01T13:00:00.000Z"],
])(
  "a month's report is sent once, on the first at 8 am %s, even with two processes and after a kill",
  async (_, asked, before, at) => {
    testApp.clock.at(asked);
    const practice = await open(ny);
    await ask(practice);
    await runAt(before);
    expect(sentTo(practice.email)).toHaveLength(0);
    testApp.clock.at(at);
    const killed = { ...testApp.deps, jobs: { ...testApp.deps.jobs, enqueue: die } };
    await expect(sendMonthMails(killed)).rejects.toThrow("killed");
    expect(await testApp.deps.db.$count(mails, eq(mails.clientId, practice.clientId))).toBe(0);
    await Promise.all([sendMonthMails(testApp.deps), sendMonthMails(testApp.deps)]);
    // Simulates a kill before the email's job ran: the next run doesn't write another email.
    await sendMonthMails(testApp.deps);
    await testApp.runJobs();
    expect(sentTo(practice.email)).toHaveLength(1);
    testApp.clock.forward(dayMs);
    await sendMonthMails(testApp.deps);
    await testApp.runJobs();
    expect(sentTo(practice.email)).toHaveLength(1);
  },
);

test("the monthly email matches one sent by hand, except for its unsubscribe link, and is sent at 8 am in the practice's time zone", async () => {
  const [east, west] = [await open(ny), await open(phoenix)];
  for (const practice of [east, west]) await ask(practice);
  await runAt(first);
  expect([east, west].map(({ email }) => sentTo(email).length)).toEqual([1, 0]);
  await runAt("2026-03-01T14:45:00.000Z");
  expect(sentTo(west.email)).toHaveLength(0);
  await runAt("2026-03-01T15:00:00.000Z");
  expect(sentTo(west.email)).toHaveLength(1);
  await byHand(east, "2026-02");
  const [regular, sent] = sentTo(east.email);
  expect(regular?.subject).toBe("Bayshore Family Dental: your report for February 2026");
  expect(regular?.subject).toBe(sent?.subject);
  const [own, theirs] = [regular, sent].map((mail) => mail?.attachments?.[0]);
  expect([own?.fileName, own?.type]).toEqual([theirs?.fileName, theirs?.type]);
  const texts = await Promise.all([own, theirs].map((one) => readPdf(one?.content)));
  expect(texts[0]?.text).toContain("Inquiries 1");
  expect(texts[0]?.title).toBe(texts[1]?.title);
  // Only the recurring email has an unsubscribe link.
  expect(regular?.text).toContain("/unsubscribe?t=");
  expect(sent?.text).not.toContain("unsubscribe");
  expect(sent?.headers).toBeUndefined();
});

test("two practices with the same name each get their own monthly report", async () => {
  const [one, other] = [await open(ny, "Twin Dental"), await open(ny, "Twin Dental")];
  await ask(one);
  for (const count of [1, 2, 3]) await ask(other, testApp.clock.now, count);
  await runAt(first);
  for (const [{ email, clientId }, inquiries] of [
    [one, 1],
    [other, 3],
  ] as const) {
    const [mail, ...more] = sentTo(email);
    expect(more).toEqual([]);
    const { text } = await readPdf(mail?.attachments?.[0]?.content);
    expect(text).toContain(`Inquiries ${inquiries}`);
    const { body } = await mailings(clientId, "2026-02");
    expect(body.mailings).toMatchObject([{ isAutomatic: true, to: [{ email, state: "sent" }] }]);
  }
});

test("the monthly email isn't sent if it's off, the practice isn't active, or the month had no leads or calls", async () => {
  const [empty, suspended, demo, gets] = [
    await open(ny),
    await open(ny),
    await open(ny),
    await open(ny),
  ];
  const off = await makePractice(testApp.deps, { timeZone: ny });
  const pending = await makePractice(testApp.deps, { isApproved: false });
  await turn(pending.clientId, true);
  for (const one of [off, suspended, demo, gets, pending]) await ask(one);
  const now = testApp.clock.now;
  await change(suspended.clientId, { suspendedAt: now });
  await change(demo.clientId, { isDemo: true });
  // This practice is suspended after its email was written, so the email isn't sent.
  const late = await open(ny);
  await ask(late);
  testApp.clock.at(first);
  await sendMonthMails(testApp.deps);
  await change(late.clientId, { suspendedAt: now });
  await testApp.runJobs();
  expect(testApp.receivedMails.map(({ to }) => to)).toEqual([gets.email]);
  expect(sentTo(empty.email)).toEqual([]);
  const read = await testApp.request("GET", pathOf(late.clientId, "month-mail"), await proven());
  expect(read.body).toEqual({ isOn: true, isOffAbove: true });
  expect((await mailings(late.clientId, "2026-02")).body.mailings).toMatchObject([
    { isAutomatic: true, to: [{ email: late.email, state: "stopped", sentAt: null }] },
  ]);
});

test("the monthly email is sent for a month without new leads if it had a call", async () => {
  testApp.clock.at("2026-01-30T15:00:00.000Z");
  const practice = await open(ny);
  const { lead } = await makeInquiry(testApp.deps, practice.clientId);
  testApp.clock.at("2026-02-03T15:00:00.000Z");
  await makeCall(testApp.deps, practice, lead._id, {
    calledAt: testApp.clock.now,
    outcome: "spoke",
  });
  await runAt(first);
  expect(sentTo(practice.email)).toHaveLength(1);
});

test("the monthly email is off by default; if turned on after it was due, it starts next month", async () => {
  const practice = await makePractice(testApp.deps, { timeZone: ny });
  await ask(practice);
  const path = pathOf(practice.clientId, "month-mail");
  expect((await testApp.request("GET", path, owner)).body).toEqual({
    ...{ isOn: false, isOffAbove: false },
  });
  testApp.clock.at("2026-03-01T13:00:00.001Z");
  await turn(practice.clientId, true);
  // A second click doesn't change when the email was turned on.
  await turn(practice.clientId, true);
  await sendMonthMails(testApp.deps);
  await ask(practice);
  await runAt("2026-04-01T12:00:00.000Z");
  expect(sentTo(practice.email).map(({ subject }) => subject)).toEqual([
    "Bayshore Family Dental: your report for March 2026",
  ]);
  await turn(practice.clientId, false);
  const isOfPractice = eq(auditEntries.clientId, practice.clientId);
  const audited = await testApp.deps.db.select().from(auditEntries).where(isOfPractice);
  expect(audited.map(({ action }) => action).filter((one) => one.startsWith("month_"))).toEqual([
    ...["month_mail_turned_on", "month_mail_turned_off"],
  ]);
});

test("managers get the monthly email; one click unsubscribes one manager, who can turn it on again", async () => {
  const practice = await open(ny);
  const colleague = await makePerson(testApp.deps, practice.clientId, { role: "manager" });
  const member = await makePerson(testApp.deps, practice.clientId);
  await ask(practice);
  await runAt(first);
  expect(testApp.receivedMails.map(({ to }) => to).toSorted()).toEqual(
    [practice.email, colleague.email].toSorted(),
  );
  const [mail] = sentTo(colleague.email);
  expect(mail?.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  const { pathname, search } = new URL(mail?.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "");
  expect(mail?.text).toContain(`/unsubscribe${search}`);
  const asked = await testApp.request("GET", pathname + search);
  expect(asked.body).toMatchObject({ about: "month", isStopped: false });
  await testApp.request("POST", pathname + search);
  expect((await testApp.request("GET", pathname + search)).body).toMatchObject({ isStopped: true });
  await ask(practice);
  await runAt("2026-04-01T12:00:00.000Z");
  expect([practice, colleague, member].map(({ email }) => sentTo(email).length)).toEqual([2, 1, 0]);
  const token = await signIn(testApp, colleague.email);
  const own = "/api/clients/me/month-mail";
  expect((await testApp.request("GET", own, { token })).body).toMatchObject({ isOn: false });
  await testApp.request("PUT", own, { token, json: { isOn: true } });
  await ask(practice);
  await runAt("2026-05-01T12:00:00.000Z");
  expect(sentTo(colleague.email)).toHaveLength(2);
});

test("a monthly email isn't sent if the mail server comes back too late", async () => {
  const practice = await open(ny);
  await ask(practice);
  testApp.clock.at(first);
  await sendMonthMails(testApp.deps);
  testApp.clock.forward(2 * dayMs + 1);
  await testApp.runJobs();
  const isIt = and(eq(mails.clientId, practice.clientId), eq(mails.kind, "month"));
  const [mail] = await testApp.deps.db.select().from(mails).where(isIt);
  expect([mail?.state, mail?.problem]).toEqual(["stopped", notSentMessages.regularOver]);
  expect(testApp.receivedMails).toEqual([]);
});

test("a person who stops being a manager before the emails are sent gets neither the automatic nor the manual report", async () => {
  const practice = await open(ny);
  const colleague = await makePerson(testApp.deps, practice.clientId, { role: "manager" });
  await ask(practice);
  testApp.clock.at(first);
  await sendMonthMails(testApp.deps);
  const json = {
    submissionId: randomUUID(),
    month: "2026-02",
    to: [colleague.accountId],
    note: "",
  };
  const path = pathOf(practice.clientId, "month-reports");
  expect((await testApp.request("POST", path, { ...(await proven()), json })).status).toBe(201);
  await testApp.deps.db
    .update(accounts)
    .set({ role: "member" })
    .where(eq(accounts.id, colleague.accountId));
  await testApp.runJobs();
  expect(sentTo(colleague.email)).toEqual([]);
  expect(sentTo(practice.email)).toHaveLength(1);
});

test("an unsubscribe link that was sent to a former email address is ignored", async () => {
  const practice = await open(ny);
  await ask(practice);
  await runAt(first);
  const [mail] = sentTo(practice.email);
  const { pathname, search } = new URL(mail?.headers?.["List-Unsubscribe"]?.slice(1, -1) ?? "");
  const isIt = eq(accounts.email, practice.email);
  await testApp.deps.db.update(accounts).set({ email: "new.address@example.com" }).where(isIt);
  await testApp.request("POST", pathname + search);
  const [account] = await testApp.deps.db
    .select({ offAt: accounts.monthMailOffAt })
    .from(accounts)
    .where(eq(accounts.email, "new.address@example.com"));
  expect(account).toEqual({ offAt: null });
});

test("the owner's comment is on the month's page, in the PDF and in the email, and only for its month", async () => {
  const practice = await open(ny);
  await ask(practice);
  const text = "Your best February since we started.\n\nKeep the desk open over lunch.";
  const saved = await comment(practice.clientId, { month: "2026-02", text: `  ${text}\n` });
  expect(saved.status).toBe(200);
  expect(saved.body.comment).toMatchObject({ text, firstName: "Olive", name: "Olive Owner" });
  await runAt(first);
  const [mail] = sentTo(practice.email);
  expect(mail?.text).toContain(text);
  const paper = await readPdf(mail?.attachments?.[0]?.content);
  for (const said of ["From Olive", "Your best February since we started.", "Olive Owner"]) {
    expect(paper.text).toContain(said);
  }
  const token = await signIn(testApp, practice.email);
  const readMonth = async (month: string) =>
    (await testApp.request("GET", `/api/leads/month?month=${month}`, { token })).body;
  expect(await readMonth("2026-02")).toMatchObject({ comment: { text, firstName: "Olive" } });
  expect(await readMonth("2026-01")).toMatchObject({ comment: null });
  const stranger = await makePractice(testApp.deps, { timeZone: ny });
  const theirs = await signIn(testApp, stranger.email);
  const path = "/api/leads/month?month=2026-02";
  expect((await testApp.request("GET", path, { token: theirs })).body.comment).toBeNull();
  const member = await signInMember(testApp, practice.clientId);
  expect((await testApp.request("GET", path, member)).status).toBe(403);
});

test("only the comment's current version can be changed, an empty text removes it, and each change is audited", async () => {
  const { clientId } = await open(ny);
  const one = await comment(clientId, { month: "2026-02", text: "One" });
  const { changedAt } = one.body.comment;
  // Nothing changes, so nothing is audited.
  await comment(clientId, { month: "2026-02", text: "One", changedAt });
  const stale = await comment(clientId, { month: "2026-02", text: "Two" });
  expect([stale.status, stale.body.code]).toEqual([409, "stale"]);
  const two = await comment(clientId, { month: "2026-02", text: "Two", changedAt });
  expect(two.body.comment.text).toBe("Two");
  expect(two.body.comment.changedAt > changedAt).toBe(true);
  const none = await comment(clientId, {
    ...{ month: "2026-02", text: " ", changedAt: two.body.comment.changedAt },
  });
  expect(none.body.comment).toBeNull();
  expect((await comment(clientId, { month: "2026-03", text: "Soon" })).status).toBe(422);
  expect((await comment(clientId, { month: "2026-02", text: "x".repeat(2001) })).status).toBe(422);
  expect((await comment(randomUUID(), { month: "2026-02", text: "One" })).status).toBe(404);
  const isOfPractice = eq(auditEntries.clientId, clientId);
  const audited = (await testApp.deps.db.select().from(auditEntries).where(isOfPractice)).filter(
    ({ action }) => action.startsWith("month_comment"),
  );
  expect(audited.map(({ action, detail }) => [action, detail])).toEqual([
    ["month_comment_changed", { month: "2026-02" }],
    ["month_comment_changed", { month: "2026-02" }],
    ["month_comment_removed", { month: "2026-02" }],
  ]);
});

test("a report lists each time it was sent, to whom and whether automatically, newest first", async () => {
  const practice = await open(ny);
  await ask(practice);
  expect((await mailings(practice.clientId, "2026-02")).body).toEqual({ mailings: [] });
  await runAt(first);
  testApp.clock.forward(60_000);
  await byHand(practice, "2026-02");
  await byHand(practice, "2026-01");
  const { body } = await mailings(practice.clientId, "2026-02");
  expect(body.mailings).toMatchObject([
    { isAutomatic: false, at: "2026-03-01T13:01:00.000Z", to: [{ email: practice.email }] },
    { isAutomatic: true, at: first, to: [{ email: practice.email, state: "sent", sentAt: first }] },
  ]);
  // The last full month is the default.
  expect((await mailings(practice.clientId)).body).toEqual(body);
  expect((await mailings(randomUUID(), "2026-02")).status).toBe(404);
});

type Practice = { clientId: string; accountId: string; email: string };

/** Makes a practice that gets the monthly email. */
async function open(timeZone: string, name?: string): Promise<Practice> {
  const practice = await makePractice(testApp.deps, { timeZone, ...(name && { name }) });
  await change(practice.clientId, { monthMailOnAt: testApp.clock.now });
  return practice;
}

/** Creates an inquiry and a call after that many minutes. */
async function ask(practice: Practice, submittedAt = testApp.clock.now, minutes = 4) {
  const { lead } = await makeInquiry(testApp.deps, practice.clientId, { submittedAt });
  const calledAt = new Date(submittedAt.getTime() + minutes * 60_000);
  await makeCall(testApp.deps, practice, lead._id, { calledAt, outcome: "booked" });
}

async function runAt(iso: string) {
  testApp.clock.at(iso);
  await sendMonthMails(testApp.deps);
  await testApp.runJobs();
}

async function byHand({ clientId, accountId }: Practice, month: string) {
  const json = { submissionId: randomUUID(), month, to: [accountId], note: "" };
  const { token } = await proven();
  await testApp.request("POST", pathOf(clientId, "month-reports"), { token, json });
  await testApp.runJobs();
}

/** Logs in again, because sessions expire as months pass. */
async function proven() {
  return { token: await signIn(testApp, owner.email) };
}

async function turn(clientId: string, isOn: boolean) {
  const { token } = await proven();
  return testApp.request("PUT", pathOf(clientId, "month-mail"), { token, json: { isOn } });
}

async function comment(
  clientId: string,
  typed: { month: string; text: string; changedAt?: string },
) {
  const json = { changedAt: null, ...typed };
  return testApp.request("PUT", pathOf(clientId, "month-comment"), { ...(await proven()), json });
}

async function mailings(clientId: string, month?: string) {
  const query = month ? `?month=${month}` : "";
  return testApp.request("GET", pathOf(clientId, `month-reports${query}`), await proven());
}

function pathOf(clientId: string, end: string): string {
  return `/api/admin/clients/${clientId}/${end}`;
}

function sentTo(email: string) {
  return testApp.receivedMails.filter(({ to }) => to === email);
}

async function change(clientId: string, set: Partial<typeof clients.$inferInsert>) {
  await testApp.deps.db.update(clients).set(set).where(eq(clients.id, clientId));
}

async function die(): Promise<void> {
  throw new Error("killed");
}
