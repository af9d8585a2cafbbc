// Answers to the agency's own emails: where they go, who hears of a change, and how a reply to a
// cspell:ignore mensaje
// contact request ends.
import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { settingsMessages as messages, settingsWords } from "#content/console/settings.ts";
import { repliesRedirected } from "#content/emails/replies-redirected.ts";
import { fieldMessages } from "#content/messages.ts";
import { questionnaire } from "#content/questionnaire.ts";
import { site } from "#content/site.ts";
import { sendMondayMails } from "#server/agency/practice-reports/monday-mail.ts";
import { makeInquiry, makeOwner } from "#server/db/make.ts";
import { auditEntries, settings } from "#server/db/schema.ts";
import { signInAdmin, signInClient } from "#server/testing/people.ts";
import { openTestApp, type TestApp } from "#server/testing/test-app.ts";

let testApp: TestApp;
let owner: Awaited<ReturnType<typeof signInAdmin>>;
beforeAll(async () => {
  testApp = await openTestApp();
});
beforeEach(async () => {
  testApp.clock.at("2026-03-16T11:00:00.000Z");
  owner = await signInAdmin(testApp);
  await call("DELETE", "/replies");
  await testApp.runJobs();
  testApp.receivedMails.length = 0;
});
afterAll(() => testApp.close());

test("answers to the agency's emails go to the address that an owner sets, except those to portfolio messages", async () => {
  const practice = await signInClient(testApp);
  const submittedAt = new Date("2026-03-10T14:00:00Z");
  await makeInquiry(testApp.deps, practice.clientId, { submittedAt });
  const { body } = await change({ replyTo: "Answers@Agency.example.com", signature: "" });
  expect(body.settings.replies).toMatchObject({
    ...{ replyTo: "answers@agency.example.com", isReplyToSet: true, signature: "" },
  });
  const email = (name: string) => `${name}-${randomUUID()}@example.com`;
  const [asks, books, plans, writes] = [
    email("asks"),
    email("books"),
    email("plans"),
    email("ada"),
  ];
  await reply(await ask({ page: "Marketing", email: asks }));
  await ask({
    ...{ page: "Questionairre", phone: "(727) 555-0109", email: books, test: true },
    ...{ contactAt: "2026-03-18T14:00:00Z", slot: "2026-03-18T14:00:00Z" },
    questions: [
      { [questionnaire.questions.hasWebsite]: "no" },
      { [questionnaire.questions.contactAt]: "03/18/2026 at 10:00 AM" },
    ],
  });
  await send({ name: "Ada", email: plans, makeOver: true, test: false });
  await reply(await ask({ page: "Personal", email: writes }));
  await testApp.request("POST", `/api/admin/clients/${practice.clientId}/month-reports`, {
    token: owner.token,
    json: { submissionId: randomUUID(), month: "2026-02", to: [practice.accountId], note: "" },
  });
  testApp.clock.at("2026-03-16T12:00:00.000Z");
  await sendMondayMails(testApp.deps);
  await testApp.runJobs();
  const replyTo = (to: string) =>
    testApp.receivedMails.filter((mail) => mail.to === to).map((mail) => mail.replyTo);
  const set = "answers@agency.example.com";
  expect(replyTo(asks)).toEqual([set]);
  expect(replyTo(books)).toEqual([set]);
  expect(replyTo(plans)).toEqual([set]);
  expect(replyTo(practice.email)).toEqual([set, set]);
  expect(replyTo(writes)).toEqual([site.email]);
});

test("a reply ends with the owner's signature in both languages, but not to a portfolio message", async () => {
  const lines = "Olive and team\n{{ agency }} <b>\nexample.com";
  await change({ signature: `  Olive and team \r\n\r\n{{ agency }} <b>\nexample.com\n` });
  const email = `${randomUUID()}@example.com`;
  await reply(await ask({ page: "Marketing", email }));
  await reply(await ask({ page: "Marketing", email }, { "content-language": "es" }));
  await reply(await ask({ page: "Personal", email }));
  await change({ signature: "" });
  await reply(await ask({ page: "Marketing", email }));
  await testApp.runJobs();
  const usual = `Olive Owner\n${site.mailName}\n${site.phone}`;
  const replies = testApp.receivedMails.filter(({ to }) => to === email);
  expect(replies.map(({ subject, text }) => [subject, text])).toEqual([
    [`Your message to ${site.mailName}`, `Gladly.\n\n${lines}`],
    [`Su mensaje a ${site.mailName}`, `Gladly.\n\n${lines}`],
    [
      `Your message to ${site.owner}`,
      site.owner === "Olive Owner"
        ? `Gladly.\n\nOlive Owner\n${site.phone}`
        : `Gladly.\n\nOlive Owner\n${site.owner}\n${site.phone}`,
    ],
    [`Your message to ${site.mailName}`, `Gladly.\n\n${usual}`],
  ]);
});

test("every owner is emailed when answers go to another address, and when they go to the usual one again", async () => {
  const other = await makeOwner(testApp.deps);
  const helper = await makeOwner(testApp.deps, { role: "helper" });
  const told = async () => {
    await testApp.runJobs();
    return testApp.receivedMails.splice(0);
  };
  await change({ signature: "Olive" });
  await change({ replyTo: site.agencyEmail });
  expect(await told()).toEqual([]);
  await change({ replyTo: "elsewhere@example.com" });
  const first = await told();
  expect(first.map(({ to }) => to)).toEqual(expect.arrayContaining([owner.email, other.email]));
  expect(first.map(({ to }) => to)).not.toContain(helper.email);
  expect(first[0]?.subject).toBe(repliesRedirected.subject);
  for (const part of ["Olive Owner", "elsewhere@example.com", "/admin/settings#replies"]) {
    expect(first[0]?.text).toContain(part);
  }
  await change({ replyTo: "elsewhere@example.com", signature: "Olive Owner" });
  expect(await told()).toEqual([]);
  await call("DELETE", "/replies");
  const last = await told();
  expect(last).toHaveLength(first.length);
  expect(last[0]?.text).toContain(site.agencyEmail);
  const entries = await testApp.deps.db
    .select({ action: auditEntries.action, detail: auditEntries.detail })
    .from(auditEntries)
    .where(eq(auditEntries.accountId, owner.accountId))
    .orderBy(desc(auditEntries.id))
    .limit(2);
  // The address and the signature may be a person's, so the entries don't have them.
  const changed = (...fields: string[]) =>
    JSON.stringify(fields.map((field) => ({ field, from: null, to: null })));
  const part = "replies";
  expect(entries).toEqual([
    { action: "settings_removed", detail: { part, changes: changed("replyTo", "signature") } },
    { action: "settings_changed", detail: { part, changes: changed("signature") } },
  ]);
});

test("a sample reply is sent to the owner who asks for it, before the settings are saved", async () => {
  const json = { part: "replies", replyTo: "answers@example.com", signature: "Olive\nand team" };
  const { status, body } = await call("POST", "/tests", json);
  expect([status, body.message]).toEqual([
    201,
    messages.replies.sent(owner.email, "answers@example.com"),
  ]);
  expect(testApp.receivedMails).toMatchObject([
    {
      ...{ to: owner.email, replyTo: "answers@example.com" },
      text: `${settingsWords.replies.sample}\n\nOlive\nand team`,
    },
  ]);
  expect(await testApp.deps.db.$count(settings)).toBe(0);
  await call("POST", "/tests", { part: "replies", replyTo: "", signature: "" });
  expect(testApp.receivedMails.at(-1)).toMatchObject({ replyTo: site.agencyEmail });
  expect(testApp.receivedMails.at(-1)?.text).toContain(`Olive Owner\n${site.mailName}`);
  const { mailServer } = testApp.deps;
  const { open } = testApp.deps.settings;
  testApp.deps.settings.open = (config) => ({ ...open(config), mailServer: null });
  const refused = await call("POST", "/tests", json);
  testApp.deps.settings.open = open;
  testApp.deps.mailServer = mailServer;
  expect([refused.status, refused.body.message]).toEqual([409, messages.replies.none]);
});

test.each([
  ["four lines", { signature: "a\nb\nc\nd" }, { signature: fieldMessages.too_many_lines }],
  ["a long line", { signature: "a".repeat(101) }, { signature: fieldMessages.too_long }],
  ["a control character", { signature: "a\u0007" }, { signature: fieldMessages.bad_characters }],
  ["no address", { replyTo: "nobody" }, { replyTo: fieldMessages.not_an_email }],
])("%s can't be saved", async (_, fields, errors) => {
  const { status, body } = await change(fields);
  expect([status, body.errors]).toEqual([422, errors]);
});

function call(method: string, path: string, json?: unknown) {
  return testApp.request(method, `/api/admin/settings${path}`, { token: owner.token, json });
}

const change = (fields: object) => call("PATCH", "", { part: "replies", ...fields });

function send(json: object, headers: Record<string, string> = {}) {
  return testApp.request("POST", "/api/contact", { json, headers });
}

/** Sends a message from the public sites; returns its id. */
async function ask(fields: object, headers?: Record<string, string>): Promise<string> {
  const message = { fullName: "Ada Byron", phone: "(813) 555-0142", message: "Hello" };
  const { body } = await send({ ...message, submissionId: randomUUID(), ...fields }, headers);
  return body.contact._id;
}

async function reply(contactRequestId: string) {
  const { status } = await testApp.request(
    "POST",
    `/api/admin/contact-requests/${contactRequestId}/replies`,
    { token: owner.token, json: { submissionId: randomUUID(), text: "Gladly." } },
  );
  expect(status).toBe(201);
}
