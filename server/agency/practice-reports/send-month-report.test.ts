// The owner emails a practice's monthly report: to whom, only once, and with which attachment.
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { makeInquiry, makePerson } from "#server/db/make.ts";
import { accounts, auditEntries, mails } from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { readPdf } from "#server/testing/read-pdf.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
let practice: Awaited<ReturnType<typeof signInClient>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-04-02T14:00:00.000Z");
  owner = await signInAdmin(testApp);
  practice = await signInClient(testApp);
  testApp.receivedMails.length = 0;
});
afterAll(() => testApp.close());

test("each chosen manager gets one email with the PDF, no matter how often Send is clicked", async () => {
  const { clientId } = practice;
  await makeInquiry(testApp.deps, clientId, { submittedAt: new Date("2026-03-10T14:00:00Z") });
  const other = await makePerson(testApp.deps, clientId, { role: "manager" });
  const request = ask({ to: [practice.accountId, other.accountId], note: "Nice month!\n" });
  expect(await send(request)).toMatchObject({ status: 201 });
  expect(await send(request)).toMatchObject({ status: 201 });
  await testApp.runJobs();
  const sent = testApp.receivedMails.map(({ to }) => to);
  expect(sent.toSorted()).toEqual([practice.email, other.email].toSorted());
  const [mail] = testApp.receivedMails;
  expect(mail).toMatchObject({
    subject: "Bayshore Family Dental: your report for March 2026",
    attachments: [{ fileName: "monthly-report-2026-03.pdf", type: "application/pdf" }],
  });
  expect(mail?.text).toContain("Nice month!");
  expect(mail?.text).toContain("/lms/month?month=2026-03");
  expect((await readPdf(mail?.attachments?.[0]?.content)).text).toContain("Inquiries 1");
  const audited = await testApp.deps.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.clientId, clientId), eq(auditEntries.action, "month_report_sent")));
  expect(audited).toMatchObject([{ detail: { month: "2026-03", people: "2" } }]);
});

test("each submission sends a new email; the emails and their jobs are committed together or not at all", async () => {
  const failing = { ...testApp.deps, jobs: { ...testApp.deps.jobs, enqueue: refuse } };
  const { sendMonthReport } = await import("./send-month-report.ts");
  const caller = { accountId: owner.accountId, address: "192.0.2.1" };
  const sending = sendMonthReport(failing, caller, practice.clientId, ask());
  await expect(sending).rejects.toThrow("no jobs");
  expect(await testApp.deps.db.$count(mails, eq(mails.clientId, practice.clientId))).toBe(0);
  await send(ask());
  await send(ask());
  await testApp.runJobs();
  expect(testApp.receivedMails.length).toBe(2);
});

test("a report can't be sent to members, another practice's people or former people, or for a future month", async () => {
  const { clientId } = practice;
  const member = await makePerson(testApp.deps, clientId);
  const stranger = await signInClient(testApp);
  const gone = await makePerson(testApp.deps, clientId, { role: "manager" });
  await testApp.deps.db
    .update(accounts)
    .set({ deactivatedAt: testApp.clock.now })
    .where(eq(accounts.id, gone.accountId));
  for (const { accountId } of [member, stranger, gone]) {
    const answer = await send(ask({ to: [practice.accountId, accountId] }));
    expect(answer).toMatchObject({ status: 422, body: { errors: { to: expect.anything() } } });
  }
  expect(await send(ask({ month: "2026-05" }))).toMatchObject({ status: 422 });
  expect(await send(ask({ to: [] }))).toMatchObject({ status: 422 });
  await testApp.runJobs();
  expect(testApp.receivedMails).toEqual([]);
  const { body } = await testApp.request("GET", `/api/admin/clients/${clientId}/report-readers`, {
    token: owner.token,
  });
  expect(body.readers).toMatchObject([{ _id: practice.accountId, email: practice.email }]);
});

function ask(change: Partial<{ month: string; to: string[]; note: string }> = {}) {
  const usual = { month: "2026-03", to: [practice.accountId], note: "" };
  return { submissionId: randomUUID(), ...usual, ...change };
}

function send(json: object) {
  const { token } = owner;
  const path = `/api/admin/clients/${practice.clientId}/month-reports`;
  return testApp.request("POST", path, { token, json });
}

async function refuse(): Promise<void> {
  throw new Error("no jobs");
}
